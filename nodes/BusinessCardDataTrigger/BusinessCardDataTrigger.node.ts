import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { businessCardDataApiTest, getTags } from '../shared';
import { pollOnce } from './poll';
import { SUBTITLE, TRIGGER_PROPERTIES } from './properties';
import { TRIGGER_TEXTS } from './texts';

/** Starts a workflow with new and changed cards and reports, none lost and none twice (contract: Trigger). */
export class BusinessCardDataTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Business Card Data Trigger',
		name: 'businessCardDataTrigger',
		icon: { light: 'file:../../icons/businessCardData.svg', dark: 'file:../../icons/businessCardData.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: SUBTITLE,
		description: 'Starts the workflow when business cards are added, changed or tagged, or reports are added or changed',
		defaults: { name: 'Business Card Data Trigger' },
		polling: true,
		...TRIGGER_TEXTS,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'businessCardDataApi', required: true, testedBy: 'businessCardDataApiTest' }],
		properties: TRIGGER_PROPERTIES,
	};

	methods = { credentialTest: { businessCardDataApiTest }, loadOptions: { getTags } };

	poll = pollOnce;
}
