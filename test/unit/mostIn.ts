/** The most events in any span of time. */
export function mostIn(times: readonly number[], spanMs: number): number {
	const sorted = [...times].sort((a, b) => a - b);
	let most = 0;
	let start = 0;
	for (const [index, at] of sorted.entries()) {
		while (at - (sorted[start] ?? 0) >= spanMs) start += 1;
		most = Math.max(most, index - start + 1);
	}
	return most;
}
