import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import { authenticated } from '../nodes/shared';

/** Address and keys of the business-card service (spec: Authentication). */
export class BusinessCardDataApi implements ICredentialType {
	name = 'businessCardDataApi';

	displayName = 'Business Card Data API';

	icon = { light: 'file:../icons/businessCardData.svg', dark: 'file:../icons/businessCardData.dark.svg' } as const;

	documentationUrl =
		'https://github.com/n8n-nodes-business-card-data/n8n-nodes-business-card-data/blob/v0.2.0/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://cards.example.com',
			description:
				'The address of the service, without the version. Must start with https://. Ask your administrator for it.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'32 letters and digits, from the settings of the service. The nodes see what the user of this key can see.',
		},
		{
			displayName: 'App ID',
			name: 'appId',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Only for applications enrolled in the partner program of the service',
		},
		{
			displayName: 'Calls per Second',
			name: 'callsPerSecond',
			type: 'number',
			typeOptions: { minValue: 0.01, maxValue: 10 },
			default: 10,
			description:
				'How many calls per second this n8n process may make. A key allows 10 in total. If others use it too, enter less.',
		},
	];

	/** A function, because a table would send an empty app id, and the keys to any address of an HTTP Request node. */
	authenticate = authenticated;
}
