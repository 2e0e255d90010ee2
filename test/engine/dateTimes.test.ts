import type { INodeParameters } from 'n8n-workflow';
import { ALWAYS, worldPerTest } from '../support/engine/world';

/** A date-time in whatever form n8n produces it reaches the service as the same moment, YYYY-MM-DDThh:mm:ssTZD. */

const world = worldPerTest();

const CARDS = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };
const WIRE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/;

const TOKYO = 'Asia/Tokyo';
const NEW_YORK = 'America/New_York';

/** Form as it is written in the field, zone of the workflow, moment it means. */
const FORMS: ReadonlyArray<readonly [string, string, string]> = [
	// ISO with a zone: the zone of the workflow is of no concern.
	['2026-04-01T09:00:00+09:00', NEW_YORK, '2026-04-01T00:00:00Z'],
	['2026-04-01T00:00:00Z', TOKYO, '2026-04-01T00:00:00Z'],
	['2026-04-01T00:00:00.987Z', TOKYO, '2026-04-01T00:00:00Z'],
	['2026-04-01T05:30:00.000+05:30', TOKYO, '2026-04-01T00:00:00Z'],
	['2026-03-31T20:00:00-04:00', TOKYO, '2026-04-01T00:00:00Z'],
	// With an offset and the name of a zone beside it (RFC 9557): the offset says the moment.
	['2026-04-01T00:00:00Z[Asia/Tokyo]', NEW_YORK, '2026-04-01T00:00:00Z'],
	['2026-04-01T09:00:00+09:00[Asia/Tokyo]', NEW_YORK, '2026-04-01T00:00:00Z'],
	['2026-04-01T00:00:00+00:00[Asia/Tokyo]', NEW_YORK, '2026-04-01T00:00:00Z'],
	['2026-04-01 00:00:00 +00:00 Asia/Tokyo', NEW_YORK, '2026-04-01T00:00:00Z'],
	['2026-04-01T09:00:00[Asia/Tokyo]', NEW_YORK, '2026-04-01T00:00:00Z'],
	['2026-04-01 09:00:00 Asia/Tokyo', NEW_YORK, '2026-04-01T00:00:00Z'],
	// Without a zone: that of the workflow counts, with its summer time.
	['2026-04-01T09:00:00', TOKYO, '2026-04-01T00:00:00Z'],
	['2026-04-01T09:00', TOKYO, '2026-04-01T00:00:00Z'],
	['2026-04-01 09:00:00', TOKYO, '2026-04-01T00:00:00Z'],
	['2026-07-01T00:00:00', NEW_YORK, '2026-07-01T04:00:00Z'],
	['2026-01-01T00:00:00', NEW_YORK, '2026-01-01T05:00:00Z'],
	['2026-04-01T09:00:00', 'UTC', '2026-04-01T09:00:00Z'],
	// A date alone is its first moment.
	['2026-04-01', TOKYO, '2026-03-31T15:00:00Z'],
	['2026-04-01', NEW_YORK, '2026-04-01T04:00:00Z'],
	// Luxon, Date and their texts, by expression.
	['={{ DateTime.fromISO("2026-04-01T09:00:00", { zone: "Asia/Tokyo" }) }}', NEW_YORK, '2026-04-01T00:00:00Z'],
	['={{ DateTime.fromISO("2026-04-01T09:00:00") }}', TOKYO, '2026-04-01T00:00:00Z'],
	['={{ DateTime.fromISO("2026-04-01T09:00:00", { zone: "Asia/Tokyo" }).toISO() }}', NEW_YORK, '2026-04-01T00:00:00Z'],
	['={{ DateTime.fromISO("2026-04-01T09:00:00", { zone: "Asia/Tokyo" }).toHTTP() }}', NEW_YORK, '2026-04-01T00:00:00Z'],
	['={{ DateTime.fromISO("2026-04-01T09:00:00", { zone: "Asia/Tokyo" }).toSQL() }}', NEW_YORK, '2026-04-01T00:00:00Z'],
	['={{ new Date(Date.UTC(2026, 3, 1)) }}', TOKYO, '2026-04-01T00:00:00Z'],
	['={{ new Date(Date.UTC(2026, 3, 1)).toString() }}', TOKYO, '2026-04-01T00:00:00Z'],
	['={{ new Date(Date.UTC(2026, 3, 1)).toUTCString() }}', TOKYO, '2026-04-01T00:00:00Z'],
	['={{ new Date(Date.UTC(2026, 3, 1)).toISOString() }}', TOKYO, '2026-04-01T00:00:00Z'],
	['={{ Date.UTC(2026, 3, 1) }}', TOKYO, '2026-04-01T00:00:00Z'],
	['={{ $json.text }}', TOKYO, '2026-04-01T00:00:00Z'],
];

test.each(FORMS)('%s in %s means %s', async (updatedFrom, timezone, moment) => {
	const { error } = await world.run(
		{ ...CARDS, updatedFrom },
		{ timezone, items: [{ json: { text: '2026-04-01T09:00:00' } }] },
	);
	expect(error).toBeUndefined();
	const sent = world.emulator.calls[0]?.query.find(([name]) => name === 'updatedFrom')?.[1] ?? '';
	expect(sent).toMatch(WIRE);
	expect(Date.parse(sent)).toBe(Date.parse(moment));
});

