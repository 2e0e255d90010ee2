import { PLAIN_POLL, PLAIN_WORLD } from './history';
import type { Deed, History, PollStep, Step, World } from './history';

const POLL = PLAIN_POLL;

function failing(call: number): PollStep {
	return { ...POLL, faults: [{ call, kind: 'error' }] };
}

function during(call: number, ...deeds: readonly Deed[]): PollStep {
	return { ...POLL, meanwhile: deeds.map((deed) => ({ call, deed })) };
}

function wait(seconds: number): Step {
	return { do: 'wait', ms: seconds * 1_000 };
}

function tide(count: number, adds = false): Step {
	return { do: 'tide', count, everyMs: 1_000, adds };
}

const CHANGE: Deed = { do: 'change', pick: 0, late: 0 };
/** The record that was changed last, of forty. */
const AGAIN: Deed = { ...CHANGE, pick: 78 };
const ADD: Deed = { do: 'add', count: 1, status: 0, late: 0 };

function story(steps: readonly Step[], world: Partial<World> = {}): History {
	return { world: { ...PLAIN_WORLD, ...world }, classes: [], steps };
}

const ALL_STATUSES = { ...PLAIN_WORLD.options, entryStatus: ['completed', 'processing', 'unreadable'] };
const CREATED: Partial<World> = { event: 'businessCardCreated', population: { count: 40, over: 20_000, waiting: 3 } };

/** What a trigger may get wrong, one story each. */
export const STORIES: Readonly<Record<string, History>> = {
	'a change becomes visible after newer ones were read': story([
		POLL,
		{ ...CHANGE, late: 250 },
		tide(30, true),
		POLL,
		tide(30, true),
		POLL,
		wait(200),
		POLL,
	]),
	'a record is stamped ahead of the service, and n8n’s clock is ahead of both': story(
		[POLL, { do: 'ahead', pick: 2, isNew: true, seconds: 450 }, POLL, wait(5), ADD, CHANGE, POLL],
		{ localAhead: 500, overlap: 300 },
	),
	'more records share a second than a page holds': story(
		[POLL, tide(20), { do: 'crowd', count: 160, adds: true, late: 0 }, POLL, tide(5), POLL],
		{
			pageSize: 50,
			options: ALL_STATUSES,
		},
	),
	'a crowded second changes while it is read': story(
		[
			POLL,
			{ do: 'crowd', count: 180, adds: true, late: 0 },
			tide(25, true),
			during(5, ...[100, 140, 180, 220, 260, 300].map((pick) => ({ do: 'remove', pick }) as const)),
			POLL,
		],
		{ pageSize: 50, tokens: 'offset', options: ALL_STATUSES, overlap: 10 },
	),
	'a record changes again and again': story([POLL, CHANGE, POLL, AGAIN, POLL, AGAIN, AGAIN, POLL]),
	'more cards are created than a poll may emit': story([POLL, tide(90, true), POLL, tide(20, true), POLL, POLL], {
		...CREATED,
		options: ALL_STATUSES,
		maxRecords: 20,
		overlap: 30,
	}),
	'the second page of a poll fails': story([POLL, tide(170, true), failing(1), POLL, POLL], { pageSize: 50 }),
	'an option is edited after a change that no poll has seen': story([
		POLL,
		CHANGE,
		ADD,
		{ do: 'edit', change: { includeTags: true } },
		POLL,
		CHANGE,
		{ do: 'edit', change: { entryStatus: ['completed', 'unreadable'] } },
		POLL,
		CHANGE,
		POLL,
	]),
	'an edit shows the tenth record, and one that the former options showed comes late': story(
		[
			POLL,
			wait(86_400),
			POLL,
			{ do: 'add', count: 1, status: 3, late: 150 },
			tide(14),
			{ do: 'edit', change: { entryStatus: ['completed', 'unreadable'] } },
			...[POLL, POLL, POLL, POLL],
		],
		{
			options: { ...PLAIN_WORLD.options, entryStatus: ['unreadable'] },
			population: { count: 20, over: 2_000, waiting: 0 },
		},
	),
	'an edit shows past cards too where few are newer than Start From': story(
		[
			POLL,
			{ do: 'add', count: 4, status: 3, late: 0 },
			POLL,
			{ do: 'edit', change: { includePastBizCards: true } },
			POLL,
		],
		{ startFrom: 86_400, population: { count: 8, over: 30 * 86_400, waiting: 0 } },
	),
	'n8n is killed before it has taken a poll over, and after': story([
		POLL,
		ADD,
		{ ...POLL, abandoned: true },
		{ do: 'restart' },
		CHANGE,
		POLL,
		{ do: 'restart' },
		CHANGE,
		POLL,
		POLL,
		{ do: 'restart' },
		POLL,
	]),
	'a card that was being processed at activation is finished a day later': story(
		[
			POLL,
			tide(60),
			POLL,
			wait(86_400),
			{ do: 'finish', pick: 0, readable: true },
			{ do: 'finish', pick: 2, readable: false },
			POLL,
		],
		CREATED,
	),
};
