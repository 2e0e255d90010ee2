import type { ApiVersion } from '../../../../nodes/shared';
import { readRetryAfter, UNNAMED_PAUSE_MS } from '../../../../nodes/shared/http/retryAfter';

/** How long a 429 asks to wait, wherever it says so and in whichever unit. */

interface Case {
	readonly json?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	readonly version?: ApiVersion;
	readonly isRetry?: true;
	readonly pauseMs: number;
}

const CASES: Readonly<Record<string, Case>> = {
	'in an entry of error': { json: { error: [{ Code: 'x' }, { access_count: 11, retry_after: 2 }] }, pauseMs: 2_000 },
	'at the root': { json: { statusCode: 429, error: [], retry_after: '0.5' }, version: '2.5', pauseMs: 500 },
	'in details': { json: { details: { retry_after: 0 } }, version: '2.0', pauseMs: 0 },
	'under a similar name': { json: { error: { retryAfter: 30 } }, pauseMs: 30_000 },
	'behind one that is no time': { json: { retry_after: null, error: [{ retry_after: 4 }] }, pauseMs: 4_000 },
	'as seconds in 2.0, however many': { json: { retry_after: 250 }, version: '2.0', pauseMs: 250_000 },
	'as milliseconds where the unit is not shown': { json: { retry_after: 250 }, pauseMs: 250 },
	'as seconds once so short a pause was too short': { json: { retry_after: 90 }, isRetry: true, pauseMs: 90_000 },
	'as milliseconds where seconds are absurd': { json: { retry_after: 60_000 }, isRetry: true, pauseMs: 60_000 },
	'in a header': { headers: { 'retry-after': '120' }, pauseMs: 120_000 },
	'in another header': { json: {}, headers: { 'X-Retry_After': '7' }, pauseMs: 7_000 },
	'rather in the body': { json: { retry_after: 2 }, headers: { 'retry-after': '60' }, pauseMs: 2_000 },
	'as a moment to come': { headers: { 'retry-after': 'Wed, 21 Oct 2015 07:31:20 GMT' }, pauseMs: 200_000 },
	'as a moment in the past': { headers: { 'retry-after': 'Wed, 21 Oct 2015 07:27:59 GMT' }, pauseMs: UNNAMED_PAUSE_MS },
	'as an absurd number': { json: { retry_after: 1e12 }, version: '2.0', pauseMs: 300_000 },
	nowhere: { json: { error: [] }, pauseMs: UNNAMED_PAUSE_MS },
	...Object.fromEntries(
		[true, '', 'soon', -1, {}, []].map((value) => [
			`as ${JSON.stringify(value)}`,
			{ json: { retry_after: value }, pauseMs: UNNAMED_PAUSE_MS },
		]),
	),
};

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2015-10-21T07:28:00Z'));
});
afterEach(() => jest.restoreAllMocks());

test.each(Object.entries(CASES))('%s', (_, { json, headers = {}, version = '3.2', isRetry = false, pauseMs }) => {
	expect(readRetryAfter({ json, headers, version, isRetry })).toBe(pauseMs);
});