test('the moment of the run can be an end of the term', async () => {
	const before = Math.floor(Date.now() / 1_000) * 1_000;
	await world.run({ ...CARDS, updatedTo: '={{ $now }}' }, { timezone: TOKYO });
	const sent = world.emulator.calls[0]?.query.find(([name]) => name === 'updatedTo')?.[1] ?? '';
	expect(sent).toMatch(WIRE);
	expect(Date.parse(sent)).toBeGreaterThanOrEqual(before);
	expect(Date.parse(sent)).toBeLessThanOrEqual(Date.now());
});

/** What Luxon takes for today, for a first of January or for the first day of a week, and nobody means so. */
const PARTS: ReadonlyArray<[string]> = [
	['12'],
	['12:30'],
	['24:00'],
	['1224'],
	['2025'],
	['2025-04'],
	['2025-W10'],
	['2025-W10-1'],
	['2025W101'],
	['2025-100'],
	['20250401'],
	['20250401T090000Z'],
	['T09:00'],
];

test.each(PARTS)('%s is no end of a term, and no day on which a card was exchanged', async (part) => {
	const term = await world.run({ ...CARDS, updatedTo: part });
	expect(term.error?.context?.parameter).toBe('updatedTo');
	for (const additionalFields of [{ exchangeDate: part }, { exchangeDate: `={{ "${part}" }}` }]) {
		const card = await world.run({ resource: 'businessCard', operation: 'create', lastName: 'A', additionalFields });
		expect(card.error?.message).toContain("Exchange Date must be a date that exists, such as 2026-04-01");
		expect(card.error?.context?.parameter).toBe('exchangeDate');
	}
	await expect(world.trigger({ options: { startFrom: part } }).poll()).rejects.toThrow("Start From");
	expect(world.emulator.calls).toEqual([]);
});

test.each([
	['2025-03-31T15:00:00.000Z', TOKYO, '2025-04-01'],
	['2025-03-31T14:59:59.999Z', TOKYO, '2025-03-31'],
	['={{ new Date("2025-03-31T15:00:00.000Z") }}', TOKYO, '2025-04-01'],
	['={{ DateTime.fromISO("2025-03-31T15:00:00.000Z", { zone: "utc" }) }}', TOKYO, '2025-04-01'],
	['2025-04-01T00:30:00+09:00', NEW_YORK, '2025-03-31'],
	['2025-04-01T00:30:00', NEW_YORK, '2025-04-01'],
	['2025-04-01', NEW_YORK, '2025-04-01'],
	['2026-04-01T23:59:59', TOKYO, '2026-04-01'],
	['2026-04-01 08:00:00', TOKYO, '2026-04-01'],
	['={{ new Date("2026-03-31T15:30:00Z").getTime() }}', TOKYO, '2026-04-01'],
	// A day that these islands left out when they crossed the date line: whoever writes it means it.
	['2011-12-30', 'Pacific/Apia', '2011-12-30'],
])('%s in %s is the day %s', async (exchangeDate, timezone, day) => {
	const ways: INodeParameters[] = [
		{ lastName: 'A', additionalFields: { exchangeDate } },
		{ dataMode: 'mapColumns', columns: { mappingMode: 'defineBelow', value: { lastName: 'A', exchangeDate } } },
	];
	for (const way of ways) {
		const { error } = await world.run({ resource: 'businessCard', operation: 'create', ...way }, { timezone });
		expect(error).toBeUndefined();
	}
	expect(world.emulator.calls.map(({ bodyText }) => JSON.parse(bodyText ?? '') as unknown)).toEqual(
		ways.map(() => ({ lastName: 'A', exchangeDate: day })),
	);
});

test.each([
	['2026-02-30'],
	['2026-04-31T00:00:00'],
	['2026-13-01T00:00:00Z'],
	['2026-04-01T25:00:00'],
	['2026-04-01T09:60:00'],
	['2025-02-29'],
	['Mon, 30 Feb 2026 00:00:00 GMT'],
	['2026-04-01T24:00:00'],
	['Wed, 01 Apr 2026 24:00:00 GMT'],
	['2026-04-01T09'],
	['2026-04-01T09:00:00+99:99'],
	['tomorrow'],
	['01/04/2026'],
	['={{ 5 }}'],
	['={{ true }}'],
	['={{ ({ a: 1 }) }}'],
	['={{ [] }}'],
])('%s is no date-time: it is refused before any call, by the name of the field', async (updatedFrom) => {
	const { error } = await world.run({ ...CARDS, updatedFrom });
	expect(error?.name).toBe('NodeOperationError');
	expect(error?.message).toContain("Updated From");
	expect(world.emulator.calls).toEqual([]);
});

test.each(['={{ DateTime.fromISO("nonsense") }}', '={{ new Date("nonsense") }}'])(
	'%s ends the run before any call',
	async (updatedFrom) => {
		const { error } = await world.run({ ...CARDS, updatedFrom });
		expect(error).toBeDefined();
		expect(world.emulator.calls).toEqual([]);
	},
);
