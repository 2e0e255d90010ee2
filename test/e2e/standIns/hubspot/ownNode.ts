import type { WorkflowNode } from '../../../../scripts/realN8n/client';

/** What n8n's own node for HubSpot calls the properties of a contact. */
const PROPERTIES: Readonly<Record<string, string>> = {
	firstName: 'firstname',
	lastName: 'lastname',
	companyName: 'company',
	jobTitle: 'jobtitle',
	phoneNumber: 'phone',
	mobilePhoneNumber: 'mobilephone',
	faxNumber: 'fax',
	websiteUrl: 'website',
	streetAddress: 'address',
	city: 'city',
	stateRegion: 'state',
	postalCode: 'zip',
	country: 'country',
};

/**
 * Makes n8n's own node for HubSpot, whose address is fixed, the call that it makes for a contact that is created or updated; like the
 * node, it leaves out what has no value (n8n-nodes-base, HubspotV2).
 */
export function takePlaceOfOwnNode(node: WorkflowNode): void {
	if (node.type !== 'n8n-nodes-base.hubspot') return;
	const { email, additionalFields } = node.parameters as { email: string; additionalFields: Record<string, string> };
	const inner = (expression: string) => expression.replace(/^=\{\{|\}\}$/g, '');
	const properties = Object.entries(additionalFields).map(([field, value]) => {
		const { [field]: property } = PROPERTIES;
		if (property === undefined) throw new Error(`n8n's node for HubSpot has no field "${field}".`);
		return `{ property: '${property}', value: ${inner(value)} }`;
	});
	Object.assign(node, {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `=https://api.hubapi.com/contacts/v1/contact/createOrUpdate/email/{{ encodeURIComponent(${inner(email)}) }}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'hubspotAppToken',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify({ properties: [${properties.join(', ')}].filter(({ value }) => value) }) }}`,
			options: {},
		},
	});
}
