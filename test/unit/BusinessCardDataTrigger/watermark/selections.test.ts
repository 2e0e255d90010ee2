import type { Selection } from '../../../../nodes/BusinessCardDataTrigger/state';
import { canShow } from '../../../../nodes/BusinessCardDataTrigger/watermark/selections';
import { card } from './support';
import type { Shown } from './support';

/** What options before an edit can show: what they cannot was there before, and newly belongs. */

const SELECTION: Selection = { version: '3.2', entryStatus: ['completed'], includeTags: false, includePastBizCards: false, type: [], category: [] };

const ROWS: ReadonlyArray<readonly [string, Partial<Selection>, Shown & { readonly type?: string }, boolean]> = [
	['a card with a chosen status', {}, {}, true],
	['a card with another status', {}, { status: 'processing' }, false],
	['a card where no status is chosen', { entryStatus: [] }, { status: 'processing' }, true],
	['a report of a chosen type', { type: ['Call'] }, { type: 'Call' }, true],
	['a report of another type', { type: ['Meeting'] }, { type: 'Call' }, false],
	['a report where no type is chosen', {}, { type: 'Call' }, true],
];

test.each(ROWS)('%s', (_, changes, shown, isShown) => {
	expect(canShow({ ...SELECTION, ...changes }, card(shown))).toBe(isShown);
});
