import { inFull, someOf } from '../inFull';
import { ours } from '../trigger/ours';
import { ending } from './ending';
import { HAPPENINGS, keyOf } from './life';
import type { Happening } from './life';
import { plainTrigger } from './plainTrigger';
import { Player } from './player';
import { describeDiscoveries } from './report';
import { countHistories, search } from './search';
import type { SearchResult, Task } from './search';
import { SERVICES } from './service';
import type { Traits } from './service';
import { SUBJECT_NAMES, SUBJECTS } from './subjects';
import { WRONG_TRIGGERS } from './wrongTriggers';
import type { WrongTrigger } from './wrongTriggers';

/** Not a condition of any test: how long jest waits on a machine that is busy with other things. */
const A_WHILE = 300_000;

function silently(): void {}

function wrongTrigger(name: string): WrongTrigger {
	const wrong = WRONG_TRIGGERS[name];
	if (!wrong) throw new Error(`No trigger ${name}`);
	return wrong;
}

function textOf({ discoveries }: SearchResult): string {
	return describeDiscoveries(discoveries);
}

/** Worlds, events of the trigger and depths that take seconds together; the command goes deeper. */
const TASKS: readonly Task[] = [
	...SUBJECT_NAMES.map((subject) => ({ world: 'few' as const, subject, depth: inFull(3, 1) })),
	...someOf(
		SUBJECT_NAMES.flatMap((subject) => (['many', 'many-ahead', 'many-unreadable'] as const).map((world) => ({ world, subject, depth: 1 }))),
		4,
	),
];

/** What shows only after several events takes a search that is as deep. */
const SHOWN_AT_ONCE = Object.entries(WRONG_TRIGGERS).filter(([, { history }]) => history.length < 2);
const DEPTH = inFull(2, 1);

describe('every history', () => {
	test.each(TASKS)(
		'world $world, $subject, up to $depth events: the trigger loses nothing, repeats nothing, is never silently dead',
		async (task) => expect(textOf(await search(task, ours, silently))).toBe(''),
		A_WHILE,
	);

	test.each(TASKS)(
		'world $world, $subject, up to $depth events: the oracle finds no fault with a trigger that remembers everything',
		async (task) => expect(textOf(await search(task, plainTrigger(), silently))).toBe(''),
		A_WHILE,
	);
});

describe('the search finds a trigger that', () => {
	test.each(inFull(Object.entries(WRONG_TRIGGERS), SHOWN_AT_ONCE))(
		'%s',
		async (_, { subject, trigger, wrong, history }) => {
			const { discoveries } = await search({ subject, world: 'few', depth: history.length }, trigger, silently);
			expect(discoveries.map((discovery) => [discovery.history, discovery.finding.wrong])).toContainEqual([history, wrong]);
			// What is shorter shows nothing.
			expect(discoveries.filter((discovery) => discovery.history.length < history.length)).toEqual([]);
		},
		A_WHILE,
	);
});

function historiesOf(length: number): Happening[][] {
	if (length === 0) return [[]];
	return historiesOf(length - 1).flatMap((history) => HAPPENINGS.map((happening) => [...history, happening]));
}

/**
 * Lives through one history with one service, sharing nothing with any other.
 *
 * @returns the keys of the states in which something went wrong
 */
async function wrongStatesOf(player: Player, history: readonly Happening[], service: Traits): Promise<string[]> {
	let outcomes = await player.activate([service]);
	for (const happening of history) {
		const [outcome] = outcomes;
		if (!outcome || outcome.findings.length > 0) break;
		outcomes = await player.happen(outcome.life, happening);
	}
	const [outcome] = outcomes;
	if (!outcome || outcome.findings.length > 0) return outcomes.map(({ life }) => keyOf(life));
	const wrong: string[] = [];
	for await (const { life, findings } of ending(player, outcome.life, () => true)) if (findings.length > 0) wrong.push(keyOf(life));
	return wrong;
}

test.each([
	'asks for what is there up to now',
	'counts a card that is being processed as met',
	'emits what an edit brings into view',
])(
	'a trigger that %s: each history alone with each service alone goes wrong in the same states',
	async (name) => {
		const { subject, trigger } = wrongTrigger(name);
		const player = new Player(SUBJECTS[subject], 'few', trigger);
		const wrong = new Set<string>();
		for (const history of [0, 1, 2].slice(0, DEPTH + 1).flatMap(historiesOf)) {
			for (const service of SERVICES) for (const key of await wrongStatesOf(player, history, service)) wrong.add(key);
		}
		const { wrongStates } = await search({ subject, world: 'few', depth: DEPTH }, trigger, silently);
		expect(wrong.size).toBeGreaterThan(0);
		expect([...wrongStates].sort()).toEqual([...wrong].sort());
	},
	A_WHILE,
);

test('what a trigger keeps in the process is lost with it, and no other history ever sees it', async () => {
	const { subject, trigger } = wrongTrigger('keeps its memory in the process');
	const { discoveries } = await search({ subject, world: 'few', depth: 2 }, trigger, silently);
	expect(discoveries.filter(({ history }) => !history.includes('crash'))).toEqual([]);
}, A_WHILE);

test('all histories are counted, each with every service', () => {
	expect(HAPPENINGS).toHaveLength(10);
	expect(new Set(HAPPENINGS).size).toBe(10);
	expect(SERVICES).toHaveLength(16);
	expect(countHistories(2)).toBe(16 * [0, 1, 2].flatMap(historiesOf).length);
});

test.each([
	['reportUpdated', 'a type that newly belongs, while the former options have something left', ['same-second', 'same-second', 'unreadable', 'edit']],
	['reportCreated', 'a type that newly belongs, registered long ago', ['change', 'change', 'unreadable', 'edit']],
] as const)('once wrong, %s: a record without an update time, of %s', async (subject, _, history) => {
	const player = new Player(SUBJECTS[subject], 'few', ours);
	for (const service of SERVICES) expect([service, await wrongStatesOf(player, history, service)]).toEqual([service, []]);
});
