import { Random } from '../emulator/seed/random';
import { isAboutCards, PLAIN_POLL, POLL_MS } from './history';
import type { Deed, EventName, Fault, History, Options, PollStep, Step, TimeForm, World } from './history';

/** The kinds of trouble. Every history has changes; each of these it has or not, so that all of them meet. */
export const CLASSES = [
	'late',
	'clock',
	'crowd',
	'tide',
	'ahead',
	'unreadable',
	'unsteady',
	'meanwhile',
	'failure',
	'kill',
	'bad page',
	'retired',
	'edit',
	'damage',
	'fresh',
	'unordered',
	'backlog',
	'turns',
	'bad past',
] as const;

type Class = (typeof CLASSES)[number];

/** What is added to a history that has been drawn. */
const APART: readonly Class[] = ['turns', 'bad past'];

const RARE: readonly Class[] = ['unordered', 'backlog', 'retired', 'fresh', 'damage'];

/** What a history may be like: the realistic world of the contract, or wider. */
export type Width = 'realistic' | 'wide';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const EVENTS: readonly EventName[] = [
	'businessCardUpdated',
	'businessCardUpdated',
	'businessCardCreated',
	'reportUpdated',
	'reportCreated',
];
const STATUSES = [
	['completed'],
	['completed'],
	['completed', 'unreadable'],
	['unreadable'],
	['completed', 'processing', 'unreadable'],
];
const TYPES = [[], [], ['Call'], ['Call', 'Email']];
const ODD_FORMS: readonly TimeForm[] = ['missing', 'null', 'milliseconds', 'words'];
const BAD_PAGES = [...several(4, () => 'a record' as const), 'a range', 'a range', 'waiting cards'] as const;
const FAULTS: readonly Fault[] = ['error', 'lost answer', 'token refused', 'no answer in time'];
const AHEAD = [15 * MINUTE, HOUR, 11 * HOUR, 30 * DAY, 4_000 * DAY];

function several<T>(count: number, make: (index: number) => T): T[] {
	return Array.from({ length: count }, (_, index) => make(index));
}

class Generator {
	constructor(
		private readonly random: Random,
		private readonly has: ReadonlySet<string>,
		private readonly isWide: boolean,
	) {}

	world(): World {
		const { random, isWide, has } = this;
		const event = random.pick(EVENTS);
		const isCards = isAboutCards(event);
		const maxCalls = random.pick([isWide ? random.whole(1, 6) : 6, 12, 200, 200, 200, 200]);
		const many = 10_000;
		const perhaps = (seconds: number) => random.pick([0, 0, seconds, seconds, seconds]);
		const maxRecords = random.pick([isWide ? random.whole(1, 20) : 20, 60, many, many, many, many, many]);
		return {
			mains: 'one',
			event,
			options: this.options(isCards),
			pageSize: random.pick(isWide ? [3, 8, 25, 50] : [50, 50, 100, 300]),
			includesFrom: random.chance(0.7),
			includesTo: random.chance(0.7),
			tokens: random.pick(['offset', 'place', 'snapshot']),
			keepsOrder: !has.has('unordered'),
			saysMoreWhenFull: random.chance(0.3),
			ties: random.pick(['id', 'change']),
			latencyMs: Math.floor((POLL_MS - 100) / maxCalls),
			interval: random.pick([...several(6, () => MINUTE), 5 * MINUTE, 5 * MINUTE, HOUR, HOUR, DAY]),
			maxRecords,
			overlap: random.pick(isWide ? [0, 60, 300] : [300, 300, 600, 3_600]),
			serviceAhead: perhaps(isWide ? random.whole(-2 * DAY, 2 * DAY) : random.whole(-240, 240)),
			localAhead: perhaps(random.whole(-240, 240)),
			startFrom: has.has('backlog') ? random.pick([HOUR, DAY, 30 * DAY]) : undefined,
			isWide,
			population: this.population(),
		};
	}

