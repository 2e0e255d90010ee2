import { projectionOf } from '../../shared';
import type { RecordKind } from '../../shared';
import type { Shape } from './run';

/**
 * What a person wants of each record: certain fields, or a simple form. A tool gives the simple form unless *Simplify*
 * is added and off: a model reads all that it is given, and pays for it.
 */
export function projected(kind: RecordKind): Shape {
	return async (items, { values = {} }) => {
		const projection = projectionOf(kind, { simplify: values['@tool'] === true, ...(values.options as object) });
		return await Promise.resolve(items.map((item) => ({ ...item, json: projection(item.json) })));
	};
}
