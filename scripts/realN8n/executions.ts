import type { INodeExecutionData } from 'n8n-workflow';
import type { Execution, ExecutionError } from './client';

/** The items that a node put out in an execution, over all its runs, first output. */
export function itemsOf(execution: Execution, nodeName: string): INodeExecutionData[] {
	const runs = execution.data?.resultData.runData[nodeName] ?? [];
	return runs.flatMap((run) => run.data?.main?.[0] ?? []);
}

/** The error that ended an execution. @throws when the execution did not end with one */
export function errorOf({ id, status, data }: Execution): ExecutionError {
	const error = data?.resultData.error;
	if (!error) throw new Error(`Execution ${id} has the status "${status}" and no error.`);
	return error;
}

/** The error as one text: message, then description when there is one. */
export function errorText({ message, description }: ExecutionError): string {
	return [message, description].filter(Boolean).join('\n');
}

/** Gives an execution back when it succeeded. @throws with its error when it did not */
export function succeeded(execution: Execution): Execution {
	if (execution.status === 'success') return execution;
	throw new Error(`Execution ${execution.id} has the status "${execution.status}". ${errorText(errorOf(execution))}`);
}
