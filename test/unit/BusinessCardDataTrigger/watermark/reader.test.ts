import { OutOfTime, PageRefused } from '../../../../nodes/shared';
import type { Position } from '../../../../nodes/shared';
import { Budget } from '../../../../nodes/BusinessCardDataTrigger/budget';
import type { SourcePage, SourceRequest } from '../../../../nodes/BusinessCardDataTrigger/source';
import { readNewest } from '../../../../nodes/BusinessCardDataTrigger/watermark/newest';
import { Reader } from '../../../../nodes/BusinessCardDataTrigger/watermark/reader';
import type { ReaderOptions, Reading } from '../../../../nodes/BusinessCardDataTrigger/watermark/reader';
import { at, card } from './support';

/** How the pages of a time range are read: each test is a script of what the service answers, call by call. */

type Answer = SourcePage | Error;

/** A page with a card for each second; the card of second 3 is called "3". */
function page(seconds: readonly number[], nextToken?: string): SourcePage {
	return { records: seconds.map((second) => card({ id: String(second), updated: second })), nextToken };
}

const SELECTION = { version: '3.2', entryStatus: [], includeTags: false, includePastBizCards: false, type: [], category: [] };

/** Reads seconds 0 to 100 while the service answers by a script; gives what was asked for, what was met, and where it ended. */
async function readBy(script: readonly Answer[], changes: Partial<ReaderOptions> = {}, maxRecords = 1_000, start: Position = { at: at(0) }, limit?: number) {
	const calls: SourceRequest[] = [];
	const met: string[] = [];
	const answers = [...script];
	const budget = new Budget({ now: () => 0, sleep: async () => {} }, 30_000, maxRecords);
	const reader = new Reader({
		source: {
			page: async (_, request) => {
				calls.push(request);
				const answer = answers.shift() ?? page([]);
				if (answer instanceof Error) throw answer;
				return answer;
			},
		},
		selection: SELECTION,
		budget,
		handle: (records) => {
			const ids = records.slice(0, maxRecords - met.length).map(({ record }) => record.id);
			const fresh = ids.some((id) => !met.includes(id));
			met.push(...ids);
			ids.forEach(() => budget.spend());
			return { taken: ids.length, fresh };
		},
		evidence: { ordered: true, pageSize: 0 },
		bounds: { isFromIncluded: true },
		memory: {},
		isBorne: () => true,
		...changes,
	});
	const reading: Reading = await reader.read({ ...start, end: at(100), limit });
	return { asked: calls.map(({ from, token }) => token ?? from - at(0)), limits: calls.map(({ limit }) => limit), met, reading };
}

test('one page that has no other after it is everything', async () => {
	const { asked, met, reading } = await readBy([page([1, 2, 3])]);
	expect({ asked, met, rest: reading.rest }).toEqual({ asked: [0], met: ['1', '2', '3'], rest: undefined });
});

test('a record that leaves the edge of a page is met where it goes, because no token is followed', async () => {
	// Between the two calls card 2 changes; by its token the second page would begin behind card 4, which moved up.
	const { asked, met } = await readBy([page([1, 2, 3], 'not followed'), page([3, 4, 5])]);
	expect({ asked, met }).toEqual({ asked: [0, 3], met: ['1', '2', '3', '3', '4', '5'] });
});

test('a poll that is full says where to go on', async () => {
	const { met, reading } = await readBy([page([1, 2, 3])], {}, 2);
	expect(met).toEqual(['1', '2']);
	expect(reading.rest).toEqual({ at: at(3) });
});

test('a page that fails ends the reading behind what was read', async () => {
	const broken = new Error('503');
	const { met, reading } = await readBy([page([1, 2], 'more'), broken]);
	expect(met).toEqual(['1', '2']);
	expect(reading).toMatchObject({ rest: { at: at(2) }, ended: broken, pages: 1 });
});

test('so does the end of the time of a poll', async () => {
	const { reading } = await readBy([page([1, 2], 'more'), new OutOfTime()]);
	expect(reading).toMatchObject({ rest: { at: at(2) }, ended: expect.any(OutOfTime), pages: 1 });
});

test('a limit that the service refuses is left out from then on', async () => {
	const { limits, met } = await readBy([new PageRefused('limit'), page([1, 2], 'more'), page([2, 3])]);
	expect(limits).toEqual([300, undefined, undefined]);
	expect(met).toEqual(['1', '2', '2', '3']);
});

test('a limit that is refused in a crowded second is not asked for behind its page tokens either', async () => {
	const crowd = page([3, 3], 'rest');
	const { reading } = await readBy([crowd, crowd, new Error('503')]);
	const { asked, limits } = await readBy([new PageRefused('limit'), crowd, page([3])], {}, 1_000, reading.rest, 120);
	expect({ asked: asked.slice(0, 3), limits: limits.slice(0, 3) }).toEqual({ asked: [3, 3, 'rest'], limits: [120, undefined, undefined] });
});

test('a second with more records than a page is read by its tokens, until two passes agree', async () => {
	const crowd = [page([7, 7], 't'), page([7])];
	const { asked } = await readBy([page([7, 7], 't'), ...crowd, ...crowd, page([])]);
	expect(asked).toEqual([0, 7, 't', 7, 't', 8]);
});

test('a token that is refused lets the second begin again from another end', async () => {
	const { asked, met } = await readBy([page([7, 7], 't'), page([7, 7], 't'), new PageRefused('token'), page([7, 7, 7]), page([])]);
	expect(asked).toEqual([0, 7, 't', 7, 8]);
	expect(new Set(met)).toEqual(new Set(['7']));
});

test('a second begins again for smaller pages, because a token keeps the number of records it was given with', async () => {
	const crowd = page([3, 3], 'rest');
	const { reading } = await readBy([crowd, crowd, new Error('503')]);
	const { asked, limits } = await readBy([crowd, crowd], {}, 1_000, reading.rest, 10);
	expect({ asked, limits }).toEqual({ asked: [3, 'rest', 3, 4], limits: [10, 10, 20, 40] });
});

test('a second whose token is refused begins again in pages of the usual size', async () => {
	const crowd = page([3, 3], 'rest');
	const { reading } = await readBy([crowd, crowd, new Error('503')], {}, 1_000, { at: at(3) }, 10);
	const { asked, limits } = await readBy([new PageRefused('token'), page([3, 3])], {}, 1_000, reading.rest, reading.limit);
	expect({ asked: asked.slice(0, 2), limits: limits.slice(0, 2) }).toEqual({ asked: ['rest', 3], limits: [20, 300] });
});

test('what is newest is told by single pages: a second one, behind its token, may have missed what moved between the two', async () => {
	const answers = [page([9, 8, 7], 'two'), page([6, 5])];
	const budget = new Budget({ now: () => 0, sleep: async () => {} }, 30_000, 1_000);
	const source = { page: async () => answers.shift() ?? page([]) };
	const memory = { scope: '', failedPolls: 0, sinceReport: 0 };
	const newest = await readNewest({ source, budget, memory }, SELECTION, { ordered: true, pageSize: 0 }, { horizon: at(100), witnesses: 50 });
	expect(newest.records.map(({ id }) => id)).toEqual(['5', '6', '7', '8', '9']);
	expect([newest.shownFrom, newest.isAll]).toEqual([at(8), false]);
});
