import type { IDataObject } from 'n8n-workflow';
import { EVENTS } from '../../nodes/BusinessCardDataTrigger/events';
import type { RecordSource, SourcePage, SourceTerm } from '../../nodes/BusinessCardDataTrigger/source';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import { OutOfTime, PageRefused } from '../../nodes/shared';
import { perform } from './deeds';
import type { History, PollStep, Step } from './history';
import { ServiceModel, VersionRetired } from './model';
import { Oracle } from './oracle';
import type { Finding, Wish } from './oracle';
import { PLAIN_POLL } from './plain';
import { VirtualClock } from './virtualClock';

/** A poll as a trigger gets it. */
export interface PollTask {
	readonly wish: Wish;
	/** Event, credential and range. */
	readonly scope: string;
	readonly overlap: number;
	readonly source: RecordSource;
	readonly clock: VirtualClock;
	/** Moment on the clock after which no call is begun. */
	readonly deadline: number;
	readonly maxRecords: number;
}

/** A trigger: ours, or the model of another. It may change `memory`, which n8n keeps as JSON, also when it throws. */
export type Trigger = (task: PollTask, memory: Record<string, unknown>) => Promise<readonly IDataObject[]>;

/** What shows that a trigger has nothing more to bring: one that notes the time of each poll never remembers the same. */
export type Rest = 'its memory repeats itself' | 'its items repeat themselves';

/** What a history came to; calls are those of the polls in it, not of those that follow until all has come. */
export interface Outcome {
	readonly findings: readonly Finding[];
	readonly polls: number;
	readonly calls: number;
	/** The most calls of one poll. */
	readonly mostCalls: number;
	/** The largest memory, in bytes of JSON. */
	readonly stateBytes: number;
	readonly emitted: number;
}

const START = Date.UTC(2026, 0, 5, 9, 0, 0);

/** Polls after the last step, in which everything that is still owed has to come. */
const MOST_SETTLING_POLLS = 400;

const SETTLING_POLL: PollStep = { ...PLAIN_POLL, latency: 50 };

const STATUSES = ['completed', 'processing', 'unreadable'];
const TYPES = ['Meeting', 'Call', 'Email'];

/** Lives through one history with one trigger. */
class Simulation {
	private readonly clock = new VirtualClock(START);

	private readonly model: ServiceModel;

	private readonly oracle: Oracle;

	private readonly isAboutCards: boolean;

	private wish: Wish;

	private scope = 0;

	/** The trigger's memory as n8n holds it, and as n8n has stored it. */
	private memory = '{}';

	private stored = '{}';

	private storesNext = true;

	private polls = 0;

	private mostCalls = 0;

	private stateBytes = 0;

	private emitted = 0;

	/** The items of the last poll, as text. */
	private given: readonly string[] = [];

	constructor(
		private readonly history: History,
		private readonly trigger: Trigger,
		private readonly restsWhen: Rest,
	) {
		const { event, traits, overlap, clockOffset, population } = history;
		const { fires } = EVENTS[event];
		this.isAboutCards = event.startsWith('businessCard');
		this.model = new ServiceModel(traits, this.clock, overlap, clockOffset);
		this.oracle = new Oracle(this.model, () => this.patience());
		const statuses = this.isAboutCards ? history.statuses : [];
		this.wish = {
			fires,
			statuses,
			selection: {
				version: '3.2',
				entryStatus: fires === 'once' && this.isAboutCards ? [...STATUSES] : [...statuses],
				includeTags: history.includeTags,
				includePastBizCards: history.includePastBizCards,
				type: [],
				category: [],
			},
			startFrom: history.startFrom === undefined ? undefined : this.model.second - history.startFrom,
		};
		this.populate(population);
	}

	async live(): Promise<Outcome> {
		for (const step of this.history.steps) await this.take(step);
		const { polls, mostCalls } = this;
		const { calls } = this.model;
		await this.settle();
		this.oracle.finish();
		const { stateBytes, emitted } = this;
		return { findings: this.oracle.findings, polls, calls, mostCalls, stateBytes, emitted };
	}

	private populate({ count, over, waiting }: History['population']): void {
		for (let index = 0; index < count; index += 1) {
			const updated = this.model.second - Math.floor((over * (count - index)) / count);
			const status = index % 11 < waiting ? 'processing' : 'completed';
			this.model.add({
				updated,
				registered: updated - (index % 3) * 100,
				createdAt: this.clock.now(),
				...(this.isAboutCards ? { status } : { type: TYPES[index % 3] }),
			});
		}
		this.model.moveTo(this.clock.now() + 1);
	}

	private async take(step: Step): Promise<void> {
		switch (step.do) {
			case 'poll':
				return await this.poll(step);
			case 'edit':
				return this.edit(step.change);
			case 'retire':
				this.model.versionLeft = step.left;
				return;
			case 'rescope':
				this.scope += 1;
				this.storesNext = true;
				return this.oracle.startAfresh();
			case 'restart':
				this.memory = this.stored;
				return this.oracle.restore();
			default:
				return perform(step, this.model, this.clock, this.isAboutCards);
		}
	}

	private edit(change: Partial<Selection>): void {
		// Of an event that fires once, the chosen statuses are no part of the selection.
		const { entryStatus, ...others } = change;
		const { versionLeft } = this.model;
		if (versionLeft !== undefined && others.version !== undefined) others.version = versionLeft;
		const isChosen = entryStatus && this.isAboutCards && this.wish.fires === 'each state';
		this.wish = {
			...this.wish,
			statuses: isChosen ? entryStatus : this.wish.statuses,
			selection: { ...this.wish.selection, ...others, ...(isChosen ? { entryStatus } : {}) },
		};
		this.storesNext = true;
	}

