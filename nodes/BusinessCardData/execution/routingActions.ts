import type { IHttpRequestOptions, PreSendAction } from 'n8n-workflow';
import { projectionOf } from '../../shared';
import type { RecordKind } from '../../shared';
import type { Check, Shape } from '../resources/operation';

/* Actions that operations put into n8n's routing: `preSend` before a request is sent, `postReceive` after its response. */

/**
 * Makes a check an action for `preSend`. n8n calls that for all items at once, before their values are read: its error
 * would belong to no item, and the writes of the others would wait for this one for ever. So the action does nothing, and
 * the executor runs the check when it is the item's turn.
 */
export function checkBeforeSending(check: Check): PreSendAction & { readonly check: Check } {
	return Object.assign(async (request: IHttpRequestOptions) => await Promise.resolve(request), { check });
}

/**
 * Makes the action for `postReceive` that outputs the fields of each record which a person asks for: certain ones, or a
 * simple form. A tool outputs the simple form unless *Simplify* is added and off: a model reads all that it is given, and
 * pays for it.
 */
export function selectFields(kind: RecordKind): Shape {
	return async (items, response) => {
		const values = response.values ?? {};
		const isTool = values['@tool'] === true;
		const options = values.options as object | undefined;
		const projection = projectionOf(kind, { simplify: isTool, ...options });

		const output = items.map((item) => ({ ...item, json: projection(item.json) }));
		return await Promise.resolve(output);
	};
}
