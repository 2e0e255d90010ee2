import { loadavg } from 'node:os';

/** How many processes wanted to run in the last minute. */
export function loadNow(): number {
	return loadavg()[0] ?? NaN;
}

/** What else the machine did, as the page says it. */
export function loadSince(before: number): string {
	return `Processes that wanted to run: ${before.toFixed(1)} before, ${loadNow().toFixed(1)} at the end.`;
}