	steps(world: World): Step[] {
		const { random } = this;
		const isFirstEmpty = !random.chance(0.8);
		const steps: Step[] = [{ ...this.poll(), ...(isFirstEmpty ? { faults: [{ call: 0, kind: 'empty answer' }] } : {}) }];
		const rounds = random.whole(3, 12);
		for (let round = 0; round < rounds; round += 1) {
			for (let count = random.whole(0, 4); count > 0; count -= 1) {
				const ms = random.whole(0, Math.min(world.interval, 2 * HOUR) * 400);
				steps.push({ do: 'wait', ms }, ...this.scene(world));
			}
			steps.push(this.poll());
		}
		return steps;
	}

	private population(): World['population'] {
		const { random } = this;
		const [few, some, many] = [random.whole(1, 30), random.whole(30, 200), random.whole(200, 600)];
		return {
			count: random.pick([0, few, few, some, some, some, some, many]),
			over: random.pick([MINUTE, HOUR, 2 * DAY, 200 * DAY]),
			waiting: random.pick([0, 1, 3]),
		};
	}

	private options(isCards: boolean): Options {
		const { random } = this;
		return {
			version: random.pick(isCards ? ['3.2', '3.2', '2.5', '2.0'] : ['3.2', '3.2', '2.5']),
			entryStatus: isCards ? random.pick(STATUSES) : [],
			type: isCards ? [] : random.pick(TYPES),
			includeTags: random.chance(0.3),
			includePastBizCards: random.chance(0.3),
		};
	}

	private poll(): PollStep {
		const { random, has } = this;
		const fails = has.has('failure') && random.chance(0.3);
		const first = random.whole(0, 5);
		// One call fails, or the service does not answer from some call on.
		const faults = several(random.pick([1, 1, 30]), (index) => ({ call: first + index, kind: random.pick(FAULTS) }));
		const deeds = has.has('meanwhile') && random.chance(0.5) ? random.whole(1, 4) : 0;
		const meanwhile = several(deeds, () => ({ call: random.whole(0, 6), deed: this.change() }));
		return { do: 'poll', faults: fails ? faults : [], meanwhile, abandoned: has.has('kill') && random.chance(0.1) };
	}

	/** Seconds that a change stays hidden; the service keeps it within the overlap. */
	private late(): number {
		return this.has.has('late') && this.random.chance(0.3) ? this.random.whole(1, 3_600) : 0;
	}

	private change(): Deed {
		const { random } = this;
		const pick = random.whole(0, 9_999);
		const add: Deed = { do: 'add', count: random.whole(1, 4), status: pick, late: this.late() };
		const change: Deed = { do: 'change', pick, late: this.late() };
		const finish: Deed = { do: 'finish', pick, readable: random.chance(0.8) };
		const others: readonly Deed[] = [finish, finish, finish, { do: 'remove', pick }, { do: 'collate', pick }];
		return random.pick([...several(5, () => add), ...several(7, () => change), ...others]);
	}

	private scene(world: World): Step[] {
		const { random } = this;
		const troubles = Object.entries(this.troubles(world)).filter(([kind]) => this.has.has(kind));
		if (troubles.length === 0 || random.chance(0.6)) return [this.change()];
		const [, trouble] = random.pick(troubles);
		return trouble(random.whole(0, 9_999), random.chance(0.5));
	}

