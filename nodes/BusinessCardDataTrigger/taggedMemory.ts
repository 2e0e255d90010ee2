import type { TriggerSettings } from './settings';
import type { Selection } from './watermark/recordSource';
import type { SavedCount } from './watermark/savedState';

/* The memory of *Business Card Tagged*: which cards have which tags, and with which options they were found. */

/** The options that decide which cards a search shows; the version does not, and a former one may be retired. */
export type Shown = Pick<Selection, 'entryStatus' | 'includePastBizCards'>;

/** The state that the event keeps between polls, as it is saved: its names are in the databases of users. */
export interface TaggedState extends SavedCount {
	/** The options that the last poll asked with. */
	readonly shown: Shown;
	/** The same of the last poll that read a tag, for tags that were not read since an edit, by the ID of the tag. */
	readonly formerlyShown?: Readonly<Record<string, Shown>>;
	/** IDs of the cards of each tag, by the ID of the tag. */
	readonly cards: Readonly<Record<string, readonly string[]>>;
	/** The tag that the next poll begins with, where the last one did not come to its end. */
	readonly turn?: string;
}

/** The memory of one tag. */
export interface RememberedTag {
	/** IDs of the cards that had the tag. */
	readonly ids: readonly string[];
	readonly shown: Shown;
}

/** The options that decide which cards a search shows. */
export function shownBy(settings: TriggerSettings): Shown {
	const { entryStatus, includePastBizCards } = settings.selection;
	return { entryStatus, includePastBizCards };
}

export function isSame(one: Shown, other: Shown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

/** The memory of a tag; `undefined` where the tag has not been noted yet. */
export function recallTag(known: TaggedState | undefined, tagId: string): RememberedTag | undefined {
	const ids = known?.cards[tagId];
	if (!known || !ids) return undefined;
	return { ids, shown: known.formerlyShown?.[tagId] ?? known.shown };
}

/** The tags in the order in which a poll follows them: from the one on whose turn it is. */
export function inTurn(tagIds: readonly string[], turn: string | undefined): string[] {
	const start = tagIds.findIndex((tagId) => tagId === turn);
	if (start < 0) return [...tagIds];
	return [...tagIds.slice(start), ...tagIds.slice(0, start)];
}

/** The cards of all tags; a card counts once for each of its tags. */
export function countCards(cards: TaggedState['cards']): number {
	return Object.values(cards).reduce((sum, ids) => sum + ids.length, 0);
}

/**
 * The memory of the chosen tags after a poll. Tags that this poll did not follow are remembered as before.
 *
 * @param known the memory before the poll
 * @param followed IDs of the cards of each tag that was followed, by the ID of the tag
 */
export function rememberTags(
	settings: TriggerSettings,
	known: TaggedState | undefined,
	followed: ReadonlyMap<string, readonly string[]>,
): Pick<TaggedState, 'shown' | 'formerlyShown' | 'cards'> {
	const shown = shownBy(settings);
	const cards: Record<string, readonly string[]> = {};
	const formerlyShown: Record<string, Shown> = {};

	for (const tagId of settings.tagIds) {
		const before = recallTag(known, tagId);
		const ids = followed.get(tagId) ?? before?.ids;
		if (ids) {
			cards[tagId] = ids;
		}

		const isLeft = !followed.has(tagId);
		if (isLeft && before && !isSame(before.shown, shown)) {
			formerlyShown[tagId] = before.shown;
		}
	}
	return { shown, formerlyShown, cards };
}
