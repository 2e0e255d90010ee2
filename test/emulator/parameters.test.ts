import { parseDateTime, formatDateTime, isDate } from './dateTime';
import { startEmulator } from './index';
import { ALWAYS, emulatorPerTest, errorsOf, TestClient, type TestQuery } from './testClient';

const context = emulatorPerTest();
const CARDS = '/v3.2/bizCards';

const REPORTS = '/v3.2/reports';

/** A query, and which parameter of it is refused. */
const REFUSED: ReadonlyArray<readonly [what: string, path: string, query: TestQuery, parameter: string]> = [
	['an unknown parameter', CARDS, { ...ALWAYS, page: '2' }, 'page'],
	['a parameter in the wrong case', CARDS, { ...ALWAYS, Limit: '2' }, 'Limit'],
	['a parameter sent twice', CARDS, { ...ALWAYS, range: ['me', 'all'] }, 'range'],
	['a boolean that is none', CARDS, { ...ALWAYS, includeTags: '1' }, 'includeTags'],
	['an enumeration value in the wrong case', CARDS, { ...ALWAYS, range: 'ALL' }, 'range'],
	['an unknown status', CARDS, { ...ALWAYS, entryStatus: ['completed', 'done'] }, 'entryStatus'],
	['a joined list', CARDS, { ...ALWAYS, entryStatus: 'completed,processing' }, 'entryStatus'],
	['an unknown order', CARDS, { ...ALWAYS, orderBy: 'id' }, 'orderBy'],
	['tags in 2.0', '/v2.0/bizCards', { ...ALWAYS, includeTags: 'true' }, 'includeTags'],
	['a term in a search', '/v3.2/bizCards/search', ALWAYS, 'updatedFrom'],
	['an empty condition', '/v3.2/bizCards/search', { name: '' }, 'name'],
	['an empty token', '/v3.2/bizCards/search', { nextPageToken: '' }, 'nextPageToken'],
	['an unknown side', `${CARDS}/1/image`, { side: 'left' }, 'side'],
	['parameters of other endpoints', `${CARDS}/1/tags`, { range: 'all' }, 'range'],
	['a plain type of reports', REPORTS, { ...ALWAYS, type: 'Call' }, 'type'],
	['online meetings in 2.5', '/v2.5/reports', { ...ALWAYS, 'type[]': 'OnlineMeeting' }, 'type[]'],
	['an order reports lack', REPORTS, { ...ALWAYS, orderBy: 'completedAt' }, 'orderBy'],
	['an unknown delimiter', '/v2.0/organization/users', { delimiter: ';' }, 'delimiter'],
];

it.each(REFUSED)('refuses %s and writes it down', async (_what, path, query, parameter) => {
	const answer = await context.client.get(path, query);
	expect([answer.status, ...errorsOf(answer)]).toEqual([400, `invalid_value ${parameter}`]);
	expect(context.emulator.violations).toMatchObject([{ call: { n: 1, path } }]);
});

it.each([
	'2024-05-01',
	'2024-05-01T00:00:00',
	'2024-05-01T00:00:00.000Z',
	'2024-05-01T00:00:00+0900',
	'2024-05-01T00:00:00 09:00',
	'2024-05-01 00:00:00Z',
	'2024-02-30T00:00:00Z',
	'2024-05-01T24:00:00Z',
	'2024-05-01T00:00:00z',
	'1714521600',
	'',
])('refuses the date-time "%s"', async (updatedFrom) => {
	const answer = await context.client.get(CARDS, { ...ALWAYS, updatedFrom });
	expect(errorsOf(answer)).toEqual(['invalid_value updatedFrom']);
});

it('refuses a + that was not encoded', async () => {
	const answer = await context.client.send(
		`${CARDS}?updatedFrom=2024-05-01T00:00:00+09:00&updatedTo=2024-05-02T00:00:00Z`,
	);
	expect(errorsOf(answer)).toEqual(['invalid_value updatedFrom']);
});

it('keeps what was sent in the log, in order', async () => {
	const { client, emulator } = context;
	await client.send('/v2.0/bizCards/search?tagId%5B%5D=b&range=all&tagId[]=a', {
		headers: { 'X-Trace': 'T' },
	});
	expect(emulator.calls).toMatchObject([
		{
			n: 1,
			method: 'GET',
			path: '/v2.0/bizCards/search',
			version: '2.0',
			endpoint: 'E2',
			query: [
				['tagId[]', 'b'],
				['range', 'all'],
				['tagId[]', 'a'],
			],
			headers: { 'x-trace': 'T', 'x-service-api-key': emulator.apiKey },
			status: 200,
			userId: emulator.user.id,
		},
	]);
	emulator.clearLog();
	expect(emulator.calls).toEqual([]);
	await client.get(CARDS);
	expect(emulator.calls[0]?.n).toBe(1);
});

it('overlooks what it does not know when it is not strict', async () => {
	const emulator = await startEmulator({ strict: false });
	try {
		const client = new TestClient(emulator);
		expect((await client.get(CARDS, { ...ALWAYS, page: '2' })).status).toBe(200);
		expect((await client.get(CARDS, { ...ALWAYS, limit: '0' })).status).toBe(400);
		expect(emulator.violations).toEqual([]);
	} finally {
		await emulator.close();
	}
});

it('leaves out the Date header when the switch says so', async () => {
	const { client, emulator } = context;
	expect((await client.get(CARDS, ALWAYS)).headers.has('date')).toBe(true);
	emulator.switches.dateHeader = false;
	expect((await client.get(CARDS, ALWAYS)).headers.has('date')).toBe(false);
});

describe('date-times', () => {
	it.each([
		['2024-05-01T09:00:00+09:00', '2024-05-01T00:00:00Z'],
		['2024-04-30T19:30:00-04:30', '2024-05-01T00:00:00Z'],
		['2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
	])('reads %s', (text, same) => {
		expect(parseDateTime(text)).toBe(Date.parse(same));
		expect(formatDateTime(parseDateTime(text) ?? 0, 'Z')).toBe(same);
	});

	it('knows the calendar', () => {
		expect(['2024-02-29', '2023-02-29', '2024-13-01', '2024-1-1', ''].filter(isDate)).toEqual(['2024-02-29']);
	});
});
