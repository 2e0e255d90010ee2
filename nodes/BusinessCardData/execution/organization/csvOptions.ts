import type { IDataObject } from 'n8n-workflow';
import { checkColumnOrder, DELIMITERS, ENCODINGS, fault, ParameterError, readText, shownValue } from '../../../shared';
import type { Delimiter, Encoding, Violation, OrganizationKind } from '../../../shared';
import { parameter } from '../run';
import type { Run } from '../run';

function choice<T extends string>(options: IDataObject, name: string, values: readonly T[], standard: T): T {
	const value = options[name] ?? standard;
	const known = values.find((each) => each === value);
	if (known) return known;
	throw fault(name, `${name} is ${shownValue(value)}, which the service does not know`, `it must be one of ${values.join(', ')}.`);
}

/** The options of an organization operation. */
export function csvOptions(run: Pick<Run, 'given'>): IDataObject {
	return parameter(run, 'options') as IDataObject;
}

/** The delimiter of the CSV (spec: E11-E14). */
export function delimiterOf(options: IDataObject): Delimiter {
	return choice(options, 'delimiter', DELIMITERS, 'comma');
}

/** The character set of the CSV (spec: E13, E14). */
export function encodingOf(options: IDataObject): Encoding {
	return choice(options, 'encoding', ENCODINGS, 'utf8');
}

function objection({ field, message }: Violation): ParameterError {
	return new ParameterError({ parameter: field, message, rule: 'name every column exactly once.' });
}

/**
 * The order of the columns, which the spec does not show: that of its field tables unless the option says otherwise. A job
 * with both kinds has one option for two files; it counts for the kind whose columns it names.
 *
 * @returns the order for each of the kinds, `undefined` for the default
 * @throws ParameterError when the option fits none of the kinds
 */
export function columnOrders<K extends OrganizationKind>(
	options: IDataObject,
	kinds: readonly K[],
): Partial<Record<K, string[]>> {
	const text = options.columnOrder === undefined ? '' : readText('columnOrder', options.columnOrder).trim();
	if (text === '') return {};
	const orders: Partial<Record<K, string[]>> = {};
	const violations: Violation[] = [];
	for (const kind of kinds) {
		const order = checkColumnOrder(kind, text);
		if (Array.isArray(order)) orders[kind] = order;
		else violations.push(order);
	}
	const [first] = violations;
	if (first && violations.length === kinds.length) throw objection(first);
	return orders;
}
