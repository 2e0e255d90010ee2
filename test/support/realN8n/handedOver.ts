import { itemsOf } from './output';
import type { Execution, OutputItem } from './types';

/** What n8n stores of an execution before its first node has run. */
interface StoredStack {
	executionData?: {
		nodeExecutionStack?: Array<{ node: { name: string }; data: { main: Array<OutputItem[] | null> } }>;
	};
}

/**
 * The items that a trigger handed over to n8n in an execution, whatever became of the execution: a crashed one
 * has not run its nodes, but n8n stored with it what they were to get, and a retry starts from that. A failed poll
 * leaves an execution too, with an empty item that stands for nothing.
 *
 * @param trigger the trigger's name
 */
export function handedOver(execution: Execution, trigger: string): OutputItem[] {
	const { executionData } = (execution.data ?? {}) as StoredStack;
	const waiting = (executionData?.nodeExecutionStack ?? []).filter(({ node }) => node.name === trigger);
	const items = waiting.length > 0 ? waiting.flatMap(({ data }) => data.main[0] ?? []) : itemsOf(execution, trigger);
	return items.filter(({ json }) => Object.keys(json).length > 0);
}
