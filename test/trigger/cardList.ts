import type { IDataObject } from 'n8n-workflow';
import { toSourceRecord } from '../../nodes/BusinessCardDataTrigger/source';
import type { PollOptions } from '../../nodes/BusinessCardDataTrigger/watermark/context';
import { pollWatermark } from '../../nodes/BusinessCardDataTrigger/watermark/poll';
import type { RecordSource, SourceRecord } from '../../nodes/BusinessCardDataTrigger/watermark/recordSource';
import type { SavedState } from '../../nodes/BusinessCardDataTrigger/watermark/savedState';

/** A moment of the tests, seconds since 1970: every time of a card is given from there on. */
export const START = Date.UTC(2026, 0, 5, 9, 0, 0) / 1_000;

export const OVERLAP = 300;

/** A card that was registered and changed at one second, unless told otherwise. */
export function card(id: string, second: number, more: IDataObject = {}): IDataObject {
	const time = new Date((START + second) * 1_000).toISOString().replace('.000Z', '+00:00');
	return { id, registeredTime: time, updatedTime: time, entryStatus: 'completed', ...more };
}

/** So many cards, one a second. */
export function cards(prefix: string, count: number, first: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => card(`${prefix}${index}`, first + index));
}

/** A list that has all that is put into it, in pages by update time. */
export class CardList {
	constructor(
		public cards: readonly IDataObject[],
		private readonly pageSize = 50,
	) {}

	readonly source: RecordSource = {
		page: async (selection, { from, to, token = '0', orderDirection }) => {
			const isAsked = ({ updated = 0, status = '' }: SourceRecord) =>
				updated >= from && updated <= to && (selection.entryStatus.length === 0 || selection.entryStatus.includes(status));
			const ascending = this.cards.map(toSourceRecord).filter(isAsked);
			ascending.sort((one, other) => (one.updated ?? 0) - (other.updated ?? 0));
			const all = orderDirection === 'asc' ? ascending : ascending.reverse();
			const end = Number(token) + this.pageSize;
			const nextToken = end < all.length ? String(end) : undefined;
			return await Promise.resolve({ records: all.slice(Number(token), end), nextToken });
		},
	};

	/**
	 * Lets the trigger poll the list.
	 *
	 * @param at n8n's clock, from {@link START} on
	 * @returns the IDs of the cards that it outputs, and its state
	 */
	async poll(saved: SavedState | undefined, at: number, options: Partial<PollOptions> = {}) {
		const { records, state } = await pollWatermark(
			{
				isOnce: false,
				scope: 'cards',
				selection: {
					version: '3.2',
					entryStatus: ['completed'],
					includeTags: false,
					includePastBizCards: false,
					type: [],
					category: [],
				},
				passes: () => true,
				overlap: OVERLAP,
				startFrom: undefined,
				source: this.source,
				maxRecords: 10_000,
				local: START + at,
				isPageFailure: () => false,
				...options,
			},
			saved,
		);
		// As n8n keeps it.
		const kept = JSON.parse(JSON.stringify(state)) as SavedState;
		return { ids: records.map(({ id }) => String(id)), state: kept };
	}
}
