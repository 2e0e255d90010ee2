import type { Selection } from '../state';
import type { WatermarkOptions } from './run';

/** Polls in a row in which a former selection may fail before it counts as gone. */
const MAX_TIMES = 3;

/** Why the service did not give a former selection, and how often in a row. */
export interface Refusal {
	readonly error: unknown;
	readonly times: number;
}

type Options = Pick<WatermarkOptions, 'memory' | 'isGone'>;

function keyOf(selection: Selection): string {
	return JSON.stringify(selection);
}

/** Notes that the service did not give a former selection; the process knows it also when the poll comes to nothing. */
export function noteRefusal({ memory }: Options, selection: Selection, error: unknown): void {
	const key = keyOf(selection);
	memory.refusals ??= new Map();
	memory.refusals.set(key, { error, times: (memory.refusals.get(key)?.times ?? 0) + 1 });
}

/** The service has given it again. */
export function forgetRefusal({ memory }: Options, selection: Selection): void {
	memory.refusals?.delete(keyOf(selection));
}

/** Whether the service does not give a former selection any longer. */
export function isLost({ memory, isGone }: Options, selection: Selection): boolean {
	const refusal = memory.refusals?.get(keyOf(selection));
	return refusal !== undefined && (refusal.times >= MAX_TIMES || isGone(refusal.error));
}

/**
 * Why a former selection need not be asked for now: it is lost, or, in front of the present, it has failed before and the last
 * poll came to nothing. Beside the present it is asked for all the same.
 */
export function refusalOf(options: Options, selection: Selection, isBeside: boolean): Refusal | undefined {
	const isInTheWay = options.memory.failedPolls > 0 && !isBeside;
	return isInTheWay || isLost(options, selection) ? options.memory.refusals?.get(keyOf(selection)) : undefined;
}
