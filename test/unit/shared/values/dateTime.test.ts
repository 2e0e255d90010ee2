import { DateTime } from 'luxon';
import {
	isCalendarDate,
	readDay,
	readMoment,
	secondsToServiceDateTime,
	stampToSeconds,
} from '../../../../nodes/shared';
import { inFull } from '../../../inFull';

/** Date-times in, YYYY-MM-DDThh:mm:ssTZD out. One of each kind goes through n8n in test/engine/refusals. */

const WIRE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/;

function wire(value: unknown, zone = 'Asia/Tokyo'): string {
	return readMoment('updatedFrom', value, zone).text;
}

test.each<[unknown, string, string]>([
	['2026-04-01T09:00:00+09:00', 'UTC', '2026-04-01T09:00:00+09:00'],
	['2026-04-01T00:00:00Z', 'Asia/Tokyo', '2026-04-01T00:00:00+00:00'],
	['2026-04-01T00:00:00.999Z', 'Asia/Tokyo', '2026-04-01T00:00:00+00:00'],
	[' 2026-04-01T09:00:00\n', 'Asia/Tokyo', '2026-04-01T09:00:00+09:00'],
	['2026-07-01T00:00:00', 'America/New_York', '2026-07-01T00:00:00-04:00'],
	['Wed Apr 01 2026 09:00:00 GMT+0900 (Japan Standard Time)', 'UTC', '2026-04-01T00:00:00+00:00'],
	['Wed, 01 Apr 2026 00:00:00 GMT', 'Asia/Tokyo', '2026-04-01T00:00:00+00:00'],
	['1 Apr 2026 09:00 +0900', 'UTC', '2026-04-01T09:00:00+09:00'],
	['2026-04-01 09:00:00.000 +09:00', 'UTC', '2026-04-01T09:00:00+09:00'],
	['2026-04-01T09:00:00+0900', 'UTC', '2026-04-01T09:00:00+09:00'],
	['2026-04-01T00:00:00Z[Asia/Tokyo]', 'UTC', '2026-04-01T00:00:00+00:00'],
	['2026-04-01 00:00:00 +00:00 Asia/Tokyo', 'UTC', '2026-04-01T00:00:00+00:00'],
	['2026-04-01T00:00:00[Asia/Tokyo]', 'UTC', '2026-04-01T00:00:00+09:00'],
	['2026-04-01 00:00:00 Asia/Tokyo', 'UTC', '2026-04-01T00:00:00+09:00'],
	[new Date('2026-04-01T00:00:00Z'), 'Asia/Tokyo', '2026-04-01T09:00:00+09:00'],
	[Date.UTC(2026, 3, 1), 'Asia/Tokyo', '2026-04-01T09:00:00+09:00'],
	[DateTime.fromISO('2026-04-01T09:00:00', { zone: 'Asia/Tokyo' }), 'UTC', '2026-04-01T09:00:00+09:00'],
])('%p in %s is %s', (value, zone, expected) => {
	expect(wire(value, zone)).toBe(expected);
	expect(wire(value, zone)).toMatch(WIRE);
});

describe('an hour that occurs twice', () => {
	test.each([
		['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00'],
		['2026-10-25 02:00:00', 'Europe/Berlin', '2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'],
		['2026-10-25T02:59:59.9[Europe/Berlin]', 'UTC', '2026-10-25T02:59:59+02:00', '2026-10-25T02:59:59+01:00'],
		['2026-11-01', 'America/Havana', '2026-11-01T00:00:00-04:00', '2026-11-01T00:00:00-05:00'],
		['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-05T01:45:00+11:00', '2026-04-05T01:45:00+10:30'],
	])('%s in %s begins a time range at %s and ends one at %s', (value, zone, first, second) => {
		expect(readMoment('updatedFrom', value, zone, 'beginning').text).toBe(first);
		expect(readMoment('startFrom', value, zone).text).toBe(first);
		expect(readMoment('updatedTo', value, zone, 'end').text).toBe(second);
	});

	test.each([
		'2026-11-01T01:30:00-04:00',
		'2026-11-01T01:30:00-05:00',
		'2026-11-01T05:30:00Z',
		'2026-11-01T06:30:00Z[America/New_York]',
		'Sun Nov 01 2026 01:30:00 GMT-0400 (Eastern Daylight Time)',
		'Sun Nov 01 2026 01:30:00 GMT-0500 (Eastern Standard Time)',
		'Sun, 01 Nov 2026 06:30:00 GMT',
		new Date('2026-11-01T05:30:00Z'),
		new Date('2026-11-01T06:30:00Z'),
		Date.parse('2026-11-01T06:30:00Z'),
		DateTime.fromISO('2026-11-01T06:30:00Z', { zone: 'America/New_York' }),
	])('%p is one moment, whichever bound it is', (value) => {
		const [first, second] = (['beginning', 'end'] as const).map((bound) => {
			return readMoment('updatedTo', value, 'America/New_York', bound).seconds;
		});
		const text = String(value instanceof DateTime ? value.toISO() : value);
		const moment = typeof value === 'number' ? value : Date.parse(text.replace('[America/New_York]', ''));
		expect(first).toBe(moment / 1_000);
		expect(second).toBe(first);
	});
});

