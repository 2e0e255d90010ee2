import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { businessCardDataApiTest } from '../shared';
import { execute } from './execution/execute';
import { getColumns } from './methods/getColumns';
import { getTags } from './methods/getTags';
import { searchBusinessCards, searchPersons, searchTags } from './methods/listSearch';
import { PROPERTIES } from './resources';

/** What n8n's workflow builder, a language model, is told; types have it since 2.39, and older versions do not look. */
const BUILDER_HINT = {
	builderHint: {
		searchHint:
			'Reads, searches and creates business cards of a business-card data service, downloads and uploads their images, ' +
			'and reads or syncs users and departments. Lists follow all pages and keep to the limit of 10 calls per second by ' +
			'themselves: no loop and no Wait node is needed. To start a workflow with new or changed cards, use the trigger ' +
			'instead of reading on a schedule.',
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-business-card-data.businessCardDataTrigger',
				relationHint: 'Starts the workflow with new and changed cards or reports',
			},
		],
	},
};

/** Every operation of the service (contract: Node). A table of contents: the operations are in `resources`. */
export class BusinessCardData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Card Data',
		name: 'businessCardData',
		icon: { light: 'file:../../icons/businessCardData.svg', dark: 'file:../../icons/businessCardData.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Read and write business cards, persons, tags, reports and the organization',
		defaults: { name: 'Business Card Data' },
		usableAsTool: true,
		...BUILDER_HINT,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'businessCardDataApi', required: true, testedBy: 'businessCardDataApiTest' }],
		requestDefaults: {
			baseURL: '={{$credentials.baseUrl}}',
			ignoreHttpStatusErrors: true,
		},
		requestOperations: { pagination: execute },
		properties: PROPERTIES,
	};

	methods = {
		credentialTest: { businessCardDataApiTest },
		listSearch: { searchBusinessCards, searchPersons, searchTags },
		loadOptions: { getTags },
		resourceMapping: { getColumns },
	};
}
