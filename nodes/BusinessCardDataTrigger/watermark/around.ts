import type { Stretch } from '../state';
import type { RangeReading, Run } from './run';

/** The end of what is left to be read beside the present: parts in which a page keeps failing, and crowded seconds. */
export function leftUntil({ state }: Run): number {
	const left = (state.gaps ?? []).filter(({ failures, second }) => failures !== undefined || second !== undefined);
	return left.reduce((latest, { end }) => Math.max(latest, end), -Infinity);
}

/**
 * Reads the present around a page that keeps failing, so that it stops only itself (contract: Trigger 12): by halves from the
 * far end, until what fails is a few seconds or the time of the poll is over. What is left is read beside the present.
 *
 * @returns the reading of the far end; where that fails too, it is the service that is down
 */
export async function readAround(run: Run, { at, end, limit }: Stretch, error: unknown): Promise<RangeReading> {
	const { state, options, horizon } = run;
	let readable = Math.max(at, horizon) + 1;
	const far = await run.read({ at: readable, end, limit }, { isUnread: true });
	if (far.ended !== undefined) return far;
	let failing = at;
	const gaps: Stretch[] = [];
	while (readable - failing > 1 && options.budget.mayRead) {
		const middle = failing + Math.floor((readable - failing) / 2);
		const half = { at: middle, end: readable - 1, limit };
		const { ended, rest } = await run.read(half, { isUnread: true });
		if (ended !== undefined) {
			failing = middle;
			continue;
		}
		if (rest) gaps.push({ ...rest, end: half.end });
		readable = middle;
	}
	run.trouble = error;
	state.gaps = [...(state.gaps ?? []), { at, end: readable - 1, limit, failures: 1 }, ...gaps];
	return far;
}
