import { PAGE_SIZE } from '../../shared';
import type { Selection, TriggerState } from '../state';
import type { Newest } from './newest';
import type { Refusal } from './refusals';

/** What a process knows of a node and does not store: what its last polls ran into. */
export interface ProcessMemory {
	/** What all of it holds for: another event or service may answer in another way. */
	readonly scope: string;
	/** Records to ask for on a page of the present, after a larger one took too long or failed. */
	limit?: number;
	/** Set when the service refused the usual `limit` (its bounds are not shown for reports): a poll that comes to nothing has learnt it, too. */
	refusesLimit?: boolean;
	/** Polls until twice as many are tried. */
	polls?: number;
	/** What `polls` begins with: the oftener large pages take too long, the rarer they are tried. */
	patience?: number;
	/** Which of the readings beside the present comes first in the next poll. */
	turn?: number;
	/** Whether the last poll had no time for anything beside the present: then that comes first in the next one. */
	isStarved?: boolean;
	/** What is left beside the present, as polls that failed have divided it: as it is stored (in JSON), and its parts. */
	division?: { readonly whole: string } & Pick<TriggerState, 'gaps' | 'rescan' | 'scan'>;
	/** What a new selection showed to a poll that had no time left for the former one, which the next poll asks; and when, on the clock of this machine. */
	shown?: { readonly selection: Selection; readonly local: number; readonly newest: Newest };
	/** Former selections (as JSON) that the service did not give. */
	refusals?: Map<string, Refusal>;
	/** What the last of the polls that failed ran into, when that was a page that fails, and not only one that is too slow. */
	pageError?: unknown;
	/** The way to read the present that comes first, because the last poll had no time for it. */
	way?: number;
	/** Polls in a row that failed. */
	failedPolls: number;
	/** Polls since something beside the present was last reported as failing. */
	sinceReport: number;
}

/** What a process knows so far, or nothing yet where that is of another scope. */
export function memoryFor(scope: string, known: ProcessMemory | undefined): ProcessMemory {
	return known?.scope === scope ? known : { scope, failedPolls: 0, sinceReport: Infinity };
}

/** Records to ask for where nothing calls for fewer; none are named to a service that has refused that. */
export function usualLimit({ refusesLimit }: Pick<ProcessMemory, 'refusesLimit'>): number | undefined {
	return refusesLimit ? undefined : PAGE_SIZE;
}

/** A smaller number of records on a page. */
export function smallerThan(limit: number): number {
	return Math.max(1, Math.floor(limit / 10));
}

/** Whether a page has failed in two polls: on a slow service, to try it again would use up the third one as well. */
export function hasFailedTwice({ pageError, failedPolls }: ProcessMemory): boolean {
	return pageError !== undefined && failedPolls >= 2;
}

/** Records to ask for after polls that failed: fewer with each of them; the usual number when none has. */
export function limitAfterFailures({ limit, failedPolls }: ProcessMemory, pageSize: number): number | undefined {
	let smaller = limit;
	for (let polls = 0; polls < failedPolls; polls += 1) smaller = smallerThan(smaller ?? pageSize);
	return smaller;
}

/** Polls after which larger pages are tried again, at most. */
const MAX_PATIENCE = 32;

/** Larger pages take too long: no more records than these are asked for, and more are tried the later the oftener that happens. */
export function noteSlow(memory: ProcessMemory, limit: number): void {
	memory.limit = Math.max(1, limit);
	memory.patience = Math.min(MAX_PATIENCE, 2 * (memory.patience ?? 1));
	memory.polls = memory.patience;
}
