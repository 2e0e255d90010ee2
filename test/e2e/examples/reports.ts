import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { hubspot, reportRowOf, run, runWhileDown, salesforce, standIns, stored, useSalesforce, world } from './stage';

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

	test('HubSpot: a meeting and a call, once, linked with the contacts of the guests', async () => {
		const { emulator } = world;
		const id = await stored(FILE);
		for (let owner = 0; owner < 501; owner += 1) hubspot.make('owners', { email: `owner-${owner}@example.com` });
		const owner = hubspot.make('owners', { email: emulator.user.email.toUpperCase() });
		succeeded(await run(await stored('cards-to-hubspot.json')));
		const contacts = GUESTS.slice(1).map((person) => hubspot.make('contacts', { business_card_person_id: person }));
		const report = meeting();
		const call = emulator.addReport({ type: 'Call', title: 'Offer', startsAt: BEGIN, endsAt: END });
		emulator.addReport({ type: 'Email', title: 'Not sent' });
		expect(errorOf(await runWhileDown(id, 'POST', '/batch/associate')).message).toContain(`report ${report.id}`);
		succeeded(await run(id));
		const [written] = hubspot.all('meetings');
		const body = 'Price &lt; 100<br>Call back<br><br>Phase: Offer<br><br>Attendees: 髙橋 花子 (北斗商事株式会社)';
		expect(hubspot.all('meetings')).toHaveLength(1);
		expect(written).toMatchObject({
			hs_meeting_title: '製品デモ',
			hs_meeting_location: 'Tokyo',
			hubspot_owner_id: owner,
			hs_meeting_start_time: BEGIN,
			hs_meeting_end_time: END,
			hs_meeting_body: expect.stringContaining(body) as string,
			contacts,
		});
		expect(hubspot.all('calls')).toMatchObject([{ hs_call_title: 'Offer', hs_call_duration: '3600000' }]);
		expect(await reportRowOf(report)).toMatchObject({ state: 'waiting', linked: 2, recordId: written?.id });

		const byHand = { hs_meeting_outcome: 'COMPLETED', hubspot_owner_id: '9' };
		hubspot.edit('meetings', written?.id, byHand);
		emulator.changeReport(report.id, { title: '製品デモ 2' });
		hubspot.archive('calls', hubspot.all('calls')[0]?.id);
		succeeded(await run(id));
		expect(hubspot.all('meetings')).toMatchObject([{ hs_meeting_title: '製品デモ 2', ...byHand }]);
		expect(hubspot.all('calls')).toEqual([]);
		expect(await reportRowOf(call)).toMatchObject({ state: 'skipped' });
	});

	test('HubSpot: a meeting whose answer was lost is found again', async () => {
		const id = await stored(FILE);
		const report = meeting();
		let isLost = false;
		standIns.fault = ({ line }) => {
			if (isLost || line !== 'POST /crm/v3/objects/meetings') return undefined;
			isLost = true;
			return 'lost';
		};
		expect(errorOf(await run(id)).message).toContain(report.id);
		hubspot.indexNow();
		succeeded(await run(id));
		expect(hubspot.all('meetings')).toHaveLength(1);
		expect(await reportRowOf(report)).toMatchObject({ state: 'waiting' });
	});

	test('Salesforce: an event, once; what was refused is named and written by the next run', async () => {
		const { emulator } = world;
		const id = await stored(FILE, useSalesforce);
		const OwnerId = salesforce.make('User', { Email: emulator.user.email, IsActive: true, UserType: 'Standard' });
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
		expect(await reportRowOf(report)).toMatchObject({ state: 'sent', reason: '', linked: 3 });
	});
}
