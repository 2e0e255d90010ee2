import { cardsToCrm } from './crm/cards';
import { crmEveryNight } from './crm/night';
import { reportsToCrm } from './crm/reports';
import { contactChangesToSlack, reconcileGoogleSheets } from './crm/office';
import { CRMS, hubspot, office, salesforce, Stage } from './crm/stage';
import { chosenVersion } from '../support/realN8n/versions';
import { exampleFiles, makesTable, needsAccount, readExample } from '../support/realN8n/workflows';
import { expectNoViolations, startTestWorld, type World } from '../support/realN8n/world';
import { StandIns } from './standIns/services';

/** The recipes for other services, whose addresses lead to stand-ins on this machine. */

/** What each example has to show, by its file name. */
const STORIES: Readonly<Record<string, (stage: () => Stage) => void>> = {
	...Object.fromEntries(CRMS.map((crm) => [crm.file, cardsToCrm(crm)])),
	'contact-changes-to-slack.json': contactChangesToSlack,
	'crm-every-night.json': crmEveryNight,
	'reconcile-google-sheets.json': reconcileGoogleSheets,
	'reports-to-crm.json': reportsToCrm,
};

const oauthTokenData = { access_token: salesforce.token, token_type: 'Bearer' };

/** n8n's credentials for the services: name in the examples, type, fields. */
const ACCOUNTS: ReadonlyArray<readonly [string, string, object]> = [
	['Google account', 'googleApi', { email: 'nobody@example.com', privateKey: 'none' }],
	['HubSpot account', 'hubspotAppToken', { appToken: hubspot.token }],
	['Salesforce account', 'salesforceOAuth2Api', { clientId: 'id', clientSecret: 'secret', oauthTokenData }],
	['Slack account', 'slackApi', { accessToken: 'none', signatureSecret: '' }],
];

const standIns = new StandIns([hubspot, salesforce, office]);
let world: World;
let stage: Stage;

beforeAll(async () => {
	await standIns.start();
	world = await startTestWorld('crmExamples');
	const credentials = [];
	for (const account of ACCOUNTS) credentials.push(await world.client.createCredential(...account));
	stage = new Stage(world, standIns, credentials);
});

afterAll(async () => {
	await world?.stop();
	standIns.stop();
});

beforeEach(() => {
	for (const { id } of [...world.emulator.company.cards.values()]) world.emulator.deleteCard(id);
});

afterEach(() => {
	standIns.fault = undefined;
	expectNoViolations(world);
	expect(standIns.unknown.splice(0)).toEqual([]);
});

const FILES = exampleFiles().filter((file) => needsAccount(readExample(file)));

test('there is a story for every example for another service', () =>
	expect(FILES).toEqual(Object.keys(STORIES).sort()));

/** What this version of n8n can execute. */
const executable = FILES.filter((file) => !chosenVersion.isFirst || !makesTable(readExample(file)));

describe.each(executable)('%s', (file) => STORIES[file]?.(() => stage));
