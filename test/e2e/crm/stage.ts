import type { CredentialReference, DataTableRow, Execution, WorkflowDefinition } from '../../support/realN8n/client';
import { loadExample, manualTrigger, manualTriggerName, workflow } from '../../support/realN8n/workflows';
import type { World } from '../../support/realN8n/world';
import { HubSpot } from '../standIns/hubspot';
import { Office } from '../standIns/office';
import { Salesforce } from '../standIns/salesforce';
import type { StandIns } from '../standIns/services';

export const hubspot = new HubSpot();
export const salesforce = new Salesforce();
export const office = new Office();

/** What most cards of the stories have. */
export const CARD = {
	companyId: 'hokuto',
	companyName: '北斗商事株式会社',
	lastName: '髙橋',
	firstName: '花子',
	title: '課長',
	mobile: '',
	tel: '03-1234-5678',
	url: '',
};

/** More gone cards than the recipes take for usual. */
export const MORE_THAN_USUAL = 21;

/** The table of the recipes for CRMs. */
const TABLE = 'Business Cards Sent';

const NEVER = { item: [{ mode: 'custom', cronExpression: '0 0 0 29 2 *' }] };

/** The CRMs of the stories, by what the CRM calls things. */
export const CRMS = [
	{
		name: 'HubSpot',
		file: 'cards-to-hubspot.json',
		store: hubspot,
		contact: 'contacts',
		company: 'companies',
		owner: 'owners',
		picture: 'notes',
		id: 'id',
		last: 'lastname',
		first: 'firstname',
		email: 'email',
		title: 'jobtitle',
		ownerId: 'hubspot_owner_id',
		person: 'business_card_person_id',
		state: 'business_card_state',
		tags: 'business_card_tags',
		image: 'business_card_picture',
		companyName: 'name',
		companyId: 'business_card_company_id',
		worksFor: 'associatedcompanyid',
		byHand: { lifecyclestage: 'customer', hubspot_owner_id: 'other' },
		isLinked: (contact: unknown, company: unknown, note: unknown) =>
			[`contacts/${contact} companies/${company}`, `notes/${note} contacts/${contact}`].every((link) =>
				hubspot.links.has(link),
			),
	},
	{
		name: 'Salesforce',
		file: 'cards-to-salesforce.json',
		store: salesforce,
		contact: 'Contact',
		company: 'Account',
		owner: 'User',
		picture: 'ContentVersion',
		id: 'Id',
		last: 'LastName',
		first: 'FirstName',
		email: 'Email',
		title: 'Title',
		ownerId: 'OwnerId',
		person: 'Business_Card_Person_ID__c',
		state: 'Business_Card_State__c',
		tags: 'Business_Card_Tags__c',
		image: 'Business_Card_Picture__c',
		companyName: 'Name',
		companyId: 'Business_Card_Company_ID__c',
		worksFor: 'AccountId',
		byHand: { LeadSource: 'Fair', OwnerId: 'other' },
		isLinked: (contact: unknown, company: unknown, version: unknown) =>
			salesforce.get('Contact', contact)?.AccountId === company &&
			salesforce.get('ContentVersion', version)?.FirstPublishLocationId === contact,
	},
] as const;

/**
 * Makes an example that writes to HubSpot write to Salesforce, as its note says: its address in a first line, its nodes
 * active, HubSpot's not.
 */
export function useSalesforce({ nodes }: WorkflowDefinition): void {
	for (const node of nodes) {
		const { credentials = {}, parameters } = node;
		if ('hubspotAppToken' in credentials) node.disabled = true;
		if ('salesforceOAuth2Api' in credentials) node.disabled = false;
		if (typeof parameters.jsCode === 'string') {
			const address = "const salesforce = 'https://your-company.my.salesforce.com';";
			parameters.jsCode = parameters.jsCode.replace("const salesforce = '';", address);
		}
	}
}

/** What a story of a recipe plays on: n8n with the emulated service on one side and the stand-ins on the other. */
export class Stage {
	constructor(
		readonly world: World,
		readonly standIns: StandIns,
		private readonly credentials: readonly CredentialReference[],
	) {}

	/**
	 * Stores an example that writes to the stand-ins.
	 *
	 * @param change what a person changes in it first
	 * @param isCalled whether it is published to be called: its own trigger would bring the same cards beside the story
	 * @returns its id
	 */
	async stored(file: string, change?: (definition: WorkflowDefinition) => void, isCalled = false): Promise<string> {
		const credentials = [this.world.credential, ...this.credentials];
		const example = loadExample(file, credentials, isCalled ? NEVER : undefined);
		change?.(example);
		let text = JSON.stringify(example);
		for (const { host } of [hubspot, salesforce]) {
			text = text.replaceAll(`https://${host}`, `${this.standIns.url}/${host}`);
		}
		const definition = JSON.parse(text) as WorkflowDefinition;
		for (const node of definition.nodes) office.takePlaceOf(node, this.standIns.url);
		return (await this.world.client.createWorkflow(definition)).id;
	}

	/** Runs a workflow by hand. */
	async run(id: string): Promise<Execution> {
		return await this.world.client.run(id, 'Run Now');
	}

	/** Lets the stand-ins be down for requests with a method, in which a word stands, until the end of the test. */
	failAt(method: string, word: string): void {
		this.standIns.fault = ({ line, body }) => {
			const isMeant = line.startsWith(method) && `${line} ${JSON.stringify(body)}`.includes(word);
			return isMeant ? { status: 503, json: { message: 'Down' } } : undefined;
		};
	}

	/** Runs a workflow while they are. */
	async runWhileDown(id: string, method: string, word: string): Promise<Execution> {
		this.failAt(method, word);
		const execution = await this.run(id);
		this.standIns.fault = undefined;
		return execution;
	}

	/** Forgets what became of the cards of other stories, if there were any. */
	async emptyTable(): Promise<void> {
		const parameters = {
			resource: 'row',
			operation: 'deleteRows',
			dataTableId: { __rl: true, mode: 'name', value: TABLE },
			filters: { conditions: [{ keyName: 'cardId', condition: 'isNotEmpty' }] },
		};
		const empty = { name: 'Empty', type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters };
		const { id } = await this.world.client.createWorkflow(workflow('Empty the table', [manualTrigger(), empty]));
		await this.world.client.run(id, manualTriggerName);
	}

	/** What became of a card, in the table of the recipes that keep one. */
	async rowOf({ id }: { id: string }): Promise<DataTableRow | undefined> {
		return (await this.world.client.dataTableRows(TABLE)).find(({ cardId }) => cardId === id);
	}
}
