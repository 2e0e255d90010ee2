import type { IDataObject } from 'n8n-workflow';
import { loadState, saveState } from '../../nodes/BusinessCardDataTrigger/watermark/savedState';
import type { SavedState } from '../../nodes/BusinessCardDataTrigger/watermark/savedState';
import type { PollTask, Trigger } from './life';
import { ours, oursWith } from './ours';
import type { Page } from './service';

type Ask = PollTask['ask'];

function secondOf({ updatedTime }: IDataObject): number {
	return Date.parse(String(updatedTime)) / 1_000;
}

/** Our trigger, which remembers something else after each poll. */
function remembering(
	change: (state: SavedState, task: PollTask, items: readonly IDataObject[]) => Partial<SavedState>,
): Trigger {
	return oursWith((state, task, items) => ({ ...state, ...change(state, task, items) }));
}

/** Our trigger, which asks for something else in each poll. */
function asking(change: (ask: Ask) => Ask): Trigger {
	return async (task, memory) => await ours({ ...task, ask: change(task.ask) }, memory);
}

/** What the last poll of a process came to. */
const newest = new WeakMap<object, SavedState>();

/** Our trigger with one wrong decision each. */
export const WRONG_TRIGGERS: Readonly<Record<string, Trigger>> = {
	'watermark from the end of the reading': remembering((_, { localSeconds }) => ({ low: localSeconds() })),
	'one witness': remembering((state, { world }, items) => ({
		low: Math.max(state.low, ...items.map((item) => secondOf(item) - world.overlap)),
	})),
	'strict bound': asking((ask) => {
		let last = Infinity;
		return async (options, { from, ...request }) => {
			const page = await ask(options, { ...request, from: from >= last - 1 ? last + 1 : from });
			last = Math.max(...page.records.map(secondOf));
			return page;
		};
	}),
	'no re-reading of the crowded second': asking((ask) => {
		const pages = new Map<string, Promise<Page>>();
		return async (options, request) => {
			const key = JSON.stringify(request);
			const page = pages.get(key) ?? ask(options, request);
			pages.set(key, page);
			return await page;
		};
	}),
	'ids in place of contents': async (task, memory) => {
		const { ids = [] } = memory as { ids?: unknown[] };
		const items = (await ours(task, memory)).filter(({ id }) => !ids.includes(id));
		memory.ids = [...ids, ...items.map(({ id }) => id)];
		return items;
	},
	'cutoff that moves while something is left': remembering((state, { world }) => ({
		cutoff: state.reached - world.overlap,
	})),
	'state written before the poll succeeded': async (task, memory) => {
		const failures: unknown[] = [];
		const ask: Ask = async (options, request) =>
			await task.ask(options, request).catch((error: unknown) => {
				failures.push(error);
				throw error;
			});
		const items = await ours({ ...task, ask }, memory);
		if (failures.length > 0) throw failures[0];
		return items;
	},
	'edit without memory': async (task, memory) =>
		await ours({ ...task, scope: task.scope + JSON.stringify(task.options) }, memory),
	'the state with more polls counts, in whatever process': async (task, memory) => {
		const remembered = newest.get(task.process);
		const given = loadState<SavedState>(memory);
		if (given && remembered && remembered.polls > given.polls) saveState(memory, remembered);
		const items = await ours(task, memory);
		const state = loadState<SavedState>(memory);
		if (state) newest.set(task.process, state);
		return items;
	},
};
