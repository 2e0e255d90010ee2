import { PLAIN_POLL, PLAIN_WORLD } from './history';
import type { EventName, History, Step, World } from './history';

/** What may happen between two polls of a small history, by its name. */
const EVENTS: Readonly<Record<string, readonly Step[]>> = {
	add: [{ do: 'add', count: 2, status: 0, late: 0 }],
	change: [{ do: 'change', pick: 1, late: 0 }],
	'late change': [{ do: 'change', pick: 3, late: 200 }],
	finish: [{ do: 'finish', pick: 0, readable: true }],
	crowd: [{ do: 'crowd', count: 55, adds: true, late: 0 }],
	tide: [{ do: 'tide', count: 11, everyMs: 35_000, adds: false }],
	ahead: [{ do: 'ahead', pick: 1, isNew: true, seconds: 400 }],
	'odd time': [{ do: 'odd times', pick: 1, isNew: false, updated: 'missing', registered: 'stamp' }],
	'clock back': [{ do: 'service clock', by: -30 }],
	'failed poll': [{ ...PLAIN_POLL, faults: [{ call: 0, kind: 'lost answer' }] }],
	'killed poll': [{ ...PLAIN_POLL, abandoned: true }, { do: 'restart' }],
	edit: [{ do: 'edit', change: { entryStatus: ['completed', 'unreadable'], includeTags: true } }],
	'take over': [PLAIN_POLL, PLAIN_POLL, PLAIN_POLL, { do: 'take over' }],
	'idle hour': [{ do: 'wait', ms: 3_600_000 }, PLAIN_POLL],
};

const WORLDS: ReadonlyArray<Partial<World>> = [
	{},
	{ mains: 'durable', includesFrom: false, includesTo: false, tokens: 'offset', localAhead: 240, serviceAhead: -240 },
	{ mains: 'leaders', saysMoreWhenFull: true, tokens: 'snapshot', ties: 'change', serviceAhead: 240 },
];

/** Every history of so many events with a poll after each, for changed and for created cards, in turning worlds. */
export function* smallHistories(length: number): Generator<{ readonly name: string; readonly history: History }> {
	const names = Object.keys(EVENTS);
	const population = { count: 12, over: 900, waiting: 2 };
	for (let number = 0; number < names.length ** length; number += 1) {
		const digits = Array.from({ length }, (_, place) => Math.floor(number / names.length ** place) % names.length);
		const chosen = digits.map((digit) => names[digit] ?? '');
		const steps = [PLAIN_POLL, ...chosen.flatMap((name) => [...(EVENTS[name] ?? []), PLAIN_POLL])];
		const event: EventName = number % 2 === 0 ? 'businessCardUpdated' : 'businessCardCreated';
		const turning = WORLDS[Math.floor(number / 2) % WORLDS.length];
		const world = { ...PLAIN_WORLD, ...turning, event, pageSize: 50, population };
		yield { name: chosen.join(', '), history: { world, classes: [], steps } };
	}
}
