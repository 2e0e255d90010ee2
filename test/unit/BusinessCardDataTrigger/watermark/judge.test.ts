import { EVENTS } from '../../../../nodes/BusinessCardDataTrigger/events';
import { Judge } from '../../../../nodes/BusinessCardDataTrigger/watermark/judge';
import type { JudgeOptions, Verdict } from '../../../../nodes/BusinessCardDataTrigger/watermark/judge';
import { awaitedIn, SeenWindow } from '../../../../nodes/BusinessCardDataTrigger/watermark/seenWindow';
import { at, card } from './support';
import type { Shown } from './support';

/** What is new and what is known: each test shows the judge one record after another. */

function judgeOf(changes: Partial<JudgeOptions> = {}): Judge {
	const known = { window: new SeenWindow([]), pending: new Set<string>(), statuses: ['completed'], brought: new Map() };
	return new Judge({ event: EVENTS.businessCardUpdated, ...known, cutoff: at(0), horizon: at(100_000), newest: at(0), ...changes });
}

function verdicts(judge: Judge, shown: readonly Shown[]): Verdict[] {
	return shown.map((one) => judge.judge(card(one), false).verdict);
}

describe('Created or Updated', () => {
	test('a record is news once, however often it is read', () => {
		expect(verdicts(judgeOf(), [{}, {}, {}])).toEqual(['emit', 'duplicate', 'duplicate']);
	});

	test('two changes in one second are two', () => {
		expect(verdicts(judgeOf(), [{ updated: 5, memo: 'one' }, { updated: 5, memo: 'two' }])).toEqual(['emit', 'emit']);
	});

	test('a page that was made before the last change brings nothing', () => {
		const shown = [{ updated: 5, memo: 'one' }, { updated: 6, memo: 'two' }, { updated: 5, memo: 'one' }];
		expect(verdicts(judgeOf(), shown)).toEqual(['emit', 'emit', 'duplicate']);
	});

	test('tags in another order are no change, and another tag is one', () => {
		expect(verdicts(judgeOf(), [{ tags: ['x', 'y'] }, { tags: ['y', 'x'] }, { tags: ['y'] }])).toEqual(['emit', 'duplicate', 'emit']);
	});

	test('a record that looks different at each reading is news five times, until its time changes', () => {
		const judge = judgeOf();
		const looks = Array.from({ length: 8 }, (_, reading) => ({ updated: 5, memo: `reading ${reading}` }));
		expect(verdicts(judge, looks).filter((verdict) => verdict === 'emit')).toHaveLength(5);
		expect(verdicts(judge, [{ updated: 6, memo: 'reading 9' }])).toEqual(['emit']);
	});

	test('what was there at activation is remembered and not news', () => {
		const judge = judgeOf();
		expect(judge.judge(card(), true).verdict).toBe('baseline');
		expect(verdicts(judge, [{}, { updated: 1 }])).toEqual(['duplicate', 'emit']);
	});

	test('a record without a readable time is told by its content', () => {
		expect(verdicts(judgeOf(), [{ updated: null }, { updated: null }, { updated: null, memo: 'more' }])).toEqual(['emit', 'duplicate', 'emit']);
	});

	test('what other options have still to show stays awaited of them while these show it again', () => {
		const window = new SeenWindow([]);
		const judge = judgeOf({ window });
		const shownBy = { version: '2.5', includeTags: false };
		const elsewhere = (memo: string) => ({ ...card({ updated: null, memo }), shownBy });
		expect(verdicts(judge, [{ updated: null }])).toEqual(['emit']);
		window.update((record) => awaitedIn(record, shownBy));
		expect(verdicts(judge, [{ updated: null }])).toEqual(['duplicate']);
		expect(judge.judge(elsewhere('as 2.5 has it'), false).verdict).toBe('duplicate');
		expect(judge.judge(elsewhere('changed'), false).verdict).toBe('emit');
	});
});

describe('Created', () => {
	const created = (changes: Partial<JudgeOptions> = {}) => judgeOf({ event: EVENTS.businessCardCreated, ...changes });

	test('a change of a record is not news', () => {
		expect(verdicts(created(), [{}, { updated: 9, registered: 0, memo: 'changed' }])).toEqual(['emit', 'duplicate']);
	});

	test('a card waits until it shows a chosen status, however much later', () => {
		const shown = [{ status: 'processing' }, { status: 'processing' }, { updated: 90_000, registered: 0 }, { updated: 90_000, registered: 0 }];
		expect(verdicts(created(), shown)).toEqual(['baseline', 'duplicate', 'emit', 'duplicate']);
	});

	test('what was registered before the cutoff is old when it changes', () => {
		expect(verdicts(created({ cutoff: at(10) }), [{ updated: 20, registered: 5 }])).toEqual(['baseline']);
	});

	test('a card that was processing when nobody looked is news when it is done', () => {
		const judge = created({ cutoff: at(10) });
		judge.await(card({ status: 'processing', registered: -500 }));
		expect(verdicts(judge, [{ updated: 20, registered: -500 }])).toEqual(['emit']);
	});

	test('an old list that shows a card as processing does not bring it a second time', () => {
		const judge = created();
		expect(verdicts(judge, [{}])).toEqual(['emit']);
		judge.await(card({ status: 'processing' }));
		expect(verdicts(judge, [{}])).toEqual(['duplicate']);
	});
});
