import type { IHttpRequestOptions, PreSendAction } from 'n8n-workflow';
import { projectionOf } from '../../shared';
import type { RecordKind } from '../../shared';
import type { Check, Shape } from '../resources/operation';

/**
 * A check as n8n's `preSend`. n8n calls that for all items at once, before their values are read; its error would be
 * paired with no item, and the writes of the others would wait for this one for ever. So it does nothing then, and the
 * executor makes the check when it is the item's turn.
 */
export function checkedBy(check: Check): PreSendAction & { readonly check: Check } {
	return Object.assign(async (request: IHttpRequestOptions) => await Promise.resolve(request), { check });
}

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
