import type { IExecuteSingleFunctions, IPollFunctions } from 'n8n-workflow';
import { ALL_VERSIONS, resolveVersion, versionsInWords } from '../api/versions';
import type { ApiVersion, Versioned } from '../api/versions';
import { parameterError } from '../base/errors';
import { isBlank } from '../base/json';
import { shownValue } from '../values/show';

/** An operation or event with the versions that have it, and its name in the panel: `Report: Get Many`. */
export interface NamedInVersions extends Versioned {
	readonly label: string;
}

/**
 * The version that an operation or an event goes to, by the parameter *API Version*.
 *
 * @param whenBlank the choice that a blank expression stands for; without it, a blank one is refused
 * @throws ParameterError when no such version exists, or it does not have the operation or event
 */
export function versionOf(
	functions: IExecuteSingleFunctions | IPollFunctions,
	wanted: NamedInVersions,
	whenBlank?: 'auto',
): ApiVersion {
	const choice = chosenVersion(functions, whenBlank);
	if (!resolveVersion({ versions: ALL_VERSIONS }, choice)) {
		const message = `apiVersion is ${shownValue(choice)}, which is not a version of the service`;
		throw parameterError('apiVersion', message, 'choose auto, 3.2, 2.5 or 2.0.');
	}

	const version = resolveVersion(wanted, choice);
	if (version) return version;

	const { label, versions } = wanted;
	const advice = versions.length === 1 ? 'Choose it, or Auto' : 'Choose one of them, or Auto';
	const rule = `it exists in ${versionsInWords(versions)}. ${advice}.`;
	throw parameterError('apiVersion', `API version ${String(choice)} does not have '${label}'`, rule);
}

/** The choice of a version. An expression may have made a number of it, a 2 of 2.0, or nothing. */
function chosenVersion(functions: IExecuteSingleFunctions | IPollFunctions, whenBlank?: 'auto'): unknown {
	const choice: unknown = functions.getNodeParameter('apiVersion');
	const { apiVersion: stored } = functions.getNode().parameters;
	// Where a number or a blank without an expression is stored, n8n has dropped the fields of the version.
	if (typeof stored !== 'string') return choice;
	if (stored.startsWith('=') && isBlank(choice)) return whenBlank ?? choice;

	return ALL_VERSIONS.find((version) => Number(version) === choice) ?? choice;
}
