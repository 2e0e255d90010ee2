import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { businessCardDataApiTest, getTags, searchBusinessCards, searchPersons, searchTags } from '../shared';
import { executorOf } from './execution/execute';
import { getColumns } from './methods/getColumns';
import { PROPERTIES, RESOURCES } from './resources';

/** Every operation of the service (contract: Node). A table of contents: the operations are in `resources`. */
export class BusinessCardData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Card Data',
		name: 'businessCardData',
		icon: { light: 'file:../../icons/businessCardData.svg', dark: 'file:../../icons/businessCardData.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Read, search and register business cards, read reports and tags, and sync users and departments',
		defaults: { name: 'Business Card Data' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'businessCardDataApi', required: true, testedBy: 'businessCardDataApiTest' }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		requestOperations: { pagination: executorOf(RESOURCES) },
		properties: PROPERTIES,
	};

	methods = {
		credentialTest: { businessCardDataApiTest },
		listSearch: { searchBusinessCards, searchPersons, searchTags },
		loadOptions: { getTags },
		resourceMapping: { getColumns },
	};
}
