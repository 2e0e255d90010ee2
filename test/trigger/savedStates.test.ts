import type { IDataObject } from 'n8n-workflow';
import { loadState } from '../../nodes/BusinessCardDataTrigger/watermark/savedState';
import type { SavedState } from '../../nodes/BusinessCardDataTrigger/watermark/savedState';
import { TriggerState } from '../../nodes/BusinessCardDataTrigger/watermark/triggerState';
import { card, CardList, cards } from './cardList';
import SAVED from './savedStates.json';

/**
 * States that an earlier release has saved, and that databases of users hold. They are not made anew when the trigger
 * changes: `savedStates.json` has them as they were written.
 */

type Name = keyof typeof SAVED;

const OLD = cards('old', 12, 0);
const MINUTES = Array.from({ length: 30 }, (_, index) => card(`new${index}`, 1_000 + index * 60));
const CROWD = Array.from({ length: 120 }, (_, index) => card(`c${index}`, 1_000));
const PAST = cards('past', 60, -50_000);

/** The list when the state was saved and a card more, and what had not been output by then. */
const GOES_ON: Readonly<Record<Name, readonly [IDataObject[], number, string[]]>> = {
	activation: [[...OLD, card('next', 100)], 120, ['next']],
	backlog: [[...OLD, ...MINUTES], 3_060, MINUTES.slice(20).map(({ id }) => String(id))],
	created: [[card('waiting', 100), ...OLD], 120, ['waiting']],
	edit: [
		[card('unreadable', 4, { entryStatus: 'unreadable' }), card('next', 100, { entryStatus: 'unreadable' }), ...OLD],
		120,
		['next'],
	],
	startFrom: [[...PAST, ...OLD], 80, PAST.slice(18).map(({ id }) => String(id))],
	crowd: [[...OLD, ...CROWD], 1_070, CROWD.slice(60).map(({ id }) => String(id))],
	hidden: [[...OLD, card('bad', 500), ...cards('new', 3, 1_000)], 1_200, ['bad']],
};

const NAMES = Object.keys(SAVED) as Name[];

it.each(NAMES)('a state that an earlier release has saved is read whole: %s', (name) => {
	const saved = loadState<SavedState>(SAVED[name]);
	expect(saved).toBeDefined();
	if (saved) expect({ ...new TriggerState(saved).toSaved(), version: 1 }).toEqual(saved);
});

it.each(NAMES)('polls go on where an earlier release stopped: %s', async (name) => {
	const [all, at, due] = GOES_ON[name];
	const list = new CardList(all);
	const saved = loadState<SavedState>(SAVED[name]);
	const options = { selection: saved?.selection, isOnce: name === 'created' };
	const { ids, state } = await list.poll(saved, at, options);
	const { ids: later } = await list.poll(state, at + 60, options);
	expect([...ids, ...later].sort()).toEqual([...due].sort());
});
