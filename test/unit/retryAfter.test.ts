import { API_VERSIONS, readRetryAfter, UNNAMED_PAUSE_MS, type ApiVersion } from '../../nodes/shared';

/** How long a 429 asks to wait, wherever it says so and in whichever unit. */

function pause(
	body: unknown,
	{ header, version = '3.2', repeated = false }: { header?: string; version?: ApiVersion; repeated?: boolean } = {},
): number {
	const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	return readRetryAfter(bytes, header, version, repeated);
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
			expect(pause({ retry_after: 90 }, { version, repeated: true })).toBe(90_000);
			expect(pause({ retry_after: 60_000 }, { version, repeated: true })).toBe(60_000);
		},
	);
});

describe('the standard header', () => {
	test('counts, in seconds, when the body says nothing', () => {
		for (const body of [{ error: [] }, '<html>', '']) expect(pause(body, { header: '3' })).toBe(3_000);
		expect(pause({}, { header: '120' })).toBe(120_000);
	});

	test('does not count when the body says something', () => {
		expect(pause({ retry_after: 2 }, { header: '60' })).toBe(2_000);
	});

	test('that is a date is no number: the length of the window counts', () => {
		expect(pause({}, { header: 'Wed, 21 Oct 2015 07:28:00 GMT' })).toBe(UNNAMED_PAUSE_MS);
	});
});

test('an absurd time is cut to a few minutes', () => {
	for (const version of API_VERSIONS) {
		expect(pause({ retry_after: 1e12 }, { version })).toBeLessThanOrEqual(300_000);
		expect(pause({}, { version, header: '99999999' })).toBeLessThanOrEqual(300_000);
	}
});

test('a body of endless depth is looked at only so far', () => {
	let body: unknown = { retry_after: 7 };
	for (let depth = 0; depth < 1_000; depth += 1) body = { inner: body };
	expect(pause(body)).toBe(UNNAMED_PAUSE_MS);
});
