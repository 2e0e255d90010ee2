import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/** What n8n calls the causes after which it polls less often, because a person has to act first, and the others. */
type Cause = 'credential-invalid' | 'configuration-invalid' | 'rate-limited' | 'temporarily-unavailable';

const CAUSES: ReadonlyMap<string, Cause> = new Map([
	['400', 'configuration-invalid'],
	['401', 'credential-invalid'],
	['403', 'credential-invalid'],
	['404', 'configuration-invalid'],
	['429', 'rate-limited'],
]);

/**
 * Adds to the error of a poll why it failed. n8n's own types have `failure` since 2.37; older versions do not look at
 * it.
 *
 * @param refusal whether it was refused before a call, so that trying again changes nothing
 */
export function declared(error: unknown, refusal: boolean): unknown {
	if (!(error instanceof NodeApiError) && !(error instanceof NodeOperationError)) return error;
	const byStatus = error instanceof NodeApiError ? CAUSES.get(error.httpCode ?? '') : undefined;
	const cause: Cause = refusal ? 'configuration-invalid' : (byStatus ?? 'temporarily-unavailable');
	return Object.assign(error, { failure: { cause } });
}
