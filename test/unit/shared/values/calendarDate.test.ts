import { isCalendarDate, rfc3339Day } from '../../../../nodes/shared/values/calendarDate';

test.each(['2025-04-01', '2024-02-29', '2000-02-29', '1999-12-31'])(
	'%s is a day of the calendar',
	(text) => {
		expect(isCalendarDate(text)).toBe(true);
	},
);

test.each([
	'2025-02-29',
	'1900-02-29',
	'2025-04-31',
	'2025-13-01',
	'2025-00-10',
	'2025-01-00',
	'2025-1-1',
	'2025/04/01',
	'20250401',
	'2025-04-01T00:00:00Z',
	' 2025-04-01',
	'2025-04-01\n',
	'２０２５-04-01',
	'',
])('%j is none', (text) => {
	expect(isCalendarDate(text)).toBe(false);
});

test.each([
	['2025-04-01', '2025-04-01'],
	['2025-04-01T00:00:00Z', '2025-04-01'],
	['2025-04-01t23:59:60.5z', '2025-04-01'],
	['2025-04-01 09:00:00+09:00', '2025-04-01'],
	['2025-04-01T00:00:00-00:00', '2025-04-01'],
])('the RFC 3339 date %s means %s as written', (text, day) => {
	expect(rfc3339Day(text)).toBe(day);
});

test.each([
	['2025-04-01T15:00:00Z', 'Asia/Tokyo', '2025-04-02'],
	['2025-04-01T14:59:59Z', 'Asia/Tokyo', '2025-04-01'],
	['2025-04-01T00:30:00+09:00', 'America/New_York', '2025-03-31'],
	['2025-04-01t00:30:60z', 'Asia/Tokyo', '2025-04-01'],
	['2025-04-01', 'Asia/Tokyo', '2025-04-01'],
])('%s in %s is %s', (text, zone, day) => {
	expect(rfc3339Day(text, zone)).toBe(day);
});

test.each([
	'2025-04-01T00:00:00',
	'2025-04-01T00:00Z',
	'2025-04-01T24:00:00Z',
	'2025-04-01T00:60:00Z',
	'2025-04-01T00:00:61Z',
	'2025-02-30T00:00:00Z',
	'2025-04-01T00:00:00+24:00',
	'2025-04-01T00:00:00+0900',
	'2025/04/01',
	'1 April 2025',
	'',
])('%j is no RFC 3339 date', (text) => {
	expect(rfc3339Day(text)).toBeUndefined();
});
