import { quote } from '../values/characters';
import { CsvFormatError } from '../csv/text';
import type { Violation } from '../base/violation';
import {
	fieldNames,
	ORGANIZATION_FIELDS,
	type OrganizationField,
	type OrganizationKind,
} from './fields';

/**
 * Reads the `columnOrder` option: all documented field names of the kind, comma-separated, each once.
 * @returns the names, or a violation when one is unknown, missing or repeated; a blank text gives the default order
 */
export function checkColumnOrder(kind: OrganizationKind, text: string): string[] | Violation {
	const known = fieldNames(kind);
	if (text.trim() === '') return known;
	const names = text.split(',').map((name) => name.trim());
	const refuse = (problem: string): Violation => ({
		field: 'columnOrder',
		message: `columnOrder must name every column of the ${kind} CSV once; ${problem}`,
	});
	const unknown = names.find((name) => !known.includes(name));
	if (unknown !== undefined) {
		const similar = known.find((name) => name.toLowerCase() === unknown.toLowerCase());
		return refuse(`${quote(unknown)} is not one of them${similar ? `, write ${similar}` : ''}`);
	}
	const repeated = names.find((name, index) => names.indexOf(name) !== index);
	if (repeated !== undefined) return refuse(`${repeated} is named twice`);
	const missing = known.filter((name) => !names.includes(name));
	if (missing.length > 0) return refuse(`missing: ${missing.join(', ')}`);
	return names;
}

/**
 * The columns of a CSV from left to right.
 * @throws CsvFormatError when the order does not name every column once; `checkColumnOrder` says what is wrong
 */
export function columnsOf(
	kind: OrganizationKind,
	columnOrder: readonly string[] | undefined,
): readonly OrganizationField[] {
	const fields: readonly OrganizationField[] = ORGANIZATION_FIELDS[kind];
	if (!columnOrder) return fields;
	const columns = columnOrder.map((name) => fields.find((field) => field.name === name));
	const found = columns.filter((column) => column !== undefined);
	if (found.length !== fields.length || new Set(found).size !== columns.length) {
		throw new CsvFormatError(`The column order must name every column of the ${kind} CSV once`);
	}
	return found;
}
