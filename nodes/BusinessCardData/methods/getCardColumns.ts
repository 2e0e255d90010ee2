import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { CARD_FIELDS, SHARING_PERMISSION_KEYS, SHARING_PERMISSION_PREFIX } from '../../shared';
import { FIELD_TEXTS, NAME_TEXTS, PERMISSION_NAMES } from '../resources/businessCard/cardFields';
import type { CardFieldText } from '../resources/businessCard/cardFields';

/** What is said of every column. */
export const COLUMN = { required: false, defaultMatch: false, canBeUsedToMatch: false, display: true } as const;

/** The fields of text, those of which one is needed first, the others in the order of the specification. */
function texts(): Array<[string, CardFieldText]> {
	const rank = Object.keys(CARD_FIELDS);
	const others = Object.entries(FIELD_TEXTS).sort(([one], [other]) => rank.indexOf(one) - rank.indexOf(other));
	return [...Object.entries(NAME_TEXTS), ...others, ['tagId', { displayName: 'Tag ID' }]];
}

function textColumn([id, { displayName, type }]: [string, CardFieldText]): ResourceMapperField {
	return { ...COLUMN, id, displayName, type: type ?? 'string' };
}

/**
 * A list and no switch: n8n sets a switch to "no" by itself, and would take permissions away that nobody has touched.
 * Left out until it is added, because few want it.
 */
function permissionColumn(key: (typeof SHARING_PERMISSION_KEYS)[number]): ResourceMapperField {
	return {
		...COLUMN,
		id: `${SHARING_PERMISSION_PREFIX}${key}`,
		displayName: `Others May See: ${PERMISSION_NAMES[key]}`,
		type: 'options',
		options: [
			{ name: 'Yes', value: true },
			{ name: 'No', value: false },
		],
		removed: true,
	};
}

/** The columns to which input can be mapped: every field of the card registration, by its own name (spec: E6). */
export async function getCardColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return { fields: [...texts().map(textColumn), ...SHARING_PERMISSION_KEYS.map(permissionColumn)] };
}
