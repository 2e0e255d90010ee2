import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Change, OrganizationPlan } from '../../../../shared';
import { inputItems } from '../../inputItems';

/** A job of an earlier try that may still be pending in the service, and whose id is not known. */
export interface PendingJob {
	readonly changes: readonly Change[];
}

/** What n8n keeps with the workflow from one night to the next. */
interface Kept {
	/** An import that had not ended when its execution did. */
	runningImport?: string;
}

/** The import that an earlier execution left running; n8n keeps it only of executions of a published workflow. */
export function keptWithWorkflow(functions: IExecutePaginationFunctions): Kept {
	return functions.getWorkflowStaticData('node') as Kept;
}

/**
 * n8n gives the same items to each try of a node (*Retry On Fail*), and new ones to each run of it. So what is kept here
 * is known to the retry alone. By node as well, as several may be given the same items.
 */
const known = new WeakMap<INodeExecutionData, Map<string, Pending>>();

/** What a retry has to know; nothing is pending unless it is noted here. */
export interface Pending {
	job: PendingJob | undefined;
}

/** The place where each try of a node finds the job that an earlier one left pending. */
export function pendingOf(functions: IExecutePaginationFunctions): Pending {
	const [first] = inputItems(functions);
	const ofNodes = (first && known.get(first)) ?? new Map<string, Pending>();
	if (first) known.set(first, ofNodes);
	const { id } = functions.getNode();
	const own = ofNodes.get(id) ?? { job: undefined };
	ofNodes.set(id, own);
	return own;
}

function nameOf({ kind, action, key }: Change): string {
	return `${kind} ${action} ${key}`;
}

/** Whether a new plan still wants something of a job: then the job has not been imported. */
export function isStillWanted({ changes }: PendingJob, plan: OrganizationPlan): boolean {
	const wanted = new Set(plan.changes.map(nameOf));
	return changes.some((change) => wanted.has(nameOf(change)));
}
