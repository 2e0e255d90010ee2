import { isObject, onlyFields, SIMPLIFIERS } from '../../shared';
import type { GivenParameters, OperationName, Projection } from '../../shared';

/** The record of each operation that can be simplified. */
const SIMPLIFIED: Readonly<Partial<Record<OperationName, keyof typeof SIMPLIFIERS>>> = {
	'businessCard.getAll': 'card',
	'businessCard.search': 'card',
	'businessCard.get': 'card',
	'person.get': 'person',
	'report.getAll': 'report',
	'user.getAll': 'user',
};

/**
 * What a person wants of each record: certain fields, or a simple form. The fields go before it, because whoever names
 * them knows what is needed. A tool gives the simple form unless *Simplify* is added and off: a model reads all that it is
 * given, and pays for it.
 *
 * @returns `undefined` for the record as the service sent it
 */
export function projectionOf(name: OperationName, { options }: GivenParameters, asTool: boolean): Projection | undefined {
	const { fields, simplify = asTool } = isObject(options) ? options : {};
	if (Array.isArray(fields)) return onlyFields(fields as string[]);
	const kind = SIMPLIFIED[name];
	return simplify === true && kind !== undefined ? SIMPLIFIERS[kind] : undefined;
}
