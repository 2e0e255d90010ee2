import { fault } from '../base/errors';
import { isBlank } from '../base/json';
import { shownValue } from '../values/show';

/** The name of a binary field: a parameter whose expression gave nothing would name a field "undefined". */
export function binaryFieldName(parameter: string, value: unknown): string {
	// Commas stand between several names.
	const isNothing = isBlank(typeof value === 'string' ? value.replace(/,/g, '') : value);
	if (typeof value === 'string' && !isNothing) return value.trim();
	const given = isNothing ? 'empty' : shownValue(value);
	throw fault(parameter, `${parameter} is ${given}`, 'it must be the name of a binary field, such as data.');
}
