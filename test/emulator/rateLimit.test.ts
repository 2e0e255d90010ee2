import type { Switches } from './index';
import { RateLimiter } from './rateLimit';
import { ALWAYS, emulatorPerTest, type TestAnswer } from './testClient';

/** A window so long that no test outlives it. */
const context = emulatorPerTest({ rateLimit: { calls: 3, windowMs: 600_000 } });

async function spend(version = '3.2'): Promise<TestAnswer> {
	let last: TestAnswer | undefined;
	for (let call = 0; call < 4; call += 1)
		last = await context.client.get(`/v${version}/bizCards`, ALWAYS);
	if (!last) throw new Error('No call');
	return last;
}

it('refuses what exceeds the allowance of a key, whatever the endpoint, and counts it', async () => {
	const { client, emulator } = context;
	const answers = await Promise.all(
		['bizCards/search', 'reports', 'bizCards/1', 'persons/1', 'bizCards/1/image'].map((path) =>
			client.get(`/v3.2/${path}`),
		),
	);
	expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
	expect(emulator.refusedByRateLimit).toBe(2);
	const { apiKey } = emulator.addUser({ apiKey: 'O'.repeat(32) });
	const other = await client.with({ 'X-Service-Api-Key': apiKey }).get('/v3.2/bizCards/search');
	expect(other.status).toBe(200);
});

const PLACES: ReadonlyArray<readonly [Switches['retryAfterPlace'], (answer: TestAnswer) => unknown]> = [
	['errorItem', ({ json }) => json.error[0]],
	['root', ({ json }) => json],
	['details', ({ json }) => json.details],
	['header', ({ headers }) => ({ access_count: 4, retry_after: Number(headers.get('retry-after')) })],
];

it.each(PLACES)('names count and time in the %s', async (place, read) => {
	context.emulator.switches.retryAfterPlace = place;
	const answer = await spend();
	expect(answer.status).toBe(429);
	const { access_count, retry_after } = read(answer) as { access_count: number; retry_after: number };
	expect(access_count).toBe(4);
	expect(Number.isInteger(retry_after)).toBe(true);
	expect(retry_after).toBeGreaterThan(0);
	expect(retry_after).toBeLessThanOrEqual(600);
});

it('names nothing when the switch says so', async () => {
	context.emulator.switches.retryAfterPlace = 'none';
	const answer = await spend();
	expect(answer.json.error).toEqual([{ Code: 'too_many_request' }]);
	expect(answer.text).not.toContain('retry_after');
	expect(answer.headers.has('retry-after')).toBe(false);
});

it('counts in milliseconds where the switch says so, but never in 2.0', async () => {
	context.emulator.switches.retryAfterUnit = 'milliseconds';
	expect((await spend('2.5')).json.error[0]?.retry_after).toBeGreaterThan(1000);
	expect((await spend('2.0')).json.error[0]?.retry_after).toBeLessThanOrEqual(600);
});

it('has no limit when told so', async () => {
	context.emulator.rateLimit = false;
	expect((await spend()).status).toBe(200);
});

describe('the sliding window', () => {
	const limit = { calls: 2, windowMs: 1000 };

	it('lets a call in when the oldest one is a window old', () => {
		const limiter = new RateLimiter();
		expect(limiter.take('k', 0, limit)).toBeUndefined();
		expect(limiter.take('k', 600, limit)).toBeUndefined();
		expect(limiter.take('k', 999, limit)).toEqual({ accessCount: 3, retryAfterMs: 1 });
		expect(limiter.take('k', 1000, limit)).toBeUndefined();
		expect(limiter.take('k', 1100, limit)).toEqual({ accessCount: 3, retryAfterMs: 500 });
		expect(limiter.take('k', 1200, limit)).toEqual({ accessCount: 4, retryAfterMs: 400 });
		expect(limiter.take('other', 1200, limit)).toBeUndefined();
	});
});
