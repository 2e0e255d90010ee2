import { isCalendarDate } from '../../../../nodes/shared/values/calendarDate';

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
