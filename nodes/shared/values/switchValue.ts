import { ParameterError } from '../base/violation';
import { shownValue } from './shownValue';

/** The values of a switch, as a workflow and as a table or an AI agent give them. */
const SWITCHES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
	[true, true],
	['true', true],
	[false, false],
	['false', false],
]);

/** What a switch says: `true`, `false` or the text of one in any case; `undefined` for everything else. */
export function switchOf(value: unknown): boolean | undefined {
	return SWITCHES.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
}

/**
 * Reads a switch.
 *
 * @throws ParameterError unless it is `true`, `false` or the text of one, in any case
 */
export function readSwitch(name: string, value: unknown): boolean {
	const on = switchOf(value);
	if (on !== undefined) return on;
	throw new ParameterError({
		parameter: name,
		message: `${name} is ${shownValue(value)}, which is neither true nor false`,
		rule: 'it must be true or false.',
	});
}
