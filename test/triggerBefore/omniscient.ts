import type { IDataObject } from 'n8n-workflow';
import { FIRST_SECOND, LAST_SECOND } from '../../nodes/BusinessCardDataTrigger/source';
import type { SourceRecord } from '../../nodes/BusinessCardDataTrigger/source';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import { OutOfTime } from '../../nodes/shared';
import { PollFailed, VersionRetired } from './failures';
import type { PollTask, Trigger } from './simulate';
import { steady } from './unsteady';

/** Contents of one record with one update time that are told apart. */
const MAX_CONTENTS = 5;

const MAX_ON_A_PAGE = 300;

/** Times that a poll looks for a moment in which nothing changes. */
const MAX_LOOKS = 20;

interface Memory {
	scope: string;
	selection: Selection;
	/** Contents that were met, and how many with each update time of a record. */
	contents: string[];
	times: Record<string, number>;
	/** Records that were emitted or were there before. */
	ids: string[];
}

/**
 * A trigger for the oracle's sake: it reads everything at every poll and remembers everything, so where it has the time and
 * a service with a snapshot behind its tokens, it cannot go wrong. What the oracle finds with it is the oracle's fault.
 */
export const omniscient: Trigger = async (task, memory) => {
	const stored = memory.all as Memory | undefined;
	const scope = `${task.scope} ${task.address}`;
	const reader = new Omniscience(task, stored?.scope === scope ? stored : undefined, scope);
	const items = await reader.poll();
	memory.all = reader.toMemory();
	return items;
};

class Omniscience {
	private readonly contents: Set<string>;

	private readonly times: Map<string, number>;

	private readonly ids: Set<string>;

	private readonly news: SourceRecord[] = [];

	constructor(
		private readonly task: PollTask,
		private readonly before: Memory | undefined,
		private readonly scope: string,
	) {
		this.contents = new Set(before?.contents);
		this.times = new Map(Object.entries(before?.times ?? {}));
		this.ids = new Set(before?.ids);
	}

	async poll(): Promise<IDataObject[]> {
		const { wish, maxRecords } = this.task;
		if (!this.before) await this.activate();
		else if (JSON.stringify(this.before.selection) === JSON.stringify(wish.selection)) await this.emitFrom(wish.selection);
		else await this.change(this.before.selection);
		const sorted = this.news.sort((a, b) => Date.parse(String(a.json.updatedTime)) - Date.parse(String(b.json.updatedTime)));
		if (sorted.length > maxRecords) throw new Error('A poll must have room for everything');
		return sorted.map(({ json }) => json);
	}

	toMemory(): Memory {
		const { contents, times, ids, scope, task } = this;
		return {
			scope,
			selection: task.wish.selection,
			contents: [...contents],
			times: Object.fromEntries(times),
			ids: [...ids],
		};
	}

	private async activate(): Promise<void> {
		const { fires, selection, startFrom } = this.task.wish;
		const first = await this.readAll(selection);
		const records = first.length > 0 ? first : await this.readAll(selection);
		for (const record of records) {
			const shown = Date.parse(String(fires === 'once' ? record.json.registeredTime : record.json.updatedTime)) / 1_000;
			const isFinished = record.status === 'completed' && !this.isDue(record);
			if (startFrom !== undefined && shown >= startFrom) this.judge(record);
			else if (fires === 'once' && isFinished) this.ids.add(record.id);
			else this.note(record);
		}
	}

	/** The former selection brings its last news; then the new one is noted, in a moment in which nothing changes. */
	private async change(former: Selection): Promise<void> {
		const { selection } = this.task.wish;
		for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
			const isGone = await this.emitFrom(former).then(
				() => false,
				(error: unknown) => {
					if (error instanceof VersionRetired) return true;
					throw error;
				},
			);
			const present = await this.readAll(selection);
			const met = this.news.length;
			if (isGone) return present.forEach((record) => this.judgeByTime(record));
			await this.emitFrom(former);
			if (this.news.length > met) continue;
			return present.forEach((record) => this.note(record));
		}
		throw new Error('There is no moment in which nothing changes');
	}

	private isDue({ status }: SourceRecord): boolean {
		const { statuses } = this.task.wish;
		return status === undefined || statuses.length === 0 || statuses.includes(status);
	}

	private async emitFrom(selection: Selection): Promise<void> {
		for (const record of await this.readAll(selection)) this.judge(record);
	}

	private judge(record: SourceRecord): void {
		if (this.task.wish.fires === 'once') {
			if (!this.ids.has(record.id) && this.isDue(record)) this.news.push(record);
			this.note(record);
			return;
		}
		const isCrowded = (this.times.get(timeOf(record)) ?? 0) >= MAX_CONTENTS;
		if (this.note(record) && !isCrowded) this.news.push(record);
	}

	private judgeByTime(record: SourceRecord): void {
		const isMet = this.task.wish.fires === 'each state' && this.times.has(timeOf(record));
		if (isMet) this.note(record);
		else this.judge(record);
	}

	/** Notes a record, and says whether its content had not been met. */
	private note(record: SourceRecord): boolean {
		if (this.task.wish.fires === 'once' && this.isDue(record)) this.ids.add(record.id);
		const content = JSON.stringify(contentOf(record));
		if (this.contents.has(content)) return false;
		this.contents.add(content);
		this.times.set(timeOf(record), (this.times.get(timeOf(record)) ?? 0) + 1);
		return true;
	}

	private async readAll(selection: Selection): Promise<SourceRecord[]> {
		return await this.read(selection, FIRST_SECOND, LAST_SECOND);
	}

	/** Reads around pages that fail; of one that takes too long it asks for less the next time. */
	private async read(selection: Selection, from: number, to: number): Promise<SourceRecord[]> {
		try {
			return await this.readPages(selection, from, to);
		} catch (error) {
			if (error instanceof OutOfTime) limits.set(this.task.process, Math.ceil(this.limit / 2));
			if (!(error instanceof PollFailed) || error instanceof VersionRetired) throw error;
			if (to <= from) return [];
			const middle = from + Math.floor((to - from) / 2);
			return [...(await this.read(selection, from, middle)), ...(await this.read(selection, middle + 1, to))];
		}
	}

	private async readPages(selection: Selection, from: number, to: number): Promise<SourceRecord[]> {
		const records: SourceRecord[] = [];
		let token: string | undefined;
		do {
			const { limit } = this;
			const page = await this.task.source.page(selection, { from, to, limit, token, orderBy: 'updatedAt', orderDirection: 'asc' });
			records.push(...page.records);
			token = page.nextToken;
		} while (token !== undefined);
		return records;
	}

	private get limit(): number {
		return limits.get(this.task.process) ?? MAX_ON_A_PAGE;
	}
}

/** What was found to come in time, as long as n8n runs. */
const limits = new WeakMap<object, number>();

function timeOf({ id, json }: SourceRecord): string {
	return `${id} ${String(json.updatedTime)}`;
}

/** A content without what makes no difference: the order of lists, and fields that are null. */
function contentOf({ json }: SourceRecord): IDataObject {
	const { imageUrl } = json;
	return { ...steady(json), ...(imageUrl === undefined ? {} : { imageUrl }) };
}
