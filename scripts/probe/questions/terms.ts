import type { IDataObject } from 'n8n-workflow';
import type { QueryPair } from '../../../nodes/shared';
import { confirms, unsettled, type Answer } from '../answer';
import { ALL_CARDS, secondsOf, stamp, type Question, type Stage } from '../stage';

/** Order and bounds of a term. */

/** Cards in whose seconds the bounds are tried: should one change meanwhile, the others still tell. */
const TRIED = 3;

interface Orders {
	readonly byUpdate: boolean;
	readonly byRegistration: boolean;
}

/** In which orders a page is: by update, ascending, and by registration, descending. */
function ordersOf(records: readonly IDataObject[]): Orders {
	const follows = (field: 'updatedTime' | 'registeredTime', sign: number) =>
		records.every((record, index) => {
			const before = records[index - 1];
			return !before || (secondsOf(record, field) - secondsOf(before, field)) * sign >= 0;
		});
	return { byUpdate: follows('updatedTime', 1), byRegistration: follows('registeredTime', -1) };
}

/** The one order that a page is in; undefined when it is in both or in none. */
function orderOf(records: readonly IDataObject[]): keyof Orders | undefined {
	const { byUpdate, byRegistration } = ordersOf(records);
	if (byUpdate === byRegistration) return undefined;
	return byUpdate ? 'byUpdate' : 'byRegistration';
}

const SLOWER = 'The trigger halves terms and lists go on by tokens: more calls, the same records.';

async function listOrder(stage: Stage): Promise<Answer> {
	const asked = orderOf((await stage.cards()).records);
	const unasked = orderOf((await stage.cardPage([])).records);
	if (asked === 'byRegistration') return confirms('registeredDesc', SLOWER);
	if (asked === undefined || unasked === undefined) {
		return unsettled('the first cards are in both orders, or in neither: it takes some that changed after later ones were registered');
	}
	return confirms(unasked === 'byUpdate' ? 'parameters' : 'registeredDescUnlessAsked', 'The trigger always asks for its order.');
}

async function isShown(stage: Stage, id: unknown, from: number, to: number): Promise<boolean> {
	const query: QueryPair[] = [['updatedFrom', stamp(from)], ['updatedTo', stamp(to)], ...ALL_CARDS, ['limit', '300']];
	const { records } = await stage.get('businessCard.getAll', await stage.version(), query);
	return records.some((record) => record.id === id);
}

interface Bounds {
	/** Whether a card shows in a term that begins, and in one that ends, with its second. */
	readonly atStart: boolean;
	readonly atEnd: boolean;
}

const bounds = new WeakMap<Stage, Promise<Bounds | undefined>>();

/** Tries the bounds in the seconds of some cards; undefined when there are none, or when the cards do not agree. */
async function tryBounds(stage: Stage): Promise<Bounds | undefined> {
	const cards = (await stage.cards()).records.filter((record) => Number.isFinite(secondsOf(record, 'updatedTime')));
	const found: Bounds[] = [];
	for (const card of cards.slice(0, TRIED)) {
		const second = secondsOf(card, 'updatedTime');
		found.push({
			atStart: await isShown(stage, card.id, second, second + 1),
			atEnd: await isShown(stage, card.id, second - 1, second),
		});
	}
	const [first] = found;
	return first && found.every(({ atStart, atEnd }) => atStart === first.atStart && atEnd === first.atEnd) ? first : undefined;
}

async function boundsOf(stage: Stage): Promise<Bounds | undefined> {
	const kept = bounds.get(stage) ?? tryBounds(stage);
	bounds.set(stage, kept);
	return await kept;
}

const NO_CARDS = unsettled('there are no cards whose seconds agree on it');
const TWO_WAYS = unsettled('either the end does not belong to a term, or times have fractions of a second: both show the same');

const EITHER_WAY = 'The trigger is right either way.';

export const TERMS: readonly Question[] = [
	{ row: 9, point: 'listOrder', ask: listOrder },
	{
		row: 19,
		point: 'updatedFrom',
		async ask(stage) {
			const found = await boundsOf(stage);
			if (!found) return NO_CARDS;
			// A card that does not show although its term begins with its second has no fraction, and the start is excluded.
			if (!found.atStart) return confirms('exclusive', `Lists of the node lack the records of the first second. ${EITHER_WAY}`);
			return found.atEnd ? confirms('inclusive', EITHER_WAY) : TWO_WAYS;
		},
	},
	{
		row: 19,
		point: 'updatedTo',
		async ask(stage) {
			const found = await boundsOf(stage);
			if (!found) return NO_CARDS;
			if (found.atEnd) return confirms('inclusive', EITHER_WAY);
			if (found.atStart) return TWO_WAYS;
			return confirms('exclusive', `Lists of the node lack the records of the last second. ${EITHER_WAY}`);
		},
	},
	{
		row: 20,
		point: 'timePrecision',
		async ask(stage) {
			const found = await boundsOf(stage);
			if (!found) return NO_CARDS;
			return found.atEnd || !found.atStart ? confirms('seconds', 'Times have no fractions.') : TWO_WAYS;
		},
	},
	{
		row: 21,
		point: 'reversedTerm',
		async ask(stage) {
			const query: QueryPair[] = [['updatedFrom', '2001-01-01T00:00:00Z'], ['updatedTo', '2000-01-01T00:00:00Z'], ['limit', '1']];
			const { status } = await stage.get('businessCard.getAll', await stage.version(), query);
			return confirms(status === 200 ? 'empty' : 'refuse', 'The node refuses it before a call.');
		},
	},
];
