import { quote } from '../values/characters';
import type { Violation } from '../base/violation';
import {
	fieldNames,
	fieldsOf,
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

/** The columns of a CSV from left to right, in an order that `checkColumnOrder` has let through. */
export function columnsOf(kind: OrganizationKind, columnOrder = fieldNames(kind) as readonly string[]): OrganizationField[] {
	return columnOrder.flatMap((name) => fieldsOf(kind).find((field) => field.name === name) ?? []);
}