	/** What each kind of trouble does; those that are missing belong to the world or to other steps. */
	private troubles(world: World): Partial<Record<Class, (pick: number, isNew: boolean) => Step[]>> {
		const { random, isWide } = this;
		return {
			clock: () => {
				const whose = random.pick(['service clock', 'local clock'] as const);
				return [{ do: whose, by: random.whole(-30, 30) * (isWide ? random.pick([1, 10, 3_000]) : 1) }];
			},
			crowd: () => {
				// So many records of one second as polls can read half of while a token lives.
				const { latencyMs, pageSize, interval } = world;
				const polls = Math.max(1, Math.floor((6 * HOUR) / interval));
				const most = Math.min(400, (Math.floor(POLL_MS / latencyMs) - 3) * pageSize * polls);
				const count = random.whole(1, random.pick([pageSize, most]));
				return [{ do: 'crowd', count, adds: random.chance(0.5), late: this.late() }];
			},
			tide: () => {
				const count = random.whole(5, 120);
				return [{ do: 'tide', count, everyMs: random.pick([100, 1_000, 5_000]), adds: random.chance(0.5) }];
			},
			ahead: (pick, isNew) => {
				if (random.chance(0.6)) return [{ do: 'ahead', pick, isNew, seconds: random.pick(AHEAD) }];
				if (random.chance(0.7)) return [{ do: 'again' }];
				return several(random.whole(2, 70), () => ({ do: 'ahead', pick: 0, isNew: true, seconds: 26_000 * DAY }));
			},
			unreadable: (pick, isNew) => {
				const updated = random.pick(ODD_FORMS);
				return [{ do: 'odd times', pick, isNew, updated, registered: random.pick(['stamp', 'stamp', ...ODD_FORMS]) }];
			},
			unsteady: (pick, isNew) => [{ do: 'unsettle', pick, isNew, how: random.pick(['order', 'null', 'value']) }],
			kill: () => [{ do: 'restart' }],
			'bad page': (pick) => {
				const of = random.pick(BAD_PAGES);
				const status = isWide && random.chance(0.3) ? undefined : random.pick([500, 503]);
				const polls = random.chance(0.7) ? random.whole(1, 8) : undefined;
				return [{ do: 'bad page', of, pick, width: random.pick([1, 30, 300]), status, polls }];
			},
			retired: () => {
				const left = random.pick(isAboutCards(world.event) ? ['2.0', '2.5', '3.2'] : ['2.5', '3.2']);
				const status = random.pick([400, 404, 410, 500]);
				const changes = [this.change(), ...(random.chance(0.7) ? [PLAIN_POLL, this.change()] : [])];
				return [{ do: 'retire', left, status }, ...changes, { do: 'edit', change: { version: left } }];
			},
			edit: () => {
				const { version, entryStatus, type, ...switches } = this.options(isAboutCards(world.event));
				const { includeTags, includePastBizCards } = switches;
				const chosen = isAboutCards(world.event) ? { entryStatus } : { type };
				const changes = [{ includeTags }, { includePastBizCards }, { version }, chosen, chosen];
				return [{ do: 'edit', change: random.pick(changes) }];
			},
			damage: (pick) => [{ do: 'damage', pick, how: random.pick(['missing', 'null', 'text', 'list', 'newer']) }],
			fresh: () => (random.chance(0.3) ? [{ do: 'fresh' }] : []),
		};
	}
}

/** Lets two main processes take turns in a history: one takes over, perhaps after polls that bring nothing. */
function takeTurns(history: History, random: Random): History {
	const mains = random.pick(['leaders', 'leaders', 'durable', 'cursors'] as const);
	const steps = history.steps.flatMap((step): Step[] => {
		if (random.chance(0.7)) return [step];
		const quiet = several(random.whole(0, 4), () => PLAIN_POLL);
		return [...quiet, { do: 'take over' }, step];
	});
	return { world: { ...history.world, mains }, classes: [...history.classes, 'turns'], steps };
}

/** Lets pages of the past fail before the first poll of a history, which reads it. */
function spoilPast(history: History, random: Random): History {
	const of = random.pick(['a record', 'a range'] as const);
	const polls = random.chance(0.5) ? random.whole(1, 12) : undefined;
	const pick = random.whole(0, 9_999);
	const bad: Step = { do: 'bad page', of, pick, width: random.pick([1, 30, 300]), status: 503, polls };
	return { ...history, classes: [...history.classes, 'bad past'], steps: [bad, ...history.steps] };
}

/** One history, the same for the same seed. */
export function historyOf(seed: number, width: Width = 'realistic'): History {
	const random = new Random(seed);
	const share = random.pick([0.15, 0.3, 0.5]);
	const drawn = CLASSES.filter((name) => !APART.includes(name));
	const classes = drawn.filter((name) => random.chance(RARE.includes(name) ? share / 2 : share));
	const generator = new Generator(random, new Set(classes), width === 'wide');
	const world = generator.world();
	const history: History = { world, classes, steps: generator.steps(world) };

	// Drawn apart, so that the rest of a history is the same with and without these.
	const apart = new Random(~seed);
	const turning = apart.chance(share) ? takeTurns(history, apart) : history;
	return world.startFrom !== undefined && apart.chance(share) ? spoilPast(turning, apart) : turning;
}
