import type { IDataObject, PostReceiveAction, PreSendAction } from 'n8n-workflow';
import { checkCard, isObject, isRecord, normaliseCard, refuse } from '../../../shared';
import { columnsOf } from '../inputItems';
import { checkedOf } from '../request';
import { Unusable } from '../run';
import { cardBody } from './body';
import { mappedFields } from './columns';

/** What stands for a card that the caller may create but not see (spec: E6). */
const HIDDEN = { success: true, viewable: false };

/** Fills the body from the columns of the input, where these are mapped. */
export const columnsMapped: PreSendAction = async function mapColumns(options) {
	const { values } = checkedOf(options).given;
	if (values.dataMode === 'mapColumns') {
		options.body = mappedFields(values.columns, columnsOf(this.getInputData(), this.getItemIndex()));
	}
	return options;
};

/**
 * Brings the fields into the form in which they are sent; with *Normalize* into the notation of the service as well.
 */
export const cardCompleted: PreSendAction = async function completeCard(options) {
	const { normalize } = (checkedOf(options).given.values.options ?? {}) as { normalize?: boolean };
	const fields = isObject(options.body) ? options.body : {};
	options.body = cardBody(normalize === true ? normaliseCard(fields) : fields, this.getTimezone()) as IDataObject;
	return options;
};

/** Checks the card against every rule of the service (spec: Card registration request body). */
export const cardChecked: PreSendAction = async function checkRules(options) {
	const fields = options.body as IDataObject;
	// What is wrong without the option and right with it; nothing where it is on.
	const left = new Set(checkCard(normaliseCard(fields)).map(({ field }) => field));
	const violations = checkCard(fields).map(({ field, message }) => {
		return { field, message: left.has(field) ? message : `${message}. The option Normalize corrects it` };
	});
	refuse(violations);
	return options;
};

/** The card that was created; an empty response means that the user of the key may not see it (spec: E6). */
export const cardOrHidden: PostReceiveAction = async function showCard(items, { body }) {
	const json: unknown = items[0]?.json;
	if (isRecord(json)) return items;
	const isEmpty = isObject(json) ? Object.keys(json).length === 0 : String(body).trim() === '';
	if (isEmpty) return [{ json: { ...HIDDEN } }];
	throw new Unusable('The service accepted the card, but its response cannot be read');
};
