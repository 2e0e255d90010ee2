import type { INodeProperties } from 'n8n-workflow';
import { FORMER_SORT } from '../../../panel/fields';

/** The options that both card lists have (spec: E1, E2); each names what it shows differently. */
export const CARD_LIST_OPTIONS: Readonly<Record<string, Partial<INodeProperties>>> = {
	range: {},
	entryStatus: {},
	includeTags: {},
	includePastBizCards: {},
	...FORMER_SORT,
};

/** The pictures of each card of a list. Nothing is downloaded until a side is chosen: each is a call of its own. */
export const DOWNLOAD_IMAGES: INodeProperties = {
	displayName: 'Download Images',
	name: 'downloadImages',
	type: 'multiOptions',
	options: [
		{ name: 'Back', value: 'back' },
		{ name: 'Front', value: 'front' },
	],
	default: [],
	description: 'Sides of each card to download, into binary fields of the same name. Each image costs one call. A card without an image has no such field.',
};
