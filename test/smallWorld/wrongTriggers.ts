import type { IDataObject } from 'n8n-workflow';
import type { PollTask, Trigger } from '../trigger/simulate';
import type { Happening } from './life';
import type { Wrong } from './oracle';
import { byTime, plainTrigger, readAll } from './plainTrigger';
import type { PlainMemory } from './plainTrigger';
import type { SubjectName } from './subjects';

/** A trigger with one fault, and how the search has to find it. */
export interface WrongTrigger {
	readonly subject: SubjectName;
	readonly trigger: Trigger;
	readonly wrong: Wrong;
	/** The shortest history that shows the fault. */
	readonly history: readonly Happening[];
}

const right = plainTrigger();

interface TimeMemory {
	newest?: string;
}

function timeOf({ updatedTime }: IDataObject): string {
	return String(updatedTime ?? '');
}

/** Emits what is newer than the newest record it has met, as many triggers do. */
const byNewestTime: Trigger = async (task, memory: TimeMemory) => {
	const { newest } = memory;
	const records = byTime(await readAll(task, task.wish.selection));
	memory.newest = records.map(timeOf).reduce((one, other) => (one > other ? one : other), newest ?? '');
	return newest === undefined ? [] : records.filter((record) => timeOf(record) === '' || timeOf(record) > newest);
};

/** Leaves out what is older than the newest record it has met, apart from records of the future. */
const withoutOverlap: Trigger = async (task, memory: TimeMemory & Record<string, unknown>) => {
	const { newest = '' } = memory;
	const now = new Date(task.clock.now()).toISOString();
	const times = (await readAll(task, task.wish.selection)).map(timeOf).filter((time) => time <= now);
	memory.newest = times.reduce((one, other) => (one > other ? one : other), newest);
	return (await right(task, memory)).filter((record) => timeOf(record) === '' || timeOf(record) >= newest);
};

const memories = new WeakMap<object, Record<string, unknown>>();

/** Remembers nothing that n8n stores. */
const inProcess: Trigger = async (task) => {
	const { process } = task as PollTask & { readonly process: object };
	const memory = memories.get(process) ?? {};
	memories.set(process, memory);
	return await right(task, memory);
};

/** One fault each. */
export const WRONG_TRIGGERS: Readonly<Record<string, WrongTrigger>> = {
	'emits what is there at activation': {
		subject: 'reportUpdated',
		trigger: async (task, memory) => await right(task, Object.assign(memory, { seen: memory.seen ?? [] })),
		wrong: 'old',
		history: [],
	},
	'emits nothing': {
		subject: 'reportCreated',
		trigger: async (task, memory) => (await right(task, memory)).slice(0, 0),
		wrong: 'dead',
		history: [],
	},
	'emits what nobody has': {
		subject: 'reportUpdated',
		trigger: async (task, memory) => [...(await right(task, memory)), { id: 'nobody' }],
		wrong: 'foreign',
		history: [],
	},
	'asks for the same page for ever': {
		subject: 'reportUpdated',
		trigger: async (task) => {
			for (;;) await readAll(task, task.wish.selection);
		},
		wrong: 'endless',
		history: [],
	},
	/** Wrong only where the end of a time range does not belong to it. */
	'asks for what is there up to now': {
		subject: 'businessCardUpdated',
		trigger: async (task, memory) => {
			const to = Math.floor(task.clock.now() / 1_000);
			const page: PollTask['source']['page'] = async (selection, term) => await task.source.page(selection, { ...term, to });
			return await right({ ...task, source: { page } }, memory);
		},
		wrong: 'dead',
		history: [],
	},
	'forgets what it has emitted': {
		subject: 'businessCardUpdated',
		trigger: async (task, memory) => {
			const { seen } = memory;
			const items = await right(task, memory);
			if (items.length > 0) memory.seen = seen;
			return items;
		},
		wrong: 'repeated',
		history: ['add'],
	},
	'takes the record that changed last first': {
		subject: 'businessCardUpdated',
		trigger: async (task, memory) => [...(await right(task, memory))].reverse(),
		wrong: 'disorder',
		history: ['add', 'change'],
	},
	'knows a state by its time': {
		subject: 'businessCardUpdated',
		trigger: plainTrigger((record) => `${String(record.id)} ${timeOf(record)}`),
		wrong: 'missing',
		history: ['add', 'poll', 'same-second'],
	},
	'knows a new record by its content': {
		subject: 'reportCreated',
		trigger: plainTrigger((record) => `${String(record.id)} ${String(record.memo)}`),
		wrong: 'old',
		history: ['change'],
	},
	'counts a card that is being processed as met': {
		subject: 'businessCardCreated',
		trigger: async (task, memory) => {
			const items = await right(task, memory);
			const ids = (await readAll(task, task.wish.selection)).map(({ id }) => String(id));
			memory.seen = [...new Set([...((memory as PlainMemory).seen ?? []), ...ids])].sort();
			return items;
		},
		wrong: 'missing',
		history: ['change'],
	},
	'follows the newest time': { subject: 'reportUpdated', trigger: byNewestTime, wrong: 'dead', history: ['ahead'] },
	'has no overlap': { subject: 'reportUpdated', trigger: withoutOverlap, wrong: 'missing', history: ['late', 'add', 'poll'] },
	'keeps its memory in the process': {
		subject: 'reportUpdated',
		trigger: inProcess,
		wrong: 'missing',
		history: ['change', 'crash'],
	},
	'gives up after a failed page': {
		subject: 'reportCreated',
		trigger: async (task, memory) => {
			if (memory.hasFailed === true) throw new Error('It failed before');
			memory.hasFailed = true;
			const items = await right(task, memory);
			memory.hasFailed = false;
			return items;
		},
		wrong: 'failed without a cause',
		history: ['page-fails'],
	},
	'never notices an edit': {
		subject: 'reportUpdated',
		trigger: async (task, memory) => {
			memory.wish ??= task.wish;
			return await right({ ...task, wish: memory.wish as PollTask['wish'] }, memory);
		},
		wrong: 'dead',
		history: ['edit'],
	},
	'emits what an edit brings into view': {
		subject: 'businessCardUpdated',
		trigger: async (task, memory) => {
			delete memory.selection;
			return await right(task, memory);
		},
		wrong: 'old',
		history: ['edit'],
	},
};
