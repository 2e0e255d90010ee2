import { googleSheets, reconcileGoogleSheets } from './crm/googleSheets';
import { cardsToHubSpot, hubspot } from './crm/hubspot';
import { crmEveryNight } from './crm/night';
import { reportsToCrm } from './crm/reports';
import { cardsToSalesforce, salesforce } from './crm/salesforce';
import { contactChangesToSlack, slack } from './crm/slack';
import { Stage } from './crm/stage';
import { crmExamples, examplesWithTable } from '../support/realN8n/examples';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import { chosenVersion } from '../support/realN8n/versions';
import type { World } from '../support/realN8n/world';
import { startStandIns, type StandIns } from './standIns/start';

/**
 * The recipes for other services, through n8n's own nodes for them: n8n asks for the services under their real names, and a proxy
 * leads it to stand-ins on this machine.
 */

/** What each example has to show, by its file name. */
const STORIES: Readonly<Record<string, (stage: () => Stage) => void>> = {
	'cards-to-hubspot.json': cardsToHubSpot,
	'cards-to-salesforce.json': cardsToSalesforce,
	'crm-every-night.json': crmEveryNight,
	'contact-changes-to-slack.json': contactChangesToSlack,
	'reconcile-google-sheets.json': reconcileGoogleSheets,
	'reports-to-crm.json': reportsToCrm,
};

/** n8n's credentials for the services: name in the examples, type, fields. */
const ACCOUNTS: ReadonlyArray<readonly [string, string, Record<string, unknown>]> = [
	['Google account', 'googleApi', { email: googleSheets.account.email, privateKey: googleSheets.account.privateKey }],
	['HubSpot account', 'hubspotAppToken', { appToken: hubspot.token }],
	['Salesforce account', 'salesforceOAuth2Api', { clientId: 'id', clientSecret: 'secret', oauthTokenData: { access_token: salesforce.token, token_type: 'Bearer' } }],
	['Slack account', 'slackApi', { accessToken: slack.token, signatureSecret: '' }],
];

let standIns: StandIns;
let world: World;
let stage: Stage;

beforeAll(async () => {
	standIns = await startStandIns([googleSheets, hubspot, salesforce, slack]);
	world = await startTestWorld('crmExamples', standIns.env);
	const credentials = [];
	for (const account of ACCOUNTS) credentials.push(await world.client.createCredential(...account));
	stage = new Stage(world, standIns, credentials);
});

afterAll(async () => {
	await world?.stop();
	await standIns?.stop();
});

beforeEach(() => {
	for (const { id } of [...world.emulator.company.cards.values()]) world.emulator.deleteCard(id);
});

afterEach(() => {
	standIns.fault = undefined;
	expectNoViolations(world);
	expect(standIns.unknown.splice(0)).toEqual([]);
});

test('there is a story for every example for another service', () => {
	expect(Object.keys(STORIES).sort()).toEqual([...crmExamples].sort());
});

/** What this version of n8n can execute. */
const executable = Object.entries(STORIES).filter(([file]) => chosenVersion.makesTables || !examplesWithTable.includes(file));

describe.each(executable)('%s', (_, tell) => tell(() => stage));
