import type { INodeProperties } from 'n8n-workflow';
import { FORMER_SORT } from '../fields';

/** The options that both card lists have (spec: E1, E2); each names what it shows differently. */
export const CARD_LIST_OPTIONS: Readonly<Record<string, Partial<INodeProperties>>> = {
	range: {},
	entryStatus: {},
	includeTags: {},
	includePastBizCards: {},
	...FORMER_SORT,
};
