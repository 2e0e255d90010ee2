import { parameterError } from '../base/errors';
import { isBlank } from '../base/json';
import { shownValue } from '../values/show';

/**
 * Reads the name of a binary field, or several with commas between them.
 *
 * @throws ParameterError for nothing: an expression that gives nothing would name a field "undefined"
 */
export function binaryFieldName(parameter: string, value: unknown): string {
	const names = typeof value === 'string' ? value.replace(/,/g, '') : value;
	const isEmpty = isBlank(names);
	if (typeof value === 'string' && !isEmpty) return value.trim();

	const message = `${parameter} is ${isEmpty ? 'empty' : shownValue(value)}`;
	throw parameterError(parameter, message, 'enter the name of a binary field, such as data.');
}
