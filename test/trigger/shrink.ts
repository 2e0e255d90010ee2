import fc from 'fast-check';
import type { History } from './history';
import { ours } from './ours';
import { simulate } from './simulate';

/** Findings of a history that are shown. */
const SHOWN = 3;

/** Shrinking is for the reader, and may take this long. */
const SHRINKING_MS = 60_000;

/**
 * Takes everything from a history that our trigger does not need to go wrong with it.
 *
 * @param histories those among which it was met
 * @param path where fast-check finds the history: its place among those of the seed
 * @returns the findings and what is left of the history; empty when the trigger does not go wrong
 */
export async function shrink(histories: fc.Arbitrary<History>, seed: number, path: string): Promise<string> {
	const property = fc.asyncProperty(histories, async (history) => {
		const { findings } = await simulate(history, ours);
		if (findings.length > 0) throw new Error(JSON.stringify(findings.slice(0, SHOWN), undefined, '\t'));
	});
	const details = await fc.check(property, { seed, path, numRuns: 1, interruptAfterTimeLimit: SHRINKING_MS });
	return fc.defaultReportMessage(details) ?? '';
}
