import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { execute } from './execution/execute';
import { businessCardDataApiTest } from '../shared';
import { getColumns } from './methods/getColumns';
import { getTags } from '../panel/getTags';
import { searchBusinessCards, searchPersons, searchTags } from './methods/listSearch';
import { CHOICE_OF_OPERATION, FIELDS_OF_OPERATIONS } from './resources';
import { API_VERSION_PROPERTY } from '../panel/apiVersion';
import { NODE_HINT, withNodeHint } from '../panel/builderHint';

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
		...withNodeHint(NODE_HINT),
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'businessCardDataApi', required: true, testedBy: 'businessCardDataApiTest' }],
		requestDefaults: {
			baseURL: '={{$credentials.baseUrl}}',
			ignoreHttpStatusErrors: true,
		},
		requestOperations: { pagination: execute },
		properties: [
			...CHOICE_OF_OPERATION,
			// Routing on a field that is always shown: whatever is chosen, the executor is the one way to the wire.
			{ ...API_VERSION_PROPERTY, routing: { send: { paginate: true } } },
			...FIELDS_OF_OPERATIONS,
		],
	};

	methods = {
		credentialTest: { businessCardDataApiTest },
		listSearch: { searchBusinessCards, searchPersons, searchTags },
		loadOptions: { getTags },
		resourceMapping: { getColumns },
	};
}
