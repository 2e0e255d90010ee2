import { card, CardList, cards, OVERLAP, START } from './cardList';
import type { SavedState } from '../../nodes/BusinessCardDataTrigger/watermark/savedState';

/** The very seconds at which the low watermark and the cutoff of *Created* lie. */

const OLD = cards('old', 12, 0);
/** The second that ten of the old cards have shown. */
const REACHED = 2;

describe('the low watermark', () => {
	const minutes = Array.from({ length: 60 }, (_, index) => card(`new${index}`, 1_000 + index * 60));

	async function backlog(): Promise<{ list: CardList; state: SavedState; ids: string[] }> {
		const list = new CardList(OLD);
		const { state: activated } = await list.poll(undefined, 20);
		list.cards = [...OLD, ...minutes];
		const { ids, state } = await list.poll(activated, 5_000, { maxRecords: 20 });
		return { list, state, ids };
	}

	it('stays before what is left of the present, when a poll cannot read all of it', async () => {
		const { state, ids } = await backlog();
		expect(ids).toHaveLength(20);
		expect(state.low).toBeLessThanOrEqual(START + 1_000 + 20 * 60);
		expect(state.low).toBeLessThanOrEqual(Math.min(...state.left.map(({ at }) => at)));
	});

	it('stays there through an edit of the options, after which the rest comes', async () => {
		const { list, state, ids } = await backlog();
		const selection = { ...state.selection, includeTags: true };
		const { ids: others } = await list.poll(state, 5_060, { selection });
		expect([...ids, ...others]).toEqual(minutes.map(({ id }) => id));
	});

	it('follows what ten cards have reached, less the overlap', async () => {
		const { state } = await new CardList(cards('old', 12, 1_000)).poll(undefined, 1_020);
		expect(state.low).toBe(START + 1_000 + REACHED - OVERLAP);
	});

	it('passes what was reached when nothing newer has come for the overlap and ten minutes', async () => {
		const list = new CardList(OLD);
		const { state } = await list.poll(undefined, 20);
		const idleAt = 20 + OVERLAP + 600;
		const { state: before } = await list.poll(state, idleAt);
		const { state: after } = await list.poll(before, idleAt + 1);
		expect([before.low, after.low]).toEqual([START + REACHED - OVERLAP, START + REACHED + 1]);
	});
});

describe('the cutoff of Created', () => {
	const isOnce = true;
	const CUTOFF = REACHED - OVERLAP;

	it.each([
		['in its second', CUTOFF, ['late']],
		['a second after', CUTOFF + 1, ['late']],
		['a second before', CUTOFF - 1, []],
	])('tells a card that shows up late and was registered %s', async (_, second, due) => {
		const list = new CardList(OLD);
		const { state } = await list.poll(undefined, 20, { isOnce });
		expect(state.cutoff).toBe(START + CUTOFF);

		list.cards = [...OLD, card('late', second)];
		const { ids, state: next } = await list.poll(state, 80, { isOnce });
		// A card that was registered before is read when it changes.
		list.cards = [...OLD, { ...card('late', second), updatedTime: card('', 90).updatedTime }];
		const { ids: later } = await list.poll(next, 140, { isOnce });
		expect([...ids, ...later]).toEqual(due);
	});

	it('keeps a card in mind that was registered in its second', async () => {
		const known = card('known', CUTOFF);
		const list = new CardList([known, ...OLD]);
		const { state } = await list.poll(undefined, 20, { isOnce });
		const { ids, state: next } = await list.poll(state, 80, { isOnce });
		const { ids: later } = await list.poll(next, 140, { isOnce });
		expect([...ids, ...later]).toEqual([]);
	});
});
