import { projectionOf, SIMPLIFIERS } from '../../shared';
import { isTool } from './parameters';
import { valuesOf } from './run';
import type { Shape } from './run';

interface Options {
	readonly fields?: string[];
	readonly simplify?: boolean;
}

/**
 * What a person wants of each record: certain fields, or a simple form. The fields go before it, because whoever names
 * them knows what is needed. A tool gives the simple form unless *Simplify* is added and off: a model reads all that it
 * is given, and pays for it.
 */
export function projected(kind: keyof typeof SIMPLIFIERS): Shape {
	return async function (items) {
		const { fields = [], simplify = isTool(this.getNode()) } = valuesOf(this).options as Options;
		const projection = projectionOf(fields, simplify, SIMPLIFIERS[kind]);
		return items.map((item) => ({ ...item, json: projection(item.json) }));
	};
}