	private async poll(step: PollStep): Promise<void> {
		const { latency, calls, maxRecords } = step;
		const startedAt = this.clock.now();
		const revision = this.model.revision;
		const before = this.model.calls;
		const deadline = startedAt + Math.min(calls * latency + 1, 86_400_000);
		const source = new PollSource(this.model, this.clock, step, deadline, this.isAboutCards);
		const memory = JSON.parse(this.memory) as Record<string, unknown>;
		const { wish, history, clock } = this;
		const task = { wish, scope: String(this.scope), overlap: history.overlap, source, clock, deadline, maxRecords };
		this.polls += 1;
		const items = await orFailed(this.trigger(task, memory));
		this.given = items?.map((item) => JSON.stringify(item)) ?? [];
		this.mostCalls = Math.max(this.mostCalls, this.model.calls - before);
		this.model.moveTo(this.clock.now());
		if (step.abandoned) return;
		this.memory = JSON.stringify(memory);
		this.stateBytes = Math.max(this.stateBytes, Buffer.byteLength(this.memory));
		if (!items) return;
		this.emitted += items.length;
		this.oracle.afterPoll({
			wish,
			startedAt,
			endedAt: this.clock.now(),
			maxRecords,
			cutShort: items.length >= maxRecords || source.ranOutOfTime || this.clock.now() >= deadline,
			undisturbed: this.model.revision === revision,
			formerRefused: source.refusedVersion,
			items: this.given,
		});
		// n8n stores a trigger's memory with the items of a poll, and once after activation.
		if (items.length === 0 && !this.storesNext) return;
		this.stored = this.memory;
		this.storesNext = false;
		this.oracle.save();
		// Time goes on between two polls: what happens next is not at the very moment of the last answer.
		this.model.moveTo(this.clock.now() + 1);
	}

	/** Polls until nothing more can come, though nothing changes any more. */
	private async settle(): Promise<void> {
		const { versionLeft } = this.model;
		if (versionLeft !== undefined) this.edit({ version: versionLeft });
		this.model.moveTo(this.clock.now() + (this.history.overlap + 10) * 1_000);
		const met = new Set<string>();
		for (let polls = 0; polls < MOST_SETTLING_POLLS; polls += 1) {
			await this.poll(SETTLING_POLL);
			const given = this.given.join('\n');
			const mark = this.restsWhen === 'its items repeat themselves' ? given : `${this.memory}\n${given}`;
			if (met.has(mark)) return;
			met.add(mark);
			this.model.moveTo(this.clock.now() + 60_000);
		}
		this.oracle.findings.push({ wrong: 'late', text: 'The trigger does not come to rest' });
	}

	/**
	 * What does not fit few pages may be read again over several polls, because a poll reads no more than ten of them again: a
	 * second with more than a page is read twice, and more is asked for where records come in no order.
	 */
	private patience(): number {
		const { pageSize, keepsOrder } = this.history.traits;
		const pages = this.model.showings.length / pageSize;
		return pages <= (keepsOrder ? 4 : 1) ? 1 : 4 + Math.ceil(keepsOrder ? pages / 2 : 2 * pages);
	}
}

/** The call failed for good. */
export class PollFailed extends Error {}

/**
 * Waits for what a failed call may end.
 *
 * @returns `undefined` when a call failed
 * @throws every other error
 */
export async function orFailed<T>(reading: Promise<T>): Promise<T | undefined> {
	return await reading.catch((error: unknown) => {
		if (error instanceof PollFailed || error instanceof OutOfTime || error instanceof VersionRetired) return undefined;
		throw error;
	});
}

/** The service as one poll meets it: calls take time, fail, and are overtaken by changes. */
class PollSource implements RecordSource {
	ranOutOfTime = false;

	refusedVersion = false;

	private calls = 0;

	constructor(
		private readonly model: ServiceModel,
		private readonly clock: VirtualClock,
		private readonly step: PollStep,
		private readonly deadline: number,
		private readonly isAboutCards: boolean,
	) {}

	async page(selection: Selection, term: SourceTerm): Promise<SourcePage> {
		const call = this.calls++;
		for (const { call: when, deeds } of this.step.meanwhile) {
			if (when !== call) continue;
			for (const deed of deeds) perform(deed, this.model, this.clock, this.isAboutCards);
		}
		const { fault, latency } = this.step;
		const kind = fault?.call === call ? fault.kind : undefined;
		const arrival = kind === 'no answer in time' ? this.deadline : this.clock.now() + latency;
		this.model.moveTo(Math.min(arrival, Math.max(this.deadline, this.clock.now())));
		if (arrival >= this.deadline) {
			this.ranOutOfTime = true;
			throw new OutOfTime();
		}
		if (kind === 'error') throw new PollFailed();
		if (kind === 'token refused' && term.token !== undefined) throw new PageRefused('token');
		const page = await this.model.page(selection, term).catch((error: unknown) => {
			this.refusedVersion ||= error instanceof VersionRetired;
			throw error;
		});
		if (kind === 'lost answer') throw new PollFailed();
		return page;
	}
}

/**
 * Runs a trigger through a history.
 *
 * @param restsWhen how to tell, at the end of the history, that the trigger will bring nothing more
 * @returns what was wrong, and what it took
 * @throws whatever the trigger throws that is no failed call
 */
export async function simulate(
	history: History,
	trigger: Trigger,
	restsWhen: Rest = 'its memory repeats itself',
): Promise<Outcome> {
	return await new Simulation(history, trigger, restsWhen).live();
}
