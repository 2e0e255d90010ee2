import { chosenVersion } from '../../scripts/realN8n/versions';
import { exampleFiles, makesTable, needsAccount, readExample } from '../../scripts/realN8n/workflows';
import { cardsAsTheyAre } from './examples/asTheyAre';
import { cardsToHubSpot, contactsToHubSpot } from './examples/hubspot';
import { cardsToKintone } from './examples/kintone';
import { crmEveryNight } from './examples/night';
import { contactChangesToSlack, reconcileGoogleSheets } from './examples/office';
import { digitizePhotos, newCardsToCrm } from './examples/own';
import { reportsToCrm } from './examples/reports';
import { cardsToSalesforce, contactsToSalesforce } from './examples/salesforce';
import { SALESFORCE, world } from './examples/stage';

/** The examples; the addresses of other services lead to stand-ins on this machine. */

/** What each example has to show, by its file name. */
const STORIES: Readonly<Record<string, () => void>> = {
	'cards-to-hubspot.json': cardsToHubSpot,
	'cards-to-kintone.json': cardsToKintone,
	'cards-to-salesforce.json': () => {
		cardsAsTheyAre(SALESFORCE);
		cardsToSalesforce();
	},
	'contacts-to-salesforce.json': contactsToSalesforce,
	'contact-changes-to-slack.json': contactChangesToSlack,
	'contacts-to-hubspot.json': contactsToHubSpot,
	'crm-every-night.json': crmEveryNight,
	'digitize-photos.json': digitizePhotos,
	'new-cards-to-crm.json': newCardsToCrm,
	'reconcile-google-sheets.json': reconcileGoogleSheets,
	'reports-to-crm.json': reportsToCrm,
};

/** Told in `organization.test.ts`. */
const OTHERS = ['organization-first-plan.json', 'organization-from-sheet.json'];

const FILES = exampleFiles();

test('there is a story for every example', () => expect(FILES).toEqual([...Object.keys(STORIES), ...OTHERS].sort()));

test.each(FILES.filter((file) => !needsAccount(readExample(file))))(
	'%s finds the credential by its name when it is imported as it is',
	async (file) => {
		const { nodes } = await world.client.createWorkflow(readExample(file));
		const references = nodes.flatMap(({ credentials = {} }) => Object.values(credentials));
		expect(references.length).toBeGreaterThan(0);
		for (const reference of references) expect(reference).toEqual(world.credential);
	},
);

/** What this version of n8n can execute: the first has no data tables. */
const executable = Object.keys(STORIES).filter((file) => !chosenVersion.isFirst || !makesTable(readExample(file)));

describe.each(executable)('%s', (file) => STORIES[file]?.());
