import path from 'path';
import { inFull } from '../inFull';
import type { Step } from './history';
import { ours } from './ours';
import { MINUTE, PLAIN_POLL, PLAIN_SERVICE, plainHistory } from './plain';
import { added, ALL_STATUSES, chooses, givenIn, scripted, wait } from './scripted';
import { simulate } from './simulate';
import { storedHistories } from './stored';

/** What chance hardly ever brings together, or only in histories that would take too long. */

test('a change that becomes visible between the first call of a long poll and the next is not passed by the floor', async () => {
	const { findings } = await simulate(
		scripted([
			PLAIN_POLL,
			{ do: 'wait', ms: 10_000 },
			{ do: 'change', pick: 0, times: 1, late: 5 },
			{ do: 'wait', ms: 1_000 },
			{ do: 'tide', count: 60, everyMs: 25, adds: true },
			{ do: 'wait', ms: 900 },
			{
				...PLAIN_POLL,
				latency: 1_500,
				meanwhile: [{ call: 1, deeds: [{ do: 'wait', ms: 1_200 }, { do: 'add', count: 60, status: 0, late: 0 }] }],
			},
		]),
		ours,
	);
	expect(findings).toEqual([]);
});

test('a record that leaves the past of startFrom while the overlap is large is met when that is read again', async () => {
	const { findings } = await simulate(
		plainHistory(
			[
				{
					...PLAIN_POLL,
					maxRecords: 1,
					meanwhile: [
						{ call: 0, deeds: [{ do: 'remove', pick: 5_000 }, { do: 'change', pick: 5_000, times: 1, late: 0 }] },
					],
				},
				{ do: 'change', pick: 4_402, times: 1, late: 1 },
				{
					...PLAIN_POLL,
					latency: 490,
					maxRecords: 4,
					meanwhile: [
						{ call: 2, deeds: [{ do: 'remove', pick: 5_000 }, { do: 'change', pick: 303, times: 1, late: 12 }] },
					],
				},
				{ do: 'tide', count: 52, everyMs: 200, adds: true },
				{ ...PLAIN_POLL, latency: 15 },
				{ ...PLAIN_POLL, meanwhile: [{ call: 0, deeds: [{ do: 'change', pick: 0, times: 1, late: 0 }] }] },
				PLAIN_POLL,
			],
			{
				event: 'reportCreated',
				traits: { ...PLAIN_SERVICE, pageSize: 3, includesFrom: false, includesTo: false, tokens: 'offset' },
				startFrom: 2_308,
				population: { count: 92, over: 3_600, waiting: 0 },
			},
		),
		ours,
	);
	expect(findings).toEqual([]);
});

test('cards that waited and are gone are not remembered for ever', async () => {
	const hour: Step = { do: 'wait', ms: 3_600_000 };
	const { findings } = await simulate(
		plainHistory(
			[
				PLAIN_POLL,
				PLAIN_POLL,
				{ do: 'drop waiting' },
				{ do: 'tide', count: 70, everyMs: 7_000, adds: true },
				{ do: 'repeat', times: 26, steps: [hour, PLAIN_POLL] },
			],
			{ event: 'businessCardCreated', population: { count: 6_000, over: 100_000, waiting: 11 } },
		),
		ours,
	);
	expect(findings).toEqual([]);
});

test('one record of few that is edited hundreds of times leaves no trace of each edit', async () => {
	const edit: Step = { do: 'change', pick: 0, times: 1, late: 0 };
	const { findings } = await simulate(
		plainHistory([PLAIN_POLL, { do: 'repeat', times: inFull(1_000, 200), steps: [edit, { do: 'wait', ms: 20_000 }, PLAIN_POLL] }], {
			population: { count: 30, over: 3_600, waiting: 0 },
		}),
		ours,
	);
	expect(findings).toEqual([]);
});

