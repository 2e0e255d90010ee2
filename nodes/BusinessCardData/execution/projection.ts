import { projectionOf } from '../../shared';
import type { Projection } from '../../shared';
import { isTool } from './parameters';
import type { Shape } from './run';

/**
 * What a person wants of each record: certain fields, or a simple form. The fields go before it, because whoever names
 * them knows what is needed. A tool gives the simple form unless *Simplify* is added and off: a model reads all that it
 * is given, and pays for it.
 */
export function projected(simple: Projection): Shape {
	return ({ functions, given }, items) => {
		const options = given.values.options as { fields?: string[]; simplify?: boolean };
		const { fields = [], simplify = isTool(functions.getNode()) } = options;
		const projection = projectionOf(fields, simplify, simple);
		return items.map((item) => ({ ...item, json: projection(item.json) }));
	};
}
