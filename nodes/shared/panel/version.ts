import type { IExecuteSingleFunctions, IPollFunctions } from 'n8n-workflow';
import { ALL_VERSIONS, resolveVersion } from '../api/versions';
import type { ApiVersion, Versioned } from '../api/versions';
import { fault } from '../base/errors';
import { shownValue } from '../values/show';

/** The version that an operation or an event goes to. @throws ParameterError for one that there is not, or lacks it */
export function versionOf(
	functions: IExecuteSingleFunctions | IPollFunctions,
	row: Versioned & { readonly name: string },
): ApiVersion {
	const given: unknown = functions.getNodeParameter('apiVersion');
	// An expression may make a number of it, and of 2.0 a 2. By a number without one n8n has dropped fields of the
	// version.
	const isText = typeof functions.getNode().parameters.apiVersion === 'string';
	const choice = (isText && ALL_VERSIONS.find((version) => Number(version) === given)) || given;
	if (!resolveVersion({ versions: ALL_VERSIONS }, choice)) {
		const message = `apiVersion is ${shownValue(choice)}, which is not a version of the service`;
		throw fault('apiVersion', message, 'choose auto, 3.2, 2.5 or 2.0.');
	}
	const version = resolveVersion(row, choice);
	if (version) return version;
	const rule = `it exists in API version ${row.versions.join(', ')}. Choose one of them, or Auto.`;
	throw fault('apiVersion', `API version ${String(choice)} does not have '${row.name}'`, rule);
}
