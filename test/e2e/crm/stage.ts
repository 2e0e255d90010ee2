import type {
	CredentialReference,
	DataTableRow,
	Execution,
	StoredWorkflow,
	WorkflowDefinition,
} from '../../support/realN8n/client';
import { waitFor } from '../../support/realN8n/wait';
import { loadExample, manualTrigger, manualTriggerName, workflow } from '../../support/realN8n/workflows';
import type { World } from '../../support/realN8n/world';
import { GoogleAccounts, GoogleSheets } from '../standIns/googleSheets';
import { HubSpot } from '../standIns/hubspot';
import { Salesforce } from '../standIns/salesforce';
import type { StandIns } from '../standIns/services';
import { Slack } from '../standIns/slack';

export const accounts = new GoogleAccounts();
export const sheets = new GoogleSheets();
export const hubspot = new HubSpot();
export const salesforce = new Salesforce();
export const slack = new Slack();

/** What most cards of the stories have. */
export const CARD = {
	...{ companyId: 'hokuto', companyName: '北斗商事株式会社', lastName: '髙橋', firstName: '花子', title: '課長' },
	...{ mobile: '', tel: '03-1234-5678', url: '' },
};

/** More gone cards than the recipes take for usual. */
export const MORE_THAN_USUAL = 21;

/** The table of the recipes for CRMs. */
const TABLE = 'Business Cards Sent';

const NEVER = { item: [{ mode: 'custom', cronExpression: '0 0 0 29 2 *' }] };

/** What a recipe for a CRM is made of there: where the stories for several CRMs differ. */
export interface Crm {
	readonly name: 'HubSpot' | 'Salesforce';
	readonly file: string;
	readonly store: HubSpot | Salesforce;
	/** Objects. */
	readonly contact: string;
	readonly company: string;
	readonly owner: string;
	readonly picture: string;
	/** Fields of contacts and companies. */
	readonly fields: Readonly<
		Record<'id' | 'last' | 'first' | 'email' | 'title' | 'ownerId' | 'person' | 'state' | 'tags' | 'image', string>
	>;
	readonly companyFields: Readonly<Record<'name' | 'companyId', string>>;
	/** How people link a contact with a company. */
	readonly companyOf: string;
	/** What else a recipe leaves alone. */
	readonly ofPeople: object;
}

/** The CRMs of the stories. */
export const CRMS: readonly Crm[] = [
	{
		...{ name: 'HubSpot', file: 'cards-to-hubspot.json', store: hubspot },
		...{ contact: 'contacts', company: 'companies', owner: 'owners', picture: 'notes' },
		fields: {
			...{
				id: 'id',
				last: 'lastname',
				first: 'firstname',
				email: 'email',
				title: 'jobtitle',
				ownerId: 'hubspot_owner_id',
			},
			...{ person: 'business_card_person_id', state: 'business_card_state' },
			...{ tags: 'business_card_tags', image: 'business_card_picture' },
		},
		companyFields: { name: 'name', companyId: 'business_card_company_id' },
		companyOf: 'associatedcompanyid',
		ofPeople: { lifecyclestage: 'customer' },
	},
	{
		...{ name: 'Salesforce', file: 'cards-to-salesforce.json', store: salesforce },
		...{ contact: 'Contact', company: 'Account', owner: 'User', picture: 'ContentVersion' },
		fields: {
			...{ id: 'Id', last: 'LastName', first: 'FirstName', email: 'Email', title: 'Title', ownerId: 'OwnerId' },
			...{ person: 'Business_Card_Person_ID__c', state: 'Business_Card_State__c' },
			...{ tags: 'Business_Card_Tags__c', image: 'Business_Card_Picture__c' },
		},
		companyFields: { name: 'Name', companyId: 'Business_Card_Company_ID__c' },
		companyOf: 'AccountId',
		ofPeople: { LeadSource: 'Fair' },
	},
];

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
	 * Stores an example.
	 *
	 * @param change what a person changes in it first
	 * @param isCalled whether it is published to be called: its own trigger would bring the same cards beside the story
	 */
	async stored(
		file: string,
		change?: (definition: WorkflowDefinition) => void,
		isCalled = false,
	): Promise<StoredWorkflow> {
		const definition = loadExample(file, [this.world.credential, ...this.credentials], isCalled ? NEVER : undefined);
		change?.(definition);
		return await this.world.client.createWorkflow(definition);
	}

	/** Runs a workflow by hand. */
	async run(id: string, from = 'Run Now'): Promise<Execution> {
		return await this.world.client.run(id, from);
	}

	/** Lets the stand-ins fail to write while something is done, and where a word stands in the request if there is one. */
	async whileDown<T>(method: string, word: string, work: () => Promise<T>): Promise<T> {
		this.standIns.fault = (request) => {
			const isMeant = request.method === method && `${request.path} ${JSON.stringify(request.body)}`.includes(word);
			return isMeant ? { status: 503, json: { message: 'Down' } } : undefined;
		};
		const result = await work();
		this.standIns.fault = undefined;
		return result;
	}

	/** The requests to the stand-ins that something makes, as `POST host/path`. */
	async requestsOf(work: () => Promise<unknown>): Promise<string[]> {
		const before = this.standIns.requests.length;
		await work();
		return this.standIns.requests.slice(before);
	}

	/** Forgets what became of the cards of other stories, if there were any. */
	async emptyTable(): Promise<void> {
		const parameters = {
			...{ resource: 'row', operation: 'deleteRows', dataTableId: { __rl: true, mode: 'name', value: TABLE } },
			filters: { conditions: [{ keyName: 'cardId', condition: 'isNotEmpty' }] },
		};
		const empty = { name: 'Empty', type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters };
		const { id } = await this.world.client.createWorkflow(workflow('Empty the table', [manualTrigger(), empty]));
		await this.run(id, manualTriggerName);
	}

	/** What became of a card, in the table of the recipes that keep one. */
	async rowOf({ id }: { id: string }): Promise<DataTableRow | undefined> {
		return (await this.world.client.dataTableRows(TABLE)).find(({ cardId }) => cardId === id);
	}

	/** Waits until so many executions of a workflow have ended, and gives the newest execution. */
	async lastOf(id: string, count: number): Promise<Execution> {
		const { client, n8n } = this.world;
		const look = async () => {
			const all = await client.executions(id);
			return all.length >= count ? all.at(-1) : undefined;
		};
		return await waitFor(`${count} executions`, look, { explain: () => n8n.logTail() });
	}
}
