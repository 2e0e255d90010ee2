import type { IDataObject } from 'n8n-workflow';
import { firesOnce } from './history';
import type { Options } from './history';
import type { PollTask, Trigger } from './life';
import { steadyText } from './records';
import { Refused } from './service';

/** One wrong decision of a trigger each. */
export const WRONGS = [
	'watermark from the end of the reading',
	'one witness',
	'strict bound',
	'no re-reading of the crowded second',
	'ids in place of contents',
	'cutoff that moves while something is left',
	'state written before the poll succeeded',
	'edit without memory',
] as const;

export type Wrong = (typeof WRONGS)[number];

interface State {
	scope: string;
	options: Options;
	/** Everything before it is final; what was registered before `cutoff` is old (events that fire once). */
	low: number;
	cutoff: number;
	reached: number;
	/** What was met of each record from `low` on; `next` after an edit: another content of the same time is no news. */
	seen: Record<string, { second: number; prints: string[]; next?: boolean }>;
	/** Cards that have not shown a chosen status. */
	pending: string[];
}

const END = Date.UTC(2099, 11, 31) / 1_000;
const ROUNDS = 4;

function secondOf(time: unknown): number {
	return Date.parse(String(time)) / 1_000;
}

/**
 * The simplest trigger that keeps its promises where a service keeps the order of its lists, shows times that can be
 * read and answers in time: it reads everything from the low watermark on, and emits what it has not seen. With a wrong
 * decision it shows whether the tests would notice the same in ours.
 */
export function plainTrigger(wrong?: Wrong): Trigger {
	return async (task, memory) => await new PlainPoll(task, memory, wrong).run();
}

class PlainPoll {
	private readonly met = new Map<string, IDataObject>();

	private readonly isOnce: boolean;

	/** What is never read again, whatever the low watermark says. */
	private final = -Infinity;

	constructor(
		private readonly task: PollTask,
		private readonly memory: Record<string, unknown>,
		private readonly wrong: Wrong | undefined,
	) {
		this.isOnce = firesOnce(task.world.event);
	}

	async run(): Promise<IDataObject[]> {
		const { task, memory, wrong } = this;
		const { options, scope, startFrom, world } = task;
		const stored = memory.state as State | undefined;
		const isEdited = stored && JSON.stringify(stored.options) !== JSON.stringify(options);
		const isKept = stored?.scope === scope && !(isEdited && wrong === 'edit without memory');
		const state: State = isKept ? stored : { scope, options, low: 0, cutoff: -1, reached: 0, seen: {}, pending: [] };
		if (wrong === 'state written before the poll succeeded') memory.state = state;
		await this.read(state.low, state);
		// An empty first answer may be a mistake of the service.
		if (!isKept && this.met.size === 0) await this.read(state.low, state);
		const former = state.options;
		if (isEdited) for (const known of Object.values(state.seen)) known.next = true;
		const isOld = (record: IDataObject) => {
			if (!isKept) return secondOf(this.isOnce ? record.registeredTime : record.updatedTime) < (startFrom ?? Infinity);
			return Boolean(isEdited) && secondOf(record.updatedTime) <= state.reached && !this.isShown(record, former);
		};
		const met = [...this.met.values()].filter(({ updatedTime }) => secondOf(updatedTime) >= state.low);
		const records = met.sort((a, b) => secondOf(a.updatedTime) - secondOf(b.updatedTime));
		const news: IDataObject[] = [];
		let left = Infinity;
		for (const record of records) {
			if (news.length >= world.maxRecords) {
				left = secondOf(record.updatedTime);
				break;
			}
			if (this.isNews(record, state, isOld(record), isKept)) news.push(record);
		}
		state.options = options;
		this.move(state, records, left);
		memory.state = state;
		return news;
	}

