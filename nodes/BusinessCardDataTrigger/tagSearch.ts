import type { IDataObject } from 'n8n-workflow';
import { idText, readRecords } from '../shared';
import type { ServiceClient, ServiceRequest } from '../shared';
import { TAGGED } from './events';
import type { TriggerSettings } from './settings';
import { listRequest } from './source';
import { isSame, shownBy } from './taggedMemory';
import type { RememberedTag, Shown } from './taggedMemory';

/** More cards than this would make the state and each poll too large. */
export const MAX_CARDS = 10_000;

/** Cards by their IDs. */
type CardsById = Map<string, IDataObject>;

/** The cards of a tag as a poll has found them. */
export interface FollowedTag {
	/** IDs of all cards that have the tag. */
	readonly ids: Set<string>;
	/** The cards that have it for the first time. */
	readonly fresh: ReadonlyArray<readonly [id: string, card: IDataObject]>;
}

/** Searches for the cards of tags, in the time that a poll has for that. */
export class TagSearch {
	/** Pages that were read: with any of them it is not the service that did not respond. */
	pages = 0;

	private readonly client: ServiceClient;

	/** @param endsAt on {@link systemClock}'s scale */
	constructor(
		client: ServiceClient,
		private readonly settings: TriggerSettings,
		endsAt: number,
	) {
		this.client = client.endedBy({ deadline: endsAt });
	}

	/**
	 * Finds the changes of a tag. A tag that is not remembered is noted in silence, as at activation.
	 *
	 * @throws OutOfTime, and the error of a search that failed
	 */
	async follow(tagId: string, before: RememberedTag | undefined): Promise<FollowedTag> {
		if (!before) {
			const found = await this.cardsOf(tagId, shownBy(this.settings));
			return { ids: new Set(found.keys()), fresh: [] };
		}

		// Cards that the new options alone show had the tag before: they are noted. They are read first, so that what is
		// tagged between the two readings is in the second, and fires.
		const shown = shownBy(this.settings);
		const isEdited = !isSame(before.shown, shown);
		const noted: CardsById = isEdited ? await this.cardsOf(tagId, shown) : new Map();
		const found = await this.cardsOf(tagId, before.shown, isEdited ? undefined : before.ids);

		const known = new Set(before.ids);
		const fresh = [...found].filter(([id, card]) => !known.has(id) && this.settings.passes(card));
		return {
			ids: new Set([...found.keys(), ...noted.keys()]),
			fresh,
		};
	}

	/**
	 * The cards of a tag. While a list is read, a card that loses the tag can pull another one over the edge of a page
	 * that was read. So it is read until a reading has all that was there before: then nothing left meanwhile. The
	 * deadline ends a list that never comes to rest.
	 *
	 * @param known the IDs that were there before; `undefined` where nobody can tell
	 */
	private async cardsOf(tagId: string, shown: Shown, known?: readonly string[]): Promise<CardsById> {
		const search = searchFor(this.settings, tagId, shown);
		const found: CardsById = new Map();
		let before = known;

		for (;;) {
			const reading = await this.readOnce(search);
			for (const [id, card] of reading) {
				found.set(id, card);
			}

			if (before?.every((id) => reading.has(id))) return found;
			before = [...reading.keys()];
		}
	}

	private async readOnce(search: ServiceRequest): Promise<CardsById> {
		const reading: CardsById = new Map();

		for await (const cards of readRecords(this.client, search, MAX_CARDS + 1)) {
			this.pages += 1;
			for (const card of cards) {
				const id = idText(card.id);
				if (id !== undefined) {
					reading.set(id, card);
				}
			}
		}
		return reading;
	}
}

/** The search for the cards of one tag; version 2.0 has brackets behind the name (spec: Common parameter rules). */
function searchFor(settings: TriggerSettings, tagId: string, shown: Shown): ServiceRequest {
	const { holderRange, selection } = settings;
	const key = selection.version === '2.0' ? 'tagId[]' : 'tagId';
	return listRequest(TAGGED, holderRange, { ...selection, ...shown }, { [key]: tagId });
}
