import type { ReportInput } from './index';
import { ALWAYS, emulatorPerTest, errorsOf } from './testClient';

const context = emulatorPerTest();

function addReports(reports: ReadonlyArray<ReportInput & { id: string }>): void {
	for (const report of reports) context.emulator.addReport(report);
}

describe('E9: reports', () => {
	beforeEach(() => {
		addReports([
			{
				id: 'a',
				type: 'Meeting',
				registeredTime: '2024-01-03T00:00:00Z',
				updatedTime: '2024-05-01T00:00:00Z',
				categories: [{ name: 'Phase', value: 'Offer' }],
			},
			{
				id: 'b',
				type: 'Call',
				registeredTime: '2024-01-02T00:00:00Z',
				updatedTime: '2024-05-02T00:00:00Z',
				categories: [{ name: 'Offer', value: 'Phase' }],
			},
			{
				id: 'c',
				type: 'OnlineMeeting',
				registeredTime: '2024-01-01T00:00:00Z',
				updatedTime: '2024-05-03T00:00:00Z',
			},
			{
				id: 'd',
				type: 'BizCardExchange',
				updatedTime: '2024-05-04T00:00:00Z',
				ownerId: 'colleague',
				startsAt: '2024-05-01T23:00:00Z',
			},
		]);
	});
	const reports = async (query = {}, version = '3.2') =>
		context.client.ids(`/v${version}/reports`, { ...ALWAYS, ...query });

	it('lists the own ones, latest change first', async () => {
		expect(await reports()).toEqual(['c', 'b', 'a']);
		expect(await reports({ limit: '1' })).toEqual(['c', 'b', 'a']);
		expect(await reports({ range: 'all' })).toEqual(['d', 'c', 'b', 'a']);
		expect(await reports({ orderBy: 'registeredAt', orderDirection: 'asc' })).toEqual(['c', 'b', 'a']);
		const oneDay = { updatedFrom: '2024-05-02T00:00:00Z', updatedTo: '2024-05-02T23:59:59Z' };
		expect(await reports(oneDay)).toEqual(['b']);
	});

	it('narrows down by type and category, several values each', async () => {
		expect(await reports({ 'type[]': ['Call', 'OnlineMeeting'] })).toEqual(['c', 'b']);
		expect(await reports({ 'category[]': ['Phase'] })).toEqual(['b', 'a']);
		context.emulator.switches.categoryMatch = 'name';
		expect(await reports({ 'category[]': ['Phase', 'none'] })).toEqual(['a']);
		context.emulator.switches.categoryMatch = 'value';
		expect(await reports({ 'category[]': 'Phase' })).toEqual(['b']);
	});

	it('has no online meetings in 2.5, or shows them as meetings', async () => {
		expect(await reports({}, '2.5')).toEqual(['b', 'a']);
		context.emulator.switches.onlineMeetingIn25 = 'asMeeting';
		expect(await reports({ 'type[]': 'Meeting' }, '2.5')).toEqual(['c', 'a']);
		const { json } = await context.client.get('/v2.5/reports', { ...ALWAYS, limit: '1' });
		expect(json.data[0]?.type).toBe('Meeting');
	});

	it('shows dates of card exchanges and times of everything else', async () => {
		const { json } = await context.client.get('/v3.2/reports', { ...ALWAYS, range: 'all' });
		const aTime = expect.stringMatching(/T/) as string;
		const day = '2024-05-02';
		expect(json.data[0]).toMatchObject({ startDate: day, endDate: day, startTime: null, endTime: null });
		expect(json.data[1]).toMatchObject({ startDate: null, endDate: null, startTime: aTime, endTime: aTime });
		expect(Object.keys(json.data[0] ?? {})).toHaveLength(15);
	});

	it('allows as large a limit as the switch says', async () => {
		const { client, emulator } = context;
		const asked = async (limit: string) => await client.get('/v3.2/reports', { ...ALWAYS, limit });
		expect((await asked('300')).status).toBe(200);
		emulator.switches.reportsLimitMax = 100;
		expect(errorsOf(await asked('101'))).toEqual(['invalid_value limit']);
		expect(errorsOf(await client.get('/v3.2/reports'))).toEqual(['required updatedFrom']);
	});

	it('sees changes and deletions', async () => {
		const { emulator } = context;
		emulator.changeReport('a', { title: 'new' });
		expect(await reports()).toEqual(['a', 'c', 'b']);
		emulator.changeReport('b', { title: 'quiet' }, { touch: false });
		emulator.deleteReport('c');
		expect(await reports()).toEqual(['a', 'b']);
	});
});

describe('E10: tags', () => {
	it('lists private tags of the caller unless asked for more', async () => {
		const { client, emulator } = context;
		for (const ownerId of [emulator.user.id, 'colleague']) {
			for (const type of ['private', 'public', 'shared'] as const)
				emulator.addTag({ id: `${type} ${ownerId}`, type, ownerId });
		}
		const me = emulator.user.id;
		const types = ['private', 'public', 'shared'];
		for (const version of ['2.0', '2.5']) {
			const path = `/v${version}/tags`;
			expect(await client.ids(path, {})).toEqual([`private ${me}`]);
			expect(await client.ids(path, { type: types })).toEqual(types.map((type) => `${type} ${me}`));
			expect(await client.ids(path, { type: types, range: 'all', limit: '2' })).toEqual(
				[...types.map((type) => `${type} ${me}`), 'public colleague', 'shared colleague'].sort(),
			);
		}
	});

	it('spells the id of the tag list as the switch says', async () => {
		const { client, emulator } = context;
		emulator.addTag({ id: 't', name: 'VIP' });
		const { id, name, email } = emulator.user;
		const tags = async () => (await client.get('/v2.5/tags')).json.data;
		expect(await tags()).toEqual([{ id: 't', name: 'VIP', type: 'private', owner: { id, name, email } }]);
		emulator.switches.tagIdSpelling = 'always Id';
		emulator.changeTag('t', { name: 'Very important' });
		expect(await tags()).toEqual([expect.objectContaining({ Id: 't', name: 'Very important' })]);
		expect(emulator.deleteTag('t')).toBe(true);
		expect(await tags()).toEqual([]);
	});
});
