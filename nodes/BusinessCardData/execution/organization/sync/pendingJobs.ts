import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Change, OrganizationPlan } from '../../../../shared';
import { inputItems } from '../../inputItems';

/** A job of an earlier try that may still be pending in the service. */
export interface PendingJob {
	/** Unknown where the answer to its reservation was lost. */
	readonly importId: string | undefined;
	readonly changes: readonly Change[];
}

/**
 * n8n gives the same items to each try of a node (*Retry On Fail*), and new ones to each run of it. So what is kept here
 * is known to the retry alone. By node as well, as several may be given the same items.
 */
const pending = new WeakMap<INodeExecutionData, Map<string, PendingJob>>();

function ofItems(functions: IExecutePaginationFunctions): Map<string, PendingJob> {
	const [first] = inputItems(functions);
	const known = (first && pending.get(first)) ?? new Map<string, PendingJob>();
	if (first) pending.set(first, known);
	return known;
}

/** Keeps in mind, for a retry, that a job may be pending. */
export function notePending(functions: IExecutePaginationFunctions, job: PendingJob): void {
	ofItems(functions).set(functions.getNode().id, job);
}

/** The job that an earlier try left pending, if any. */
export function pendingJob(functions: IExecutePaginationFunctions): PendingJob | undefined {
	return ofItems(functions).get(functions.getNode().id);
}

/** Nothing is pending any more. */
export function forgetPending(functions: IExecutePaginationFunctions): void {
	ofItems(functions).delete(functions.getNode().id);
}

function nameOf({ kind, action, key }: Change): string {
	return `${kind} ${action} ${key}`;
}

/** Whether a new plan still wants something of a job: then the job has not been imported. */
export function isStillWanted({ changes }: PendingJob, plan: OrganizationPlan): boolean {
	const wanted = new Set(plan.changes.map(nameOf));
	return changes.some((change) => wanted.has(nameOf(change)));
}
