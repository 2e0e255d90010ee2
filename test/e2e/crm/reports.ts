import { errorOf, succeeded } from '../../support/realN8n/output';
import { hubspot } from './hubspot';
import { salesforce } from './salesforce';
import { useSalesforce, type Stage } from './stage';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-02T01:00:00Z');

/** Meetings and calls, with the people in them. */
export function reportsToCrm(stage: () => Stage): void {
	const guest = (personId: string) => ({ id: personId, personId, lastName: '髙橋', firstName: '花子', companyName: '北斗商事株式会社' });
	const meeting = () => stage().world.emulator.addReport({
		type: 'OnlineMeeting', title: '製品デモ', memo: 'Price < 100\nCall back', location: 'Tokyo', startsAt: START, endsAt: START + HOUR_MS,
		externalAttendees: [guest('p1'), guest('p2'), guest('p3')], categories: [{ name: 'Phase', value: 'Offer' }],
	});

	beforeEach(() => {
		hubspot.clear();
		salesforce.clear();
	});

	test('HubSpot: a meeting and a call, once, linked with the contacts of the guests', async () => {
		const { emulator } = stage().world;
		const { id } = await stage().stored('reports-to-crm.json');
		hubspot.owners.set(emulator.user.email, '7');
		const contacts = ['p1', 'p2'].map((person) => hubspot.make('contacts', { business_card_person_id: person }));
		const report = meeting();
		emulator.addReport({ type: 'Call', title: 'Offer', startsAt: START, endsAt: START + HOUR_MS, externalAttendees: [] });
		emulator.addReport({ type: 'Email', title: 'Not sent' });
		succeeded(await stage().run(id));
		const [written] = hubspot.all('meetings');
		expect(written).toMatchObject({
			hs_meeting_title: '製品デモ', hs_meeting_location: 'Tokyo', hs_meeting_start_time: '2026-03-02T01:00:00.000Z', hs_meeting_end_time: '2026-03-02T02:00:00.000Z', hubspot_owner_id: '7',
			hs_meeting_body: expect.stringContaining('Price &lt; 100<br>Call back<br><br>Phase: Offer<br><br>Guests: 髙橋 花子 (北斗商事株式会社)') as string,
		});
		expect([...hubspot.links]).toEqual(contacts.map((contact) => `meetings/${written?.id} contacts/${contact}`));
		expect(hubspot.all('calls')).toMatchObject([{ hs_call_title: 'Offer', hs_call_duration: HOUR_MS }]);

		Object.assign(hubspot.records.get('meetings')?.get(written?.id ?? '') ?? {}, { hs_meeting_outcome: 'COMPLETED', hubspot_owner_id: '9' });
		emulator.changeReport(report.id, { title: '製品デモ 2' });
		succeeded(await stage().run(id));
		expect(hubspot.all('meetings')).toMatchObject([{ hs_meeting_title: '製品デモ 2', hs_meeting_outcome: 'COMPLETED', hubspot_owner_id: '9' }]);
		expect(hubspot.all('calls')).toHaveLength(1);
	});

	test('Salesforce: an event, once; what was refused is named and written by the next run', async () => {
		const { emulator, client } = stage().world;
		for (const { id } of [...emulator.company.reports.values()]) emulator.deleteReport(id);
		const { id } = await stage().stored('reports-to-crm.json', useSalesforce);
		const owner = salesforce.make('User', { Email: emulator.user.email, IsActive: true });
		const contacts = ['p1', 'p2', 'p3'].map((person) => salesforce.make('Contact', { LastName: person, Business_Card_Person_ID__c: person }));
		const report = meeting();
		stage().standIns.fault = ({ path }) => (path.includes('/Event') ? { status: 503, json: [{ message: 'Down' }] } : undefined);
		expect(errorOf(await stage().run(id)).message).toBe(`Reports that did not reach the CRM: 1; the others did.\nreport ${report.id} (製品デモ): Write in Salesforce: Down`);
		stage().standIns.fault = undefined;
		succeeded(await stage().run(id));
		emulator.changeReport(report.id, { memo: 'New' });
		succeeded(await stage().run(id));
		expect(salesforce.all('Event')).toMatchObject([{
			Subject: '製品デモ', Location: 'Tokyo', StartDateTime: '2026-03-02T01:00:00.000Z', EndDateTime: '2026-03-02T02:00:00.000Z',
			OwnerId: owner, EventWhoIds: contacts, Description: expect.stringMatching(/^New\n/) as string,
		}]);
		expect((await client.dataTableRows('Business Card Reports')).find(({ reportId }) => reportId === report.id)).toMatchObject({ state: 'sent', reason: '' });
	});
}
