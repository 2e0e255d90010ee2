import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IPollFunctions } from 'n8n-workflow';
import { OutOfTime, ParameterError, refusedBeforeCall } from '../shared';
import type { ErrorContext, ErrorPlace } from '../shared';

/** The causes of a failed poll in n8n's words, by status: where a person has to act first, n8n polls less often. */
const CAUSES: ReadonlyMap<string | null, string> = new Map([
	['400', 'configuration-invalid'],
	['401', 'credential-invalid'],
	['403', 'credential-invalid'],
	['404', 'configuration-invalid'],
	['429', 'rate-limited'],
]);

/** An error with the reason why the poll failed: n8n reads `failure` since 2.37. */
function withCause(error: Error, cause: string): Error {
	return Object.assign(error, { failure: { cause } });
}

/** The error of a poll whose time was over before the service answered. */
function lateError(late: OutOfTime, errorContext: ErrorContext): Error {
	if (late.cause instanceof Error) return late.cause;

	return new NodeOperationError(errorContext.node, 'The service did not respond before the poll timed out', {
		description:
			'The next poll tries again. If this keeps happening, check the Base URL in the credential and the connection.',
	});
}

/** The error of a poll as n8n shows it. */
export function toNodeError(thrown: unknown, errorContext: ErrorContext): Error {
	if (thrown instanceof ParameterError) {
		return withCause(refusedBeforeCall(errorContext, thrown.violation), 'configuration-invalid');
	}

	const error = thrown instanceof OutOfTime ? lateError(thrown, errorContext) : (thrown as Error);
	const cause = error instanceof NodeApiError ? CAUSES.get(error.httpCode) : undefined;
	return withCause(error, cause ?? 'temporarily-unavailable');
}

/** Whether the service breaks down, or sends what cannot be read: another page may come all the same. */
export function isPageFailure(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode ?? 0);
	return status < 400 || status >= 500;
}

/** The contexts that have polled: n8n makes one for each activation, which fails if its first poll does. */
const contextsThatPolled = new WeakSet<IPollFunctions>();

/** The place where n8n shows the error of a poll. */
export function placeOfErrors(functions: IPollFunctions): ErrorPlace {
	if (functions.getMode() === 'manual') return 'outputPanel';
	if (contextsThatPolled.has(functions)) return 'text';

	contextsThatPolled.add(functions);
	return 'activation';
}
