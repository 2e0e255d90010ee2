import { Editor } from '../../tools/realN8n/editor';
import { handedOver } from '../../tools/realN8n/handedOver';
import type { Execution } from '../../tools/realN8n/types';
import { fateOf, type Fate, type Traces } from './fates';
import type { Scene } from './scene';
import { triggerName } from './workflows';

/** Records that were added at once. */
export interface Batch {
	readonly ids: readonly string[];
	/** When, in milliseconds of the wall clock. */
	readonly addedAt: number;
}

/** What became of a batch in a workflow. */
export interface Finding {
	readonly workflowId: string;
	readonly batch: Batch;
	readonly fate: Fate;
	/** The executions that hold it. */
	readonly executions: readonly Execution[];
	/** The executions of that time that no longer hold anything. */
	readonly emptied: readonly Execution[];
}

/** Whether an execution has lost what n8n had stored with it. */
function isEmptied(execution: Execution): boolean {
	const { resultData } = execution.data ?? {};
	const isStored = resultData !== undefined && Object.keys(resultData.runData).length === 0;
	return execution.status === 'error' && isStored && handedOver(execution, triggerName).length === 0;
}

/** Whether an execution was stored at a time, which may be before it began. */
function wasStored({ createdAt, startedAt }: Execution, from: number, until: number): boolean {
	const at = Date.parse(createdAt ?? startedAt);
	return at >= from && at < until;
}

/** All executions of a workflow with their data, however they stand. */
async function executionsOf({ world }: Scene, workflowId: string): Promise<Execution[]> {
	const editor = await Editor.open(world);
	const executions: Execution[] = [];
	for (const id of await editor.ids(workflowId)) executions.push(await world.client.execution(id));
	return executions;
}

/** Looks for batches in all executions of workflows, and in what was delivered. */
export async function findings(scene: Scene, workflowIds: readonly string[], batches: readonly Batch[]): Promise<Finding[]> {
	const found: Finding[] = [];
	for (const workflowId of workflowIds) {
		const executions = await executionsOf(scene, workflowId);
		const deliveries = scene.target.deliveries.filter((delivery) => delivery.workflowId === workflowId);
		batches.forEach((batch, index) => {
			const until = batches[index + 1]?.addedAt ?? Infinity;
			const emptied = executions.filter((execution) => isEmptied(execution) && wasStored(execution, batch.addedAt, until));
			const holding = executions.filter((execution) => holds(execution, batch));
			const traces: Traces = {
				deliveries: deliveries.filter(({ ids }) => ids.some((id) => batch.ids.includes(id))).length,
				holding: holding.map(({ status }) => status),
				hasEmptied: emptied.length > 0,
			};
			found.push({ workflowId, batch, fate: fateOf(traces), executions: holding, emptied });
		});
	}
	return found;
}

/** Whether the trigger gave an execution the records of a batch. @throws when it gave it a part of them */
function holds(execution: Execution, { ids }: Batch): boolean {
	const handed = new Set(handedOver(execution, triggerName).map(({ json }) => json.id));
	const held = ids.filter((id) => handed.has(id));
	if (held.length > 0 && held.length < ids.length) throw new Error(`Execution ${execution.id} holds a part of a batch.`);
	return held.length > 0;
}
