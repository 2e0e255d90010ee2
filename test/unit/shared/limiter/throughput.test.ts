import { timesOf, seedOf } from '../../../seed';
import { throughput, type Way } from './throughput';

/** How much of the allowance is used, whatever the way to the service is like. It is the service that counts, so a refusal is an eleventh call. */

const ALONE: ReadonlyArray<Way & { readonly least: number }> = [
	{ latencyMs: 0, jitter: 0, least: 0.98 },
	{ latencyMs: 4, jitter: 1, least: 0.98 },
	{ latencyMs: 4, jitter: 1, stallMs: 150, least: 0.95 },
	{ latencyMs: 50, jitter: 0.02, least: 0.98 },
	{ latencyMs: 300, jitter: 0.02, least: 0.97 },
	{ latencyMs: 300, jitter: 0.3, least: 0.9 },
	{ latencyMs: 1_000, jitter: 0.02, least: 0.93 },
	{ latencyMs: 300, jitter: 0.02, stallMs: 150, least: 0.94 },
	{ latencyMs: 50, jitter: 0.02, stallMs: 1_000, least: 0.85 },
];

test.each(ALONE)(
	'one process: $latencyMs ms, jitter $jitter, one call in ten stalled for $stallMs ms',
	async ({ least, ...way }) => {
		for (let run = 0; run < timesOf(1); run += 1) {
			const { share, refusals } = await throughput(way, 600, seedOf() + run);
			expect(refusals).toBe(0);
			expect(share).toBeGreaterThan(least);
		}
	},
);

test.each([
	{ processes: 2, latencyMs: 10, jitter: 1 },
	{ processes: 3, latencyMs: 10, jitter: 1 },
	{ processes: 4, latencyMs: 10, jitter: 1 },
	{ processes: 3, latencyMs: 100, jitter: 1 },
])('$processes processes with one key, $latencyMs ms: four fifths are used, and under 5 % refused', async (way) => {
	for (let run = 0; run < timesOf(1); run += 1) {
		const { share, refusals } = await throughput(way, 3_000, seedOf() + run);
		expect(share).toBeGreaterThanOrEqual(0.8);
		expect(refusals / (3_000 + refusals)).toBeLessThan(0.05);
	}
});
