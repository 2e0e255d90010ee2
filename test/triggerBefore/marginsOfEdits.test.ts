import type { History, Step } from './history';
import { ours } from './ours';
import { MINUTE, PLAIN_POLL } from './plain';
import { added, ALL_STATUSES, chooses, givenIn, scripted, times, wait } from './scripted';
import { simulate } from './simulate';

/** What an edit meets once in very many histories. */

const IN_2099: Step = { do: 'stamp', pick: 0, isNew: true, to: '2099' };
const A_DAY_OR_TWO_AHEAD: Step = { do: 'stamp', pick: 0, isNew: true, to: 200_000 };

/** A card changes twice in one second, and the second change shows late. */
const changesTwice = (late: number): Step[] => [
	{ do: 'change', pick: 3, times: 1, late: 0 },
	PLAIN_POLL,
	{ do: 'change', pick: 5_000, times: 1, late },
];

/** Twelve edits, each before a new card; while one of them comes into force, 400 seconds pass before the answer to a call. */
function twelveEdits(slow: number, call: number): Step[] {
	const slowPoll: Step = { ...PLAIN_POLL, meanwhile: [{ call, deeds: [wait(400)] }] };
	return times(12, (number) => [
		chooses(...(number % 2 === 0 ? ALL_STATUSES : ['completed'])),
		number === slow ? slowPoll : PLAIN_POLL,
		added(),
		wait(2),
		PLAIN_POLL,
	]);
}

const STORIES: ReadonlyArray<[string, History]> = [
	[
		'many records of one second that is far ahead: their page token is not used with the new options',
		scripted([PLAIN_POLL, MINUTE, ...times(400, () => [IN_2099]), ...times(3, () => [MINUTE, PLAIN_POLL]), { do: 'edit', change: { includeTags: true } }, PLAIN_POLL, MINUTE, PLAIN_POLL]),
	],
	[
		'a crowded second in the overlap: its page token is not used when the version that gave it goes',
		scripted(
			[
				...[PLAIN_POLL, MINUTE, { do: 'burst', pages: 36, most: 900, adds: true, late: 0 } as const, PLAIN_POLL],
				...[{ do: 'tide', count: 30, everyMs: 1_000, adds: true } as const, PLAIN_POLL],
				...[{ do: 'edit', change: { version: '2.5' } } as const, PLAIN_POLL, wait(1), PLAIN_POLL],
				...[{ do: 'retire', left: '2.5', status: 410 } as const, wait(1), PLAIN_POLL, MINUTE, PLAIN_POLL],
			],
			{ overlap: 600, statuses: ALL_STATUSES },
		),
	],
	[
		'a change in a second that was met shows while more options are in force than can be, and the oldest go to others that show more',
		scripted([PLAIN_POLL, MINUTE, ...changesTwice(200), ...times(30, () => [wait(1), added()]), PLAIN_POLL, ...twelveEdits(10, 1), wait(300), PLAIN_POLL, MINUTE, PLAIN_POLL], {
			overlap: 600,
		}),
	],
	[
		'the same while they go to options that show less',
		scripted([PLAIN_POLL, MINUTE, ...changesTwice(200), ...times(30, () => [wait(1), added()]), PLAIN_POLL, ...twelveEdits(9, 3), wait(300), PLAIN_POLL, MINUTE, PLAIN_POLL], {
			overlap: 600,
		}),
	],
	[
		'the former version fails, and there is no time to ask whether it is gone: it is not',
		scripted(
			[
				...[PLAIN_POLL, MINUTE, PLAIN_POLL, wait(1), ...changesTwice(100), ...times(40, () => [wait(1), added()]), PLAIN_POLL],
				...[{ do: 'edit', change: { version: '2.5' } } as const, wait(5), PLAIN_POLL, wait(5)],
				{ do: 'bad page', of: 'a record', pick: 19, width: 1, status: 500, polls: 1 },
				...[wait(5), { ...PLAIN_POLL, fault: { call: 6, kind: 'no answer in time' } } as const, wait(5), PLAIN_POLL, wait(500), PLAIN_POLL, MINUTE, PLAIN_POLL],
			],
			{ overlap: 900, population: { count: 60, over: 60, waiting: 0 } },
		),
	],
	[
		'all that the new options show is stamped ahead, and what the former ones show says that this clock is right',
		scripted(
			[added({ status: 1, count: 3 }), PLAIN_POLL, wait(5), ...times(30, () => [A_DAY_OR_TWO_AHEAD]), chooses('completed'), PLAIN_POLL, ...times(2, () => [wait(5), added(), PLAIN_POLL]), MINUTE, PLAIN_POLL],
			{ overlap: 600, statuses: ['processing'], population: { count: 0, over: 60, waiting: 0 } },
		),
	],
];

test.each(STORIES)('%s', async (_, history) => {
	const { findings } = await simulate(history, ours);
	expect(findings).toEqual([]);
});

test('a stamp ahead that the former options fail to show comes after an edit that narrows them, whatever those before them left out', async () => {
	const given = await givenIn(
		scripted(
			[
				...[PLAIN_POLL, MINUTE, added({ status: 1 }), PLAIN_POLL, chooses('completed', 'processing'), wait(3), PLAIN_POLL, wait(3), added(), PLAIN_POLL],
				...[{ do: 'tide', count: 300, everyMs: 1_000, adds: true } as const, A_DAY_OR_TWO_AHEAD, chooses('completed')],
				...[{ ...PLAIN_POLL, fault: { call: 5, kind: 'error' } } as const, MINUTE, PLAIN_POLL, MINUTE, PLAIN_POLL],
			],
			{ overlap: 1_200, statuses: ['processing'], population: { count: 60, over: 60, waiting: 5 } },
		),
	);
	expect(given.flat().filter(({ updatedTime }) => String(updatedTime) > '2026-01-06')).toHaveLength(1);
});
