import { API_VERSIONS, parseJson, readRetryAfter, UNNAMED_PAUSE_MS } from '../../../../nodes/shared';

/** How long a 429 asks to wait, wherever it says so and in whichever unit. */

function pause(
	body: unknown,
	{ headers = {}, version = '3.2', isRepeated = false }: Partial<Omit<Parameters<typeof readRetryAfter>[0], 'json'>> = {},
): number {
	const json = parseJson(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
	return readRetryAfter({ json, headers, version, isRepeated });
}

const PLACES: ReadonlyArray<readonly [string, (value: unknown) => unknown]> = [
	[
		'in an entry of error',
		(value) => ({
			statusCode: 429,
			message: 'm',
			error: [{ Code: 'too_many_request', access_count: 11, retry_after: value }],
		}),
	],
	['in the second entry of error', (value) => ({ error: [{ Code: 'too_many_request' }, { retry_after: value }] })],
	['at the root', (value) => ({ statusCode: 429, error: [], retry_after: value })],
	['in details', (value) => ({ details: { access_count: 11, retry_after: value } })],
	['in an error that is no list', (value) => ({ error: { retry_after: value } })],
	['under a similar name', (value) => ({ error: [{ retryAfter: value }] })],
];

describe.each(PLACES)('%s', (_, place) => {
	test.each(API_VERSIONS)('a number of seconds is that many seconds (%s)', (version) => {
		for (const seconds of [0, 1, 2, 30]) expect(pause(place(seconds), { version })).toBe(seconds * 1_000);
	});

	test('a text is the number it shows', () => {
		expect(pause(place('2'))).toBe(2_000);
		expect(pause(place(' 0.5 '))).toBe(500);
	});

	test.each([null, true, '', 'soon', -1, {}, []])('%j is no time: the length of the window counts', (value) => {
		expect(pause(place(value))).toBe(UNNAMED_PAUSE_MS);
	});
});

describe('the unit', () => {
	test('is seconds in version 2.0, however large the number', () => {
		expect(pause({ retry_after: 90 }, { version: '2.0' })).toBe(90_000);
		expect(pause({ retry_after: 250 }, { version: '2.0' })).toBe(250_000);
	});

	test.each(['2.5', '3.2'] as const)(
		'may be milliseconds in version %s: nobody waits minutes for a fraction of a second',
		(version) => {
			for (const milliseconds of [100, 250, 499, 500, 999]) {
				expect(pause({ retry_after: milliseconds }, { version })).toBe(milliseconds);
			}
			expect(pause({ retry_after: 1_500 }, { version })).toBe(1_500);
		},
	);

	test.each(['2.5', '3.2'] as const)(
		'is taken for seconds in version %s when the call is refused again after so short a pause',
		(version) => {
			expect(pause({ retry_after: 90 }, { version, isRepeated: true })).toBe(90_000);
			expect(pause({ retry_after: 60_000 }, { version, isRepeated: true })).toBe(60_000);
		},
	);
});

describe('a header', () => {
	test('counts, in seconds, when the body says nothing', () => {
		for (const body of [{ error: [] }, '<html>', '']) expect(pause(body, { headers: { 'retry-after': '3' } })).toBe(3_000);
		expect(pause({}, { headers: { 'retry-after': '120' } })).toBe(120_000);
	});

	test('does not count when the body says something', () => {
		expect(pause({ retry_after: 2 }, { headers: { 'retry-after': '60' } })).toBe(2_000);
	});

	test.each(['retry-after', 'retry_after', 'x-retry-after', 'Retry-After'])('may be called %s', (name) => {
		expect(pause({}, { headers: { [name]: '7' } })).toBe(7_000);
	});

	test('whose name says so is in milliseconds', () => {
		expect(pause({}, { headers: { 'retry-after-ms': '250' } })).toBe(250);
	});
});

describe('a moment', () => {
	const date = 'Wed, 21 Oct 2026 07:28:00 GMT';

	const MOMENTS: ReadonlyArray<readonly [string, unknown]> = [
		['an HTTP date', 'Wed, 21 Oct 2026 07:28:30 GMT'],
		['an ISO date', '2026-10-21T16:28:30+09:00'],
	];

	test.each(MOMENTS)("as %s is counted by the service's own clock, in header and body", (_, moment) => {
		expect(pause({ retry_after: moment }, { headers: { date } })).toBe(30_000);
		expect(pause({}, { headers: { date, 'retry-after': moment as string } })).toBe(30_000);
	});

	test('is counted by the clock of this machine when the service tells no time', () => {
		const soon = pause({}, { headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } });
		expect(soon).toBeGreaterThan(30_000);
		expect(soon).toBeLessThanOrEqual(60_000);
	});

	test('that has passed is no time: the length of the window counts', () => {
		expect(pause({}, { headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } })).toBe(UNNAMED_PAUSE_MS);
	});
});

test('a name that tells the unit decides', () => {
	expect(pause({ retry_after_ms: 30 })).toBe(30);
	expect(pause({ details: { retryAfterMilliseconds: 45 } })).toBe(45);
	expect(pause({ retry_after_seconds: 90 })).toBe(90_000);
});

test('a value that is no time does not hide one further down', () => {
	expect(pause({ retry_after: null, error: [{ retry_after: 4 }] })).toBe(4_000);
});

test('an absurd time is cut to a few minutes', () => {
	for (const version of API_VERSIONS) {
		expect(pause({ retry_after: 1e12 }, { version })).toBeLessThanOrEqual(300_000);
		expect(pause({}, { version, headers: { 'retry-after': '99999999' } })).toBeLessThanOrEqual(300_000);
	}
});
