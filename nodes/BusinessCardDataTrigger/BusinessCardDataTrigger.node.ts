import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { getTags } from '../BusinessCardData/methods/getTags';
import { businessCardDataApiTest } from '../shared';
import { pollOnce } from './poll';
import { SUBTITLE, TRIGGER_PROPERTIES } from './properties';

/** What n8n's workflow builder, a language model, is told; types have it since 2.39, and older versions do not look. */
const BUILDER_HINT = {
	builderHint: {
		searchHint:
			'Starts the workflow with new or changed business cards or reports, each state once. It remembers what it has ' +
			'emitted: no Remove Duplicates node and no date filter is needed after it.',
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-business-card-data.businessCardData',
				relationHint: 'Reads more about what the trigger emits: persons, images, tags',
			},
		],
	},
};

/** Starts a workflow with new and changed cards and reports, none lost and none twice (contract: Trigger). */
export class BusinessCardDataTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Card Data Trigger',
		name: 'businessCardDataTrigger',
		icon: { light: 'file:../../icons/businessCardData.svg', dark: 'file:../../icons/businessCardData.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Starts the workflow when business cards or reports are added or changed',
		defaults: { name: 'Business Card Data Trigger' },
		polling: true,
		...BUILDER_HINT,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'businessCardDataApi', required: true, testedBy: 'businessCardDataApiTest' }],
		properties: TRIGGER_PROPERTIES,
	};

	methods = {
		credentialTest: { businessCardDataApiTest },
		loadOptions: { getTags },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollOnce(this);
	}
}
