import { loadState, StateUnreadable } from '../../nodes/BusinessCardDataTrigger/state';

/** What an older or newer release has left in the static data of a trigger. */

const FIRST_LAYOUT = {
	version: 1,
	scope: 'scope',
	selection: { version: '3.2', entryStatus: [], includeTags: false, includePastBizCards: false, type: [], category: [] },
	floor: 100,
	cutoff: 100,
	seen: [[100, 'a']],
	ordered: true,
	waiting: ['b'],
	live: { at: 120, token: 'old', narrow: true },
	backfill: { at: 50, end: 99, token: 'old' },
	recheck: { at: 101, end: 110, floorAfter: 105, token: 'old' },
	rebase: { position: { at: 100 }, seen: [], waiting: [] },
};

test('a state of the first layout goes on from the seconds it had reached, without its page tokens', () => {
	const state = loadState({ watermark: FIRST_LAYOUT });
	expect(state).toMatchObject({ version: 2, floor: 100, seen: [[100, 'a']], waiting: ['b'], pageSize: 0 });
	expect(state?.live).toEqual({ at: 120, ceiling: 100 });
	expect(state?.backfill).toMatchObject({ at: 50, end: 99 });
	expect(state?.recheck).toMatchObject({ at: 101, end: 110, floorAfter: 105, isAlone: false });
	expect([state?.backfill?.token, state?.recheck?.token, state?.rebase]).toEqual([undefined, undefined, undefined]);
});

test('the state of a newer release is refused: starting afresh would lose records', () => {
	expect(() => loadState({ watermark: { ...FIRST_LAYOUT, version: 3 } })).toThrow(StateUnreadable);
});
