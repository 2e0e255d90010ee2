import type { ApiVersion } from '../../../../nodes/shared';
import { readRetryAfter, UNNAMED_PAUSE_MS } from '../../../../nodes/shared/http/retryAfter';

/** How long a 429 asks to wait, wherever it says so and in whichever unit. */

test.each<[string, unknown, Record<string, string>, ApiVersion, boolean, number]>([
	[
		'in an entry of error',
		{ error: [{ Code: 'too_many_request', access_count: 11, retry_after: 2 }] },
		{},
		'3.2',
		false,
		2_000,
	],
	['in the second entry', { error: [{ Code: 'x' }, { retry_after: 2 }] }, {}, '3.2', false, 2_000],
	['at the root', { statusCode: 429, error: [], retry_after: '0.5' }, {}, '2.5', false, 500],
	['in details', { details: { retry_after: 0 } }, {}, '2.0', false, 0],
	['under a similar name', { error: { retryAfter: 30 } }, {}, '3.2', false, 30_000],
	['behind one that is no time', { retry_after: null, error: [{ retry_after: 4 }] }, {}, '3.2', false, 4_000],
	['as seconds in 2.0, however many', { retry_after: 250 }, {}, '2.0', false, 250_000],
	['as milliseconds where the unit is not shown', { retry_after: 250 }, {}, '3.2', false, 250],
	['as seconds once so short a pause was too short', { retry_after: 90 }, {}, '3.2', true, 90_000],
	['as milliseconds where seconds are absurd', { retry_after: 60_000 }, {}, '2.5', true, 60_000],
	['in a header', undefined, { 'retry-after': '120' }, '3.2', false, 120_000],
	['in another header', {}, { 'X-Retry_After': '7' }, '3.2', false, 7_000],
	['in the body rather than the header', { retry_after: 2 }, { 'retry-after': '60' }, '3.2', false, 2_000],
	[
		'as a moment that has passed',
		{},
		{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' },
		'3.2',
		false,
		UNNAMED_PAUSE_MS,
	],
	['as an absurd number', { retry_after: 1e12 }, {}, '2.0', false, 300_000],
	['nowhere', { error: [] }, {}, '3.2', false, UNNAMED_PAUSE_MS],
	...[true, '', 'soon', -1, {}, []].map(
		(value): [string, unknown, Record<string, string>, ApiVersion, boolean, number] => [
			`as ${JSON.stringify(value)}`,
			{ retry_after: value },
			{},
			'3.2',
			false,
			UNNAMED_PAUSE_MS,
		],
	),
])('%s', (_, json, headers, version, isRepeated, pauseMs) => {
	expect(readRetryAfter(json, headers, version, isRepeated)).toBe(pauseMs);
});

test('as a moment to come is counted by the clock of this machine', () => {
	const pauseMs = readRetryAfter({}, { 'retry-after': new Date(Date.now() + 200_000).toUTCString() }, '3.2', false);
	expect(pauseMs).toBeGreaterThan(100_000);
	expect(pauseMs).toBeLessThanOrEqual(200_000);
});