test('what newly belongs and lies further back than the present does not come when a version that is gone is left', async () => {
	const added: Step[] = [0, 1, 1, 2].map((status) => ({ do: 'add', count: 1, status, late: 0 }));
	const arrivals: Step = { do: 'repeat', times: 60, steps: [...added, { do: 'wait', ms: 3_000 }] };
	const all = { version: '3.2', entryStatus: ALL_STATUSES };
	const edited: Step[] = [{ do: 'retire', left: '3.2', status: 410 }, PLAIN_POLL, { do: 'edit', change: all }, PLAIN_POLL];
	const steps: Step[] = [{ do: 'edit', change: { version: '2.5' } }, PLAIN_POLL, arrivals, PLAIN_POLL, ...edited, MINUTE, PLAIN_POLL];
	const given = (await givenIn(scripted([PLAIN_POLL, ...steps], { overlap: 300, population: { count: 60, over: 200, waiting: 0 } }))).flat();
	const early = given.filter(({ updatedTime, entryStatus }) => entryStatus !== 'completed' && String(updatedTime) < '2026-01-05T09:00:20');
	expect(given.length).toBeGreaterThan(0);
	expect(early).toEqual([]);
});

test('a record that is stamped years ahead after an activation that was cut short comes, though the clock of n8n is years behind', async () => {
	const steps: Step[] = [
		// Where all that is shown lies ahead, an activation fails once before it does without the oldest records.
		{ ...PLAIN_POLL, latency: 117, calls: 1 },
		{ ...PLAIN_POLL, latency: 117, calls: 1 },
		{ do: 'ahead', pick: 0, isNew: true, seconds: 346_896_000 },
		PLAIN_POLL,
	];
	const traits = { ...PLAIN_SERVICE, pageSize: 25 };
	const population = { count: 119, over: 60, waiting: 0 };
	const [, second] = await givenIn(plainHistory(steps, { event: 'reportCreated', traits, overlap: 5, clockOffset: 315_360_000_000, population }));
	expect(second).toHaveLength(1);
});

test('an edit that was undone and is made again asks the new options afresh, on a service that shows one page a poll', async () => {
	const [some, all] = [chooses('completed'), chooses(...ALL_STATUSES)];
	const ahead: Step = { do: 'ahead', pick: 0, isNew: true, seconds: 200_000 };
	const before: Step[] = [wait(1_200), added({ count: 3, status: 1 }), wait(1_200), PLAIN_POLL, wait(1_200), PLAIN_POLL];
	const pace = { latency: 16_000, ms: 30_000, everyMs: 60_000 };
	const steps = [ahead, all, PLAIN_POLL, some, PLAIN_POLL, ...before, all, PLAIN_POLL, PLAIN_POLL];
	const given = await givenIn(scripted([PLAIN_POLL, ...steps], { pace, population: { count: 1, over: 781, waiting: 0 } }));
	expect(given.flat().filter(({ entryStatus }) => entryStatus === 'processing' || entryStatus === 'unreadable')).toEqual([]);
	expect(given.flat()).not.toEqual([]);
});

test('the past of startFrom that lies behind a crowded second does not wait until that has been read', async () => {
	const stored = new Map(storedHistories(path.join(__dirname, '..', '..')));
	const read = stored.get('past-behind-a-crowded-second-does-not-wait-for-it');
	const polls = read ? await givenIn(read()) : [];
	expect(polls.slice(0, 25).flat().length).toBeGreaterThan(100);
});

test('what there was no time for beside a page that fails is read later, however many newer records come meanwhile', async () => {
	const tide = (count: number): Step => ({ do: 'tide', count, everyMs: 1_000, adds: true });
	const { findings } = await simulate(
		scripted(
			[
				...[PLAIN_POLL, tide(300), { ...PLAIN_POLL, maxRecords: 30 }],
				...[{ do: 'bad page', of: 'a range', pick: 75, width: 2, status: 500, polls: 2 } as const, wait(5), PLAIN_POLL, wait(5)],
				...[{ ...PLAIN_POLL, fault: { call: 5, kind: 'no answer in time' } } as const, tide(60), PLAIN_POLL, MINUTE, PLAIN_POLL],
			],
			{ statuses: ALL_STATUSES },
		),
		ours,
	);
	expect(findings).toEqual([]);
});

test.each([true, false])('a crowded second comes whole where one page token stands for page after page, also what shows late (lists in order: %s)', async (keepsOrder) => {
	const { findings } = await simulate(
		scripted([PLAIN_POLL, MINUTE, { do: 'burst', pages: 4, adds: true, late: 0 }, added({ late: 90 }), PLAIN_POLL, MINUTE, PLAIN_POLL, MINUTE, PLAIN_POLL], {
			traits: { ...PLAIN_SERVICE, pageSize: 25, tokens: 'cursor', keepsOrder },
			overlap: 300,
			statuses: ALL_STATUSES,
		}),
		ours,
	);
	expect(findings).toEqual([]);
});
