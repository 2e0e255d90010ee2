import type { Selection } from '../state';
import type { WatermarkOptions } from './options';

/** Readings of a former selection in a row that fail before it may count as gone. */
const MAX_TIMES = 3;

/** Why the service did not give a former selection, and how often in a row. */
export interface Refusal {
	readonly error: unknown;
	readonly times: number;
}

type Options = Pick<WatermarkOptions, 'memory' | 'isGone' | 'isPageFailure'>;

function keyOf(selection: Selection): string {
	return JSON.stringify(selection);
}

function noted({ memory }: Pick<Options, 'memory'>, selection: Selection): Refusal | undefined {
	return memory.refusals?.get(keyOf(selection));
}

/**
 * Notes that the service did not give a former selection; the process knows it also when the poll comes to nothing.
 *
 * @param isProven whether it is known that no page was the cause
 */
export function noteRefusal({ memory }: Options, selection: Selection, error: unknown, isProven = false): void {
	const times = isProven ? Infinity : (noted({ memory }, selection)?.times ?? 0) + 1;
	memory.refusals ??= new Map();
	memory.refusals.set(keyOf(selection), { error, times });
}

/** Whether no page can be the cause of an error that a selection has met. */
export function isProven(options: Options, selection: Selection, error: unknown): boolean {
	return noted(options, selection)?.times === Infinity || options.isGone(error) || !options.isPageFailure(error);
}

/** The service has given it again. */
export function forgetRefusal({ memory }: Options, selection: Selection): void {
	memory.refusals?.delete(keyOf(selection));
}

/** Whether a former selection has failed so often, or in such a way, that the service may not give it any longer. */
export function isLost({ memory, isGone }: Options, selection: Selection): boolean {
	const refusal = noted({ memory }, selection);
	return refusal !== undefined && (refusal.times >= MAX_TIMES || isGone(refusal.error));
}

/**
 * Why a former selection need not be asked for now: it is lost, or, in front of the present, it has failed before and the last
 * poll came to nothing. Beside the present it is asked for all the same.
 */
export function refusalOf(options: Options, selection: Selection, isBeside: boolean): Refusal | undefined {
	const isInTheWay = options.memory.failedPolls > 0 && !isBeside;
	return isInTheWay || isLost(options, selection) ? noted(options, selection) : undefined;
}
