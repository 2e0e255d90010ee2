import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { execute } from './execution/execute';
import { businessCardDataApiTest } from '../panel/credentialTest';
import { getColumns } from './methods/getColumns';
import { getTags } from '../panel/getTags';
import { searchBusinessCards, searchPersons, searchTags } from './methods/listSearch';
import { RESOURCE_PROPERTIES } from './resources';
import { API_VERSION_PROPERTY } from '../panel/apiVersion';

/** Every operation of the service (contract: Node). A table of contents: the parts are in `resources` and `execution`. */
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
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'businessCardDataApi', required: true, testedBy: 'businessCardDataApiTest' }],
		requestDefaults: {
			baseURL: '={{$credentials.baseUrl}}',
			ignoreHttpStatusErrors: true,
		},
		requestOperations: { pagination: execute },
		properties: [
			// Routing on a field that is always shown: whatever is chosen, the executor is the one way to the wire.
			{ ...API_VERSION_PROPERTY, routing: { send: { paginate: true } } },
			...RESOURCE_PROPERTIES,
		],
	};

	methods = {
		credentialTest: { businessCardDataApiTest },
		listSearch: { searchBusinessCards, searchPersons, searchTags },
		loadOptions: { getTags },
		resourceMapping: { getColumns },
	};
}
