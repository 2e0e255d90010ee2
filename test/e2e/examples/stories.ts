import { chosenVersion } from '../../../scripts/realN8n/versions';
import { makesTable, readExample } from '../../../scripts/realN8n/workflows';
import { cardsAsTheyAre } from './asTheyAre';
import { contactsOfHolders, contactsToOutlook, GOOGLE, OUTLOOK } from './contacts';
import { morningDigest } from './digest';
import { draftsAfterExhibition } from './drafts';
import { cardsToHubSpot, contactsToHubSpot } from './hubspot';
import { cardsToKintone } from './kintone';
import { leadsToSalesforce } from './leads';
import { crmEveryNight } from './night';
import { contactChangesToSlack, reconcileGoogleSheets } from './office';
import { digitizePhotos, newCardsToCrm } from './own';
import { photosFromElsewhere } from './photos';
import { reportsToCrm } from './reports';
import { cardsToSalesforce, contactsToSalesforce } from './salesforce';
import { SALESFORCE } from './stage';

/** What each example has to show, by its file name; the addresses of other services lead to stand-ins on this machine. */
type Stories = Readonly<Record<string, () => void>>;

/** The examples that write to a CRM: `crm.test.ts`. */
export const CRM_STORIES: Stories = {
	'cards-to-hubspot.json': cardsToHubSpot,
	'cards-to-kintone.json': cardsToKintone,
	'cards-to-salesforce.json': () => {
		cardsAsTheyAre(SALESFORCE);
		cardsToSalesforce();
	},
	'contacts-to-hubspot.json': contactsToHubSpot,
	'contacts-to-salesforce.json': contactsToSalesforce,
	'crm-every-night.json': crmEveryNight,
	'leads-to-salesforce.json': leadsToSalesforce,
	'reports-to-crm.json': reportsToCrm,
};

/** The examples for other jobs: `jobs.test.ts`. */
export const JOB_STORIES: Stories = {
	'contact-changes-to-slack.json': contactChangesToSlack,
	'contacts-to-google.json': () => contactsOfHolders(GOOGLE),
	'contacts-to-outlook.json': () => {
		contactsOfHolders(OUTLOOK);
		contactsToOutlook();
	},
	'digitize-photos.json': () => {
		digitizePhotos();
		photosFromElsewhere();
	},
	'drafts-after-exhibition.json': draftsAfterExhibition,
	'morning-digest.json': morningDigest,
	'new-cards-to-crm.json': newCardsToCrm,
	'reconcile-google-sheets.json': reconcileGoogleSheets,
};

/** The examples for users and departments are told in `organization.test.ts` and `directories.test.ts`. */
export const ORGANIZATION_FILES = [
	'organization-first-plan.json',
	'organization-from-entra.json',
	'organization-from-google.json',
	'organization-from-sheet.json',
];

/** The example with an agent is told in `agent.test.ts`. */
export const AGENT_FILE = 'ask-about-contacts.json';

/** Tells the stories of all examples that this version of n8n can execute: the first has no data tables. */
export function tell(stories: Stories): void {
	const executable = Object.keys(stories).filter((file) => !chosenVersion.isFirst || !makesTable(readExample(file)));

	describe.each(executable)('%s', (file) => stories[file]?.());
}
