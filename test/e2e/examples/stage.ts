import type { DataTableRow, Execution, WorkflowDefinition } from '../../../scripts/realN8n/client';
import { loadExample } from '../../../scripts/realN8n/workflows';
import { GoogleContacts } from '../standIns/contacts/google';
import { OutlookContacts } from '../standIns/contacts/outlook';
import { Drives } from '../standIns/drives';
import { HubSpot } from '../standIns/hubspot';
import { takePlaceOfOwnNode } from '../standIns/hubspot/ownNode';
import { Kintone } from '../standIns/kintone';
import { Office } from '../standIns/office';
import { MicrosoftLogin, Outlook } from '../standIns/outlook';
import { Salesforce } from '../standIns/salesforce';
import { StandIns } from '../standIns/services';
import { worldPerFile } from '../world';

/** What the stories of the examples play on: n8n with the emulated service on one side and the stand-ins on the other. */

export const hubspot = new HubSpot();
export const kintone = new Kintone();
export const salesforce = new Salesforce();
export const office = new Office();
export const outlook = new Outlook();
export const outlookContacts = new OutlookContacts();
export const googleContacts = new GoogleContacts();
const login = new MicrosoftLogin();
export const drives = new Drives();

const STORES = [hubspot, kintone, salesforce, office, outlook, outlookContacts, googleContacts, drives];
export const standIns = new StandIns([...STORES, login]);
export const world = worldPerFile();

/** What most cards of the stories have. */
export const CARD = {
	companyName: '北斗商事株式会社',
	lastName: '髙橋',
	firstName: '花子',
	title: '課長',
	tel: '03-1234-5678',
};

/** More gone cards than the recipes take for usual. */
export const MORE_THAN_USUAL = 21;

const NEVER = { item: [{ mode: 'custom', cronExpression: '0 0 0 29 2 *' }] };

/** How long a node waits before it tries again: a tenth of the five seconds in the examples. */
const SOON_MS = 500;

/** What HubSpot and Salesforce call things. */
const NAMES = {
	contact: ['contacts', 'Contact'],
	company: ['companies', 'Account'],
	owner: ['owners', 'User'],
	picture: ['notes', 'ContentVersion'],
	id: ['id', 'Id'],
	last: ['lastname', 'LastName'],
	first: ['firstname', 'FirstName'],
	email: ['email', 'Email'],
	title: ['jobtitle', 'Title'],
	origin: ['lifecyclestage', 'LeadSource'],
	ownerId: ['hubspot_owner_id', 'OwnerId'],
	person: ['business_card_person_id', 'Business_Card_Person_ID__c'],
	state: ['business_card_state', 'Business_Card_State__c'],
	tags: ['business_card_tags', 'Business_Card_Tags__c'],
	worksFor: ['associatedcompanyid', 'AccountId'],
	companyName: ['name', 'Name'],
	phone: ['phone', 'Phone'],
	domain: ['domain', 'Website'],
	exchange: ['meetings', 'Event'],
} as const;

type Names = Readonly<Record<keyof typeof NAMES, string>>;

function namesOf(column: 0 | 1): Names {
	return Object.fromEntries(Object.entries(NAMES).map(([thing, names]) => [thing, names[column]])) as Names;
}

const HUBSPOT_CRM = { name: 'HubSpot', file: 'cards-to-hubspot.json', store: hubspot, ...namesOf(0) };
const SALESFORCE_CRM = { name: 'Salesforce', file: 'cards-to-salesforce.json', store: salesforce, ...namesOf(1) };

/** The CRMs of the stories. */
export const CRMS = [HUBSPOT_CRM, SALESFORCE_CRM];

/** What people do in Salesforce, and how it writes things. */
export const SALESFORCE = {
	...SALESFORCE_CRM,
	merge: (winner: string, loser: string) => salesforce.merge('Contact', winner, loser),
	remove: (id: string) => salesforce.remove('Contact', id),
	asDomain: (domain: string) => `https://www.${domain}/`,
	asOwner: (email: string) => ({ Email: email, IsActive: true, UserType: 'Standard' }),
};

/** n8n's credentials for the services: name in the examples, type, fields. */
function accounts(): ReadonlyArray<readonly [string, string, object]> {
	const token = { access_token: salesforce.token, token_type: 'Bearer' };
	const oauthTokenData = { ...token, instance_url: `${standIns.url}/${salesforce.host}` };
	const graph = {
		grantType: 'clientCredentials',
		accessTokenUrl: `${standIns.url}/${login.host}/tenant/oauth2/v2.0/token`,
		clientId: 'id',
		clientSecret: 'secret',
		scope: 'https://graph.microsoft.com/.default',
		authentication: 'body',
	};
	const microsoft = ({ host }: { host: string }) => ({
		clientId: 'id',
		clientSecret: 'secret',
		oauthTokenData: token,
		graphApiBaseUrl: `${standIns.url}/${host}`,
	});
	return [
		['Google Contacts account', 'httpHeaderAuth', googleContacts.impersonating],
		['Google account', 'googleApi', { email: 'nobody@example.com', privateKey: 'none' }],
		['Google Drive account', 'googleDriveOAuth2Api', { clientId: 'id', clientSecret: 'secret' }],
		['HubSpot account', 'hubspotAppToken', { appToken: hubspot.token }],
		['kintone account', 'httpHeaderAuth', { name: 'X-Cybozu-API-Token', value: kintone.tokens }],
		['Microsoft Graph account', 'oAuth2Api', graph],
		['Microsoft Drive account', 'microsoftOneDriveOAuth2Api', microsoft(drives)],
		['Microsoft Teams account', 'microsoftTeamsOAuth2Api', microsoft(office)],
		['SMTP account', 'smtp', { host: '127.0.0.1', port: 25, secure: false }],
		['Salesforce account', 'salesforceOAuth2Api', { clientId: 'id', clientSecret: 'secret', oauthTokenData }],
		['Slack account', 'slackApi', { accessToken: 'none', signatureSecret: '' }],
	];
}

