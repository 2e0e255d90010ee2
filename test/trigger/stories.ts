import { PLAIN_POLL as POLL, PLAIN_WORLD } from './history';
import type { Deed, History, Options, Step, World } from './history';

const CHANGE: Deed = { do: 'change', pick: 0, late: 0 };
/** The record that was changed last, of forty. */
const AGAIN: Deed = { ...CHANGE, pick: 78 };
export const ADD = { do: 'add', count: 1, status: 0, late: 0 } as const;

export const ALL_STATUSES = { ...PLAIN_WORLD.options, entryStatus: ['completed', 'processing', 'unreadable'] };

function wait(seconds: number): Step {
	return { do: 'wait', ms: seconds * 1_000 };
}

function tide(count: number, adds = false): Step {
	return { do: 'tide', count, everyMs: 1_000, adds };
}

function edit(change: Partial<Options>): Step {
	return { do: 'edit', change };
}

/** Pages fail with what was changed within five minutes of a record, for ever or for some polls. */
export function badAround(pick: number, polls = Infinity): Step {
	return { do: 'bad page', of: 'a range', pick, width: 300, status: 503, polls };
}

const SPOILED = { do: 'bad page', of: 'a record', pick: 1, width: 1, status: 503 } as const;
const TAKE_OVER: Step = { do: 'take over' };
const QUIET = Array<Step>(6).fill(POLL);
/** Two main processes, each of which takes over from the other. */
const TURNS = [
	POLL,
	...QUIET,
	TAKE_OVER,
	POLL,
	ADD,
	POLL,
	TAKE_OVER,
	POLL,
	ADD,
	CHANGE,
	POLL,
	...QUIET,
	TAKE_OVER,
	POLL,
];

export function story(steps: readonly Step[], world: Partial<World> = {}): History {
	return { world: { ...PLAIN_WORLD, ...world }, classes: [], steps };
}

/** What a trigger may get wrong, one story each. */
export const STORIES: Readonly<Record<string, History>> = {
	'a record is stamped ahead of the service, and n8n’s clock is ahead of both': story(
		[POLL, { do: 'ahead', pick: 2, isNew: true, seconds: 450 }, POLL, wait(5), ADD, CHANGE, POLL],
		{ localAhead: 500 },
	),
	'a crowded second changes while it is read': story(
		[
			POLL,
			{ do: 'crowd', count: 180, adds: true, late: 0 },
			tide(25, true),
			{ ...POLL, meanwhile: [100, 140, 180, 220, 260, 300].map((pick) => ({ call: 5, deed: { do: 'remove', pick } })) },
			POLL,
		],
		{ pageSize: 50, tokens: 'offset', options: ALL_STATUSES, overlap: 10 },
	),
	'more cards are created than a poll may emit': story([POLL, tide(90, true), POLL, tide(20, true), POLL, POLL], {
		...{ event: 'businessCardCreated', population: { count: 40, over: 20_000, waiting: 3 } },
		...{ options: ALL_STATUSES, maxRecords: 20, overlap: 30 },
	}),
	'a record changes again and again, and then the second page of a poll fails': story(
		[
			...[POLL, CHANGE, POLL, AGAIN, POLL, AGAIN, AGAIN, POLL],
			tide(170, true),
			{ ...POLL, faults: [{ call: 2, kind: 'error' }] },
			...[POLL, POLL],
		],
		{ pageSize: 50 },
	),
	'an option is edited after a change that no poll has seen': story([
		...[POLL, CHANGE, ADD, edit({ includeTags: true })],
		...[POLL, CHANGE, edit({ entryStatus: ['completed', 'unreadable'] })],
		...[POLL, CHANGE, POLL],
	]),
	'an edit shows the tenth record, and one that the former options showed comes late': story(
		[
			...[POLL, wait(86_400), POLL, { ...ADD, status: 3, late: 150 }, tide(14)],
			edit({ entryStatus: ['completed', 'unreadable'] }),
			...[POLL, POLL, POLL, POLL],
		],
		{
			options: { ...PLAIN_WORLD.options, entryStatus: ['unreadable'] },
			population: { count: 20, over: 2_000, waiting: 0 },
		},
	),
	'an edit shows past cards too where few are newer than Start From': story(
		[POLL, { ...ADD, count: 4, status: 3 }, POLL, edit({ includePastBizCards: true }), POLL],
		{ startFrom: 86_400, population: { count: 8, over: 30 * 86_400, waiting: 0 } },
	),
	'a card is finished that was being processed, before the trigger could read that': story(
		[{ ...POLL, faults: [{ call: 4, kind: 'no answer in time' }] }, { do: 'finish', pick: 220, readable: true }, POLL],
		{ event: 'businessCardCreated', pageSize: 50, population: { count: 500, over: 20_000, waiting: 3 } },
	),
	'a list without order hides the newest change behind a crowded second': story(
		[{ do: 'crowd', count: 150, adds: true, late: 0 }, wait(2), CHANGE, wait(2), POLL, POLL],
		{ keepsOrder: false, pageSize: 50, latencyMs: 4_983, options: ALL_STATUSES },
	),
	'three pages fail for ever in an account with few cards, and a poll has time for six calls': story(
		[POLL, ADD, POLL, ...[8, 5, 3].map((pick) => badAround(pick)), wait(320), ADD, POLL],
		{ latencyMs: 4_983, population: { count: 8, over: 20_000_000, waiting: 0 }, options: ALL_STATUSES },
	),
	'a page of the past always fails when the trigger begins with Start From': story([SPOILED, POLL, ADD, POLL, POLL], {
		startFrom: 86_400,
		population: { count: 200, over: 40_000, waiting: 1 },
	}),
	'the page that has all records always fails when the trigger begins with Start From': story(
		[SPOILED, POLL, ADD, POLL, wait(3_000), CHANGE, POLL],
		{ startFrom: 86_400, population: { count: 9, over: 40_000, waiting: 0 }, latencyMs: 4_983 },
	),
	'seconds of cards that are processed always fail, inside the past that fails, when the trigger begins with Start From':
		story([{ ...SPOILED, of: 'a range', pick: 592, width: 300 }, POLL, ADD, POLL, POLL], {
			event: 'businessCardCreated',
			startFrom: 3_600,
			population: { count: 101, over: 3_600, waiting: 3 },
			latencyMs: 149,
		}),
	'two main processes lead in turn, and the one whose memory has more polls is not the one that knows more': story(
		TURNS,
		{
			mains: 'leaders',
		},
	),
	'two main processes take turns under the durable scheduler, without durable cursors': story(TURNS, {
		mains: 'durable',
		event: 'businessCardCreated',
	}),
	'the first poll of a main process that takes over fails, and its memory is older than what is stored': story(
		[
			...[POLL, ADD, POLL, TAKE_OVER, POLL, ADD, POLL, TAKE_OVER],
			{ ...POLL, faults: [...Array(9).keys()].map((call) => ({ call, kind: 'error' }) as const) },
			...[POLL, ADD, POLL],
		],
		{ mains: 'leaders' },
	),
};
