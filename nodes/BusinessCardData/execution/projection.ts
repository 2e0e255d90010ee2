import { isBlank, projectionOf, readList, readSwitch, SIMPLIFIERS } from '../../shared';
import { isTool } from './parameters';
import type { Shape } from './run';

/**
 * What a person wants of each record: certain fields, or a simple form. The fields go before it, because whoever names
 * them knows what is needed. A tool gives the simple form unless *Simplify* is added and off: a model reads all that it
 * is given, and pays for it.
 */
export function projected(kind: keyof typeof SIMPLIFIERS): Shape {
	return async function (items) {
		// An expression for all options may give nothing.
		const { fields, simplify } = (this.getNodeParameter('options', {}) ?? {}) as Record<string, unknown>;
		const isSimple = isBlank(simplify) ? isTool(this.getNode()) : readSwitch('simplify', simplify);
		const names = isBlank(fields) ? [] : readList('fields', fields);
		const projection = projectionOf(names, isSimple, SIMPLIFIERS[kind]);
		return items.map((item) => ({ ...item, json: projection(item.json) }));
	};
}
