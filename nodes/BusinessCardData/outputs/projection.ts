import { isObject, onlyFields, SIMPLIFIERS } from '../../shared';
import type { GivenParameters, OperationName, Projection, UserRow } from '../../shared';

/** What most workflows need of a user. */
const USER: ReadonlyArray<keyof UserRow> = ['UserUuid', 'DepartmentId', 'UserId', 'UserName', 'AlternativeName', 'Email', 'UserType'];

/** How the records of each operation are simplified, where they can be. */
const SIMPLIFIED: Readonly<Partial<Record<OperationName, Projection>>> = {
	'businessCard.getAll': SIMPLIFIERS.card,
	'businessCard.search': SIMPLIFIERS.card,
	'businessCard.get': SIMPLIFIERS.card,
	'person.get': SIMPLIFIERS.person,
	'report.getAll': SIMPLIFIERS.report,
	'user.getAll': onlyFields(USER),
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
	return simplify === true ? SIMPLIFIED[name] : undefined;
}