const credentials: Array<typeof world.credential> = [];

beforeAll(async () => {
	credentials.push(world.credential);
	for (const account of accounts()) credentials.push(await world.client.createCredential(...account));
});

/** The tables in which recipes keep what became of cards and reports; each test has its own, with a number behind. */
const TABLES = [
	'Business Cards Sent',
	'Business Card Reports',
	'Business Card Drafts',
	'Morning Digest',
	'Photos Sent',
	'Contacts in Outlook',
	'Contacts in Google',
] as const;
let tests = 0;

beforeEach(() => {
	tests += 1;
	for (const { id } of [...world.emulator.company.cards.values()]) world.emulator.deleteCard(id);
	for (const { id } of [...world.emulator.company.reports.values()]) world.emulator.deleteReport(id);
	for (const store of STORES) store.clear();
});

/** Makes an example that writes to HubSpot write to Salesforce, as its note says: its address, its nodes active, HubSpot's not. */
export function useSalesforce({ nodes }: WorkflowDefinition): void {
	for (const node of nodes) {
		const { credentials: accounts = {}, parameters } = node;
		if ('hubspotAppToken' in accounts) node.disabled = true;
		if ('salesforceOAuth2Api' in accounts) node.disabled = false;
		const { assignments = [] } = (parameters.assignments ?? {}) as {
			assignments?: Array<{ name: string; value: unknown }>;
		};
		for (const row of assignments) if (row.name === 'salesforce') row.value = 'https://your-company.my.salesforce.com';
	}
}

/**
 * Stores an example that writes to the stand-ins.
 *
 * @param change what a person changes in it first
 * @param isCalled whether it is published to be called: its own trigger would bring the same cards beside the story
 * @returns its id
 */
export async function stored(
	file: string,
	change?: (definition: WorkflowDefinition) => void,
	isCalled = false,
): Promise<string> {
	const example = loadExample(file, credentials, isCalled ? NEVER : undefined);
	change?.(example);
	for (const node of example.nodes) takePlaceOfOwnNode(node);
	let text = JSON.stringify(example).replaceAll('"batchInterval":1000', '"batchInterval":100');
	for (const table of TABLES) text = text.replaceAll(table, `${table} ${tests}`);
	text = text.replaceAll('https://graph.microsoft.com/v1.0/me/drive', `${standIns.url}/${drives.host}/v1.0/me/drive`);
	for (const { host } of STORES) text = text.replaceAll(`https://${host}`, `${standIns.url}/${host}`);
	const definition = JSON.parse(text) as WorkflowDefinition;
	for (const node of definition.nodes) {
		office.takePlaceOf(node, standIns.url);
		drives.takePlaceOf(node, standIns.url);
		googleContacts.takePlaceOf(node);
		if (node.retryOnFail) node.waitBetweenTries = SOON_MS;
		if (node.type === 'n8n-nodes-base.wait') node.parameters.amount = soon(node.parameters.amount);
	}
	return (await world.client.createWorkflow(definition)).id;
}

/** A shorter wait, in seconds. An expression keeps what it takes from the service, and has a shorter least wait. */
function soon(amount: unknown): unknown {
	const isExpression = typeof amount === 'string' && amount.startsWith('=');
	return isExpression ? amount.replace('Math.max(20,', `Math.max(${SOON_MS / 1000},`) : SOON_MS / 1000;
}

/** Runs a workflow by hand. */
export async function run(id: string): Promise<Execution> {
	return await world.client.run(id, 'Run Now');
}

/** Lets the stand-ins be down for requests with a method, in which a word stands, until the end of the test. */
export function failAt(method: string, word: string): void {
	standIns.fault = ({ line, body }) => {
		const isMeant = line.startsWith(method) && `${line} ${JSON.stringify(body)}`.includes(word);
		return isMeant ? { status: 503, json: { message: 'Down' } } : undefined;
	};
}

/** Runs a workflow while they are. */
export async function runWhileDown(id: string, method: string, word: string): Promise<Execution> {
	failAt(method, word);
	const execution = await run(id);
	standIns.fault = undefined;
	return execution;
}

/** What became of a card, in the table of the recipes that keep one. */
export async function rowOf(card: { id: string }): Promise<DataTableRow | undefined> {
	return await rowIn(TABLES[0], card);
}

/** What became of a card, in another table. */
export async function rowIn(table: (typeof TABLES)[number], { id }: { id: string }): Promise<DataTableRow | undefined> {
	return (await world.client.dataTableRows(`${table} ${tests}`)).find(({ cardId }) => cardId === id);
}

/** What became of a report. */
export async function reportRowOf({ id }: { id: string }): Promise<DataTableRow | undefined> {
	return (await world.client.dataTableRows(`${TABLES[1]} ${tests}`)).find(({ reportId }) => reportId === id);
}

/** What became of the drafts. */
export async function draftRows(): Promise<DataTableRow[]> {
	return await world.client.dataTableRows(`${TABLES[2]} ${tests}`);
}

/** The rows of the photos that the recipe for photos took, by the ID of the photo. */
export async function photoRows(): Promise<Map<unknown, DataTableRow>> {
	const rows = await world.client.dataTableRows(`${TABLES[4]} ${tests}`);
	return new Map(rows.map((row) => [row.photoId, row]));
}
