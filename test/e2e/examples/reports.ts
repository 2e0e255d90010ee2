import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { hubspot, run, runWhileDown, salesforce, stored, useSalesforce, world } from './stage';

const FILE = 'reports-to-crm.json';
const [BEGIN, END] = ['2026-03-02T01:00:00.000Z', '2026-03-02T02:00:00.000Z'];
const GUESTS = ['p1', 'p2', 'p3'];

/** Meetings and calls, with the people in them. */
export function reportsToCrm(): void {
	const who = { lastName: '髙橋', firstName: '花子', companyName: '北斗商事株式会社' };
	const externalAttendees = GUESTS.map((personId) => ({ id: personId, personId, ...who }));
	const meeting = () =>
		world.emulator.addReport({
			type: 'OnlineMeeting',
			title: '製品デモ',
			memo: 'Price < 100\nCall back',
			location: 'Tokyo',
			startsAt: BEGIN,
			endsAt: END,
			externalAttendees,
			categories: [{ name: 'Phase', value: 'Offer' }],
		});

	beforeEach(() => {
		for (const { id } of [...world.emulator.company.reports.values()]) world.emulator.deleteReport(id);
	});

	test('HubSpot: a meeting and a call, once, linked with the contacts of the guests', async () => {
		const { emulator } = world;
		const id = await stored(FILE);
		const owner = hubspot.make('owners', { email: emulator.user.email });
		const contacts = GUESTS.slice(1).map((person) => hubspot.make('contacts', { business_card_person_id: person }));
		const report = meeting();
		emulator.addReport({ type: 'Call', title: 'Offer', startsAt: BEGIN, endsAt: END });
		emulator.addReport({ type: 'Email', title: 'Not sent' });
		succeeded(await run(id));
		const [written] = hubspot.all('meetings');
		const body = 'Price &lt; 100<br>Call back<br><br>Phase: Offer<br><br>Guests: 髙橋 花子 (北斗商事株式会社)';
		expect(written).toMatchObject({
			hs_meeting_title: '製品デモ',
			hs_meeting_location: 'Tokyo',
			hubspot_owner_id: owner,
			hs_meeting_start_time: BEGIN,
			hs_meeting_end_time: END,
			hs_meeting_body: expect.stringContaining(body) as string,
			contacts,
		});
		expect(hubspot.all('calls')).toMatchObject([{ hs_call_title: 'Offer', hs_call_duration: 3_600_000 }]);

		const byHand = { hs_meeting_outcome: 'COMPLETED', hubspot_owner_id: '9' };
		hubspot.edit('meetings', written?.id, byHand);
		emulator.changeReport(report.id, { title: '製品デモ 2' });
		succeeded(await run(id));
		expect(hubspot.all('meetings')).toMatchObject([{ hs_meeting_title: '製品デモ 2', ...byHand }]);
		expect(hubspot.all('calls')).toHaveLength(1);
	});

	test('Salesforce: an event, once; what was refused is named and written by the next run', async () => {
		const { emulator, client } = world;
		const id = await stored(FILE, useSalesforce);
		const OwnerId = salesforce.make('User', { Email: emulator.user.email, IsActive: true });
		const EventWhoIds = GUESTS.map((person) =>
			salesforce.make('Contact', { LastName: person, Business_Card_Person_ID__c: person }),
		);
		const report = meeting();
		const cut = await runWhileDown(id, 'POST', '/Event');
		const line = `report ${report.id} (製品デモ): Write in Salesforce: Down`;
		expect(errorOf(cut).message).toBe(`Reports that did not reach the CRM: 1; the others did.\n${line}`);
		succeeded(await run(id));
		emulator.changeReport(report.id, { memo: 'New' });
		succeeded(await run(id));
		const times = { StartDateTime: BEGIN, EndDateTime: END };
		const Description = expect.stringMatching(/^New\n/) as string;
		expect(salesforce.all('Event')).toMatchObject([
			{ Subject: '製品デモ', Location: 'Tokyo', ...times, OwnerId, EventWhoIds, Description },
		]);
		const row = (await client.dataTableRows('Business Card Reports')).find(({ reportId }) => reportId === report.id);
		expect(row).toMatchObject({ state: 'sent', reason: '' });
	});
}
