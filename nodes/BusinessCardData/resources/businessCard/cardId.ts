import { idField } from '../fields';

/** The id of a card, for all that is about one card (spec: E3-E5). */
export const BUSINESS_CARD_ID = idField(
	'businessCardId',
	'Business Card ID',
	'ID of the business card, as the lists give it in the field "id"',
	'e.g. 1002345',
);