test.each([
	['2025-03-31T15:00:00.000Z', 'Asia/Tokyo', '2025-04-01'],
	['2025-04-01T00:30:00+09:00', 'America/New_York', '2025-03-31'],
	[new Date('2025-03-31T15:00:00.000Z'), 'Asia/Tokyo', '2025-04-01'],
	['2011-12-30', 'Pacific/Apia', '2011-12-30'],
])('%p in %s is the day %s', (value, zone, day) => {
	expect(readDay(value, zone)).toBe(day);
});

test('a Luxon date of another copy of Luxon is read too', () => {
	const foreign = { isLuxonDateTime: true, isValid: true, toISO: () => '2026-04-01T09:00:00.000+09:00' };
	expect(wire(foreign)).toBe('2026-04-01T09:00:00+09:00');
});

const TEXTS = ['12', '1224', '2025', '2025-04', '2025-W10', '2026-02-30', '2026-04-01T24:00:00', 'tomorrow', '', '   '];
const NO_TIMES = ['2025-02-29T00:00:00Z', '2026-00-01', '2026-04-01T09:00:00+24:00', '0000-01-01', '1775001600000'];
const NO_DATES = [new Date('nonsense'), DateTime.invalid('nonsense'), { isLuxonDateTime: true }];
const OTHERS = [5, 8.64e15, NaN, Infinity, null, undefined, []];

test.each([...TEXTS, ...NO_TIMES, ...NO_DATES, ...OTHERS].map((value) => [value]))('%p is no date-time', (value) => {
	expect(() => wire(value)).toThrow(/^updatedFrom is .*, which is not a date and time$/);
});

const ZONES = [
	'Asia/Tokyo',
	'America/New_York',
	'Europe/London',
	'Asia/Kathmandu',
	'Pacific/Apia',
	'Australia/Lord_Howe',
	'UTC',
];

test.each(ZONES)('the clock of %s is that of Luxon in every form, also around its changes', (zone) => {
	for (let day = 0; day < 366; day += inFull(1, 5)) {
		for (const hour of [0, 1, 4, 5, 12, 23]) {
			const clock = { hour, minute: day % 60, second: 59 - (day % 60) };
			const local = DateTime.utc(2026, 1, 1).plus({ days: day }).setZone(zone, { keepLocalTime: true }).set(clock);
			// An hour that there is twice is tried above, and one that there is not may be any of its neighbours.
			if (local.getPossibleOffsets().length > 1 || local.hour !== hour) continue;
			expect(wire(local.toFormat("yyyy-MM-dd'T'HH:mm:ss"), zone)).toBe(local.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"));
			expect(readDay(local.toJSDate(), zone)).toBe(local.toISODate());
			const forms = [local.toISO(), local.toSQL(), local.toHTTP(), local.toRFC2822(), local.toJSDate().toString()];
			const seconds = forms.map((form) => readMoment('updatedFrom', form, 'utc').seconds);
			expect(seconds).toEqual(forms.map(() => local.toSeconds()));
		}
	}
});

describe('stamps of records', () => {
	test.each<[unknown, number?]>([
		['2026-04-01T09:00:00+09:00', Date.UTC(2026, 3, 1) / 1_000],
		['2026-04-01T00:00:00Z', Date.UTC(2026, 3, 1) / 1_000],
		['1969-12-31T23:59:59Z', -1],
		...[null, undefined, '', 'soon', 1_700_000_000, {}].map((stamp): [unknown, undefined] => [stamp, undefined]),
	])('%p is %p seconds since 1970', (stamp, seconds) => {
		expect(stampToSeconds(stamp)).toBe(seconds);
	});

	test('there and back is the same second', () => {
		for (const seconds of [0, 1, 1_775_001_600, Date.UTC(2099, 11, 31, 23, 59, 59) / 1_000]) {
			expect(secondsToServiceDateTime(seconds)).toMatch(WIRE);
			expect(stampToSeconds(secondsToServiceDateTime(seconds))).toBe(seconds);
		}
	});
});

test('a day of the calendar is one that there is, in one form', () => {
	const days = ['2025-04-01', '2024-02-29', '2000-02-29', '1999-12-31'];
	const missing = ['2025-02-29', '1900-02-29', '2025-04-31', '2025-13-01', '2025-00-10', '2025-01-00'];
	const forms = ['2025-1-1', '2025/04/01', '20250401', '2025-04-01T00:00:00Z', ' 2025-04-01', '2025-04-01\n', ''];
	expect([...days, ...missing, ...forms, '２０２５-04-01'].filter(isCalendarDate)).toEqual(days);
});
