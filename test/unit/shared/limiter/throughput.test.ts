import { throughput, type Way } from './throughput';

/** How much of the allowance one process uses, whatever its way to the service is like. */

const ROWS: ReadonlyArray<Way & { readonly least: number }> = [
	{ latencyMs: 0, jitter: 0, least: 0.98 },
	{ latencyMs: 50, jitter: 0.02, least: 0.98 },
	{ latencyMs: 300, jitter: 0.02, least: 0.97 },
	{ latencyMs: 300, jitter: 0.3, least: 0.9 },
	{ latencyMs: 1_000, jitter: 0.02, least: 0.93 },
	{ latencyMs: 300, jitter: 0.02, stallMs: 150, least: 0.94 },
];

test.each(ROWS)('$latencyMs ms, jitter $jitter, one in ten stalled for $stallMs ms', async ({ least, ...way }) => {
	const { share, refusals } = await throughput(way, 600, 7);
	expect(refusals).toBe(0);
	expect(share).toBeGreaterThan(least);
});