	/** Moves the low watermark, and forgets what lies below it. */
	private move(state: State, records: readonly IDataObject[], left: number): void {
		const { world, clock } = this.task;
		const times = records.map(({ updatedTime }) => secondOf(updatedTime)).filter((time) => time <= clock.localSeconds);
		const witnesses = this.wrong === 'one witness' ? 1 : 10;
		state.reached = Math.max(state.reached, times.sort((a, b) => b - a)[witnesses - 1] ?? 0);
		const isByClock = this.wrong === 'watermark from the end of the reading';
		const followed = Math.max(state.low, isByClock ? clock.localSeconds : state.reached - world.overlap);
		state.low = Math.max(Math.min(followed, left), this.final);
		if (left === Infinity || this.wrong === 'cutoff that moves while something is left') state.cutoff = followed;
		for (const [id, { second }] of Object.entries(state.seen)) {
			if (second < (this.isOnce ? Math.min(state.low, state.cutoff) : state.low)) delete state.seen[id];
		}
	}

	private isShown({ entryStatus, type }: IDataObject, { statuses, types }: Options): boolean {
		const isStatus = entryStatus === undefined || this.isOnce || statuses.includes(String(entryStatus));
		return isStatus && (type === undefined || types.length === 0 || types.includes(String(type)));
	}

	/** Judges a record, and notes it. */
	private isNews(record: IDataObject, state: State, isOld: boolean, isKept: boolean): boolean {
		const id = String(record.id);
		const second = secondOf(record.updatedTime);
		const print = this.wrong === 'ids in place of contents' ? id : steadyText(record);
		const known = state.seen[id];
		const isSame = known?.prints.includes(print) ?? false;
		const isNext = known?.next === true && known.second === second;
		state.seen[id] = { second, prints: [...(known?.second === second ? known.prints : []), print] };
		if (!this.isOnce) return !isSame && !isNext && !isOld;
		const { statuses } = this.task.options;
		const isDue = record.entryStatus === undefined || statuses.includes(String(record.entryStatus));
		const isPending = state.pending.includes(id);
		const isFirst = isPending || (!known && !isOld && secondOf(record.registeredTime) >= state.cutoff);
		const waits = !isDue && (isFirst || (!isKept && record.entryStatus === 'processing'));
		if (waits && !isPending) state.pending.push(id);
		if (isFirst && isDue) state.pending = state.pending.filter((other) => other !== id);
		return isFirst && isDue;
	}

	private async page(from: number, to: number, token?: string): ReturnType<PollTask['ask']> {
		const { ask, options, world } = this.task;
		const asked = this.isOnce ? { ...options, statuses: [] } : options;
		const bounds = { from: world.includesFrom ? from : from - 1, to: world.includesTo ? to : to + 1 };
		const page = await ask(asked, { ...bounds, orderBy: 'updatedAt', orderDirection: 'asc', token });
		for (const record of page.records) this.met.set(steadyText(record), record);
		return page;
	}

	/** Reads everything from a second on, page by page, each from the last second of the one before. */
	private async read(from: number, state: State): Promise<void> {
		for (let at = from; ;) {
			const { records, nextToken } = await this.page(at, END);
			if (this.wrong === 'state written before the poll succeeded')
				for (const one of records) this.isNews(one, state, true, true);
			if (nextToken === undefined) return;
			const last = secondOf(records[records.length - 1]?.updatedTime);
			if (last > at) {
				at = last + (this.wrong === 'strict bound' ? 1 : 0);
			} else {
				await this.readSecond(at);
				at += 1;
			}
		}
	}

	/** Reads one second by token, until a round shows nothing new: what changes meanwhile moves the others. */
	private async readSecond(second: number): Promise<void> {
		const isReadOnce = this.wrong === 'no re-reading of the crowded second';
		if (isReadOnce) this.final = second + 1;
		for (let round = 0, before = -1; round < (isReadOnce ? 1 : ROUNDS) && this.met.size > before; round += 1) {
			before = this.met.size;
			await this.walk(second).catch((error: unknown) => {
				if (!(error instanceof Refused)) throw error;
				before = -1;
			});
		}
	}

	private async walk(second: number): Promise<void> {
		let token: string | undefined;
		do token = (await this.page(second, second, token)).nextToken;
		while (token !== undefined);
	}
}
