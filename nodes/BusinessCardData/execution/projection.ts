import type { IDataObject, PostReceiveAction } from 'n8n-workflow';
import { isBlank, isObject, onlyFields, projectionOf, readList, readSwitch } from '../../shared';
import type { Projection } from '../../shared';
import { isTool } from './parameters';

/** What most workflows need of a user. */
export const SIMPLE_USER: Projection = onlyFields([
	'UserUuid',
	'DepartmentId',
	'UserId',
	'UserName',
	'AlternativeName',
	'Email',
	'UserType',
]);

/**
 * What a person wants of each record: certain fields, or a simple form. The fields go before it, because whoever names
 * them knows what is needed. A tool gives the simple form unless *Simplify* is added and off: a model reads all that it
 * is given, and pays for it.
 */
export function projected(simple: Projection): PostReceiveAction {
	return async function project(items) {
		const options: unknown = this.getNodeParameter('options', {});
		const { fields, simplify } = isObject(options) ? options : {};
		const asTool = isTool(this.getNode());
		// A CSV as a file has no fields.
		if (this.getNodeParameter('output', 'items') === 'file') return items;
		const isSimple = isBlank(simplify) ? asTool : readSwitch('simplify', simplify);
		const names = isBlank(fields) ? [] : readList('fields', fields);
		const projection = projectionOf(names, isSimple, simple);
		return items.map((item) => ({ ...item, json: projection(item.json as IDataObject) }));
	};
}
