import type { Execution, ExecutionError, OutputItem } from './types';

/** The items that a node put out in an execution, over all its runs, first output. */
export function itemsOf(execution: Execution, nodeName: string): OutputItem[] {
	const runs = execution.data?.resultData.runData[nodeName] ?? [];
	return runs.flatMap((run) => run.data?.main[0] ?? []);
}

/**
 * The error that ended an execution.
 * @throws when the execution did not end with one
 */
export function errorOf(execution: Execution): ExecutionError {
	const error = execution.data?.resultData.error;
	if (!error) {
		throw new Error(`Execution ${execution.id} ended as "${execution.status}", without an error.`);
	}
	return error;
}

/** The error as one text: message, then description when there is one. */
export function errorText(error: ExecutionError): string {
	return [error.message, error.description].filter(Boolean).join('\n');
}

/**
 * Gives an execution back when it succeeded.
 * @throws with its error when it did not
 */
export function succeeded(execution: Execution): Execution {
	if (execution.status === 'success') return execution;
	const error = execution.data?.resultData.error;
	throw new Error(
		`Execution ${execution.id} ended as "${execution.status}"${error ? `: ${errorText(error)}` : '.'}`,
	);
}
