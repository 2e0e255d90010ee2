import type { IDataObject } from 'n8n-workflow';
import { OutOfTime, PageRefused } from '../../nodes/shared';
import { kindOf, perform } from './deeds';
import { isAboutCards, PLAIN_POLL, POLL_MS } from './history';
import type { History, Options, PollStep, Step, World } from './history';
import { isInWords, Oracle } from './oracle';
import type { Poll } from './oracle';
import { CallFailed, Service } from './service';
import type { Page, Request } from './service';

/** Stands for the memory of one process of n8n, which ends with the process. */
export interface MainProcess {
	/** The true time, milliseconds. */
	readonly now: () => number;
}

/** What a poll gets. */
export interface PollTask {
	readonly process: MainProcess;
	/** What n8n gives the poll, milliseconds; 0 in an n8n that knows no budget. */
	readonly budget: number;
	readonly world: World;
	readonly options: Options;
	/** Another one after a change of event, credential or range. */
	readonly scope: string;
	readonly startFrom: number | undefined;
	/** Asks the service: takes time, fails, and is overtaken by changes. */
	readonly ask: (options: Options, request: Request) => Promise<Page>;
	/** What the clock of n8n's machine shows, right or wrong; seconds since 1970. */
	readonly localSeconds: () => number;
}

/** A trigger under test. It may change `memory`, which n8n keeps as JSON, also when the trigger throws. */
export type Trigger = (task: PollTask, memory: Record<string, unknown>) => Promise<readonly IDataObject[]>;

export interface Call {
	readonly options: Options;
	readonly request: Request;
	page?: Page;
	error?: unknown;
}

/** What is in a memory in place of what was: JSON leaves out what is undefined. */
const DAMAGES = { missing: undefined, null: null, text: 'x', list: ['x'], newer: 1_000_000 };

/** What a poll came to; told by `tell.ts`. */
export interface PollReport extends Poll {
	readonly calls: readonly Call[];
	readonly memory: string;
}

/** Is told each step and poll. */
export type Hear = (event: Step | PollReport) => void;

/** The clock of n8n's machine is at most so far from the service's, and the trigger allows for as much again; seconds. */
const CLOCK_DIFFERENCES = 1_200;

/** The budgets of n8n: none before 2.40, then without and with its durable scheduler. */
const BUDGETS = { one: 0, leaders: 300_000, durable: 36_000, cursors: 36_000 };

/** The static data of a node. */
type Holder = Record<string, unknown>;

/** A main process of n8n, with the static data of the workflow that it has activated. */
interface Main {
	process: MainProcess;
	holder?: Holder;
}

const START = Date.UTC(2026, 0, 5, 9, 0, 0);

/** Lives through a history with one trigger: what n8n does for it, and what happens around it. */
export class Life {
	readonly service: Service;
	oracle: Oracle;
	options: Options;

	/** The trigger's memory as the last poll has left it; `stored` is what n8n has stored of it. */
	memory = '{}';

	/** The longest memory; polls, calls, polls that failed in words, and items that came. */
	readonly counts = { largest: 0, polls: 0, calls: 0, complaints: 0, emitted: 0 };

	private stored = '{}';
	private scope = 0;
	/** Seconds by which the clock of n8n's machine is ahead of the true time. */
	private localAhead: number;
	private nextPoll = START;
	private readonly startFrom: number | undefined;

	/** n8n stores the memory with the items of a poll, and after a poll that follows an activation. */
	private storesNext = true;

	/** The main processes of n8n, the one that polls first. */
	private mains: [Main, Main];

	constructor(
		readonly history: History,
		private readonly trigger: Trigger,
		private readonly hear: Hear = () => undefined,
	) {
		const { world } = history;
		this.localAhead = world.localAhead;
		this.options = world.options;
		this.service = new Service(world, START);
		this.populate(world);
		this.startFrom = world.startFrom === undefined ? undefined : this.service.second - world.startFrom;
		this.oracle = new Oracle(this.service, this.startFrom);
		this.mains = [this.newMain(), this.newMain()];
	}

	/** Whether polls of one activation share static data; otherwise each is given what is stored. */
	private get sharesHolder(): boolean {
		const { mains } = this.history.world;
		return mains === 'one' || mains === 'leaders';
	}

	/** One poll, at the time that it is due. @returns how many calls it made */
	async poll(step: PollStep): Promise<number> {
		const { service, oracle, counts } = this;
		service.moveTo(Math.max(this.nextPoll, service.nowMs + 1));
		this.nextPoll = service.nowMs + this.history.world.interval * 1_000;
		for (const page of service.badPages) page.polls -= 1;
		service.badPages = service.badPages.filter(({ polls }) => polls >= 0);
		const report = await this.runNext(step);
		const { items, error, memory, calls, isKept } = report;
		service.moveTo(service.nowMs + 1);
		counts.polls += 1;
		counts.calls += calls.length;
		counts.complaints += Number(error !== undefined);
		if (step.abandoned) return calls.length;
		this.memory = memory;
		counts.largest = Math.max(counts.largest, memory.length);
		counts.emitted += items.length;
		oracle.judge(report);
		const hasCursor = this.history.world.mains === 'cursors' && isKept;
		if (error === undefined && (items.length > 0 || this.storesNext || hasCursor)) {
			this.stored = memory;
			this.storesNext = false;
			oracle.save();
		}
		return calls.length;
	}

	/** A process of n8n that has just begun. */
	private newMain(): Main {
		return { process: { now: () => this.service.nowMs } };
	}

	/** Lets the process poll whose turn it is. */
	private async runNext(step: PollStep): Promise<PollReport> {
		const [main] = this.mains;
		const stored = JSON.parse(this.stored) as Holder;
		const holder = this.sharesHolder ? (main.holder ??= stored) : stored;

		// A scheduler may give up one poll alone. Otherwise the process was killed, and what the poll changed is gone with it.
		const isKilled = step.abandoned && (this.sharesHolder || this.storesNext);
		if (isKilled) return await this.run(step, structuredClone(holder), this.newMain().process);
		return await this.run(step, holder, main.process);
	}

	/** Lets the trigger poll in a process, with static data as n8n gives them. */
	private async run(step: PollStep, memory: Holder, process: MainProcess): Promise<PollReport> {
		const { service, options, startFrom, history } = this;
		const text = JSON.stringify(memory);
		const { world } = history;
		const startedAt = service.nowMs;
		const deadline = startedAt + POLL_MS;
		const calls: Call[] = [];
		const ask: PollTask['ask'] = async (asked, request) => {
			const call: Call = { options: asked, request };
			const place = calls.push(call) - 1;
			try {
				return (call.page = await Promise.resolve(this.answer(step, place, call, deadline)));
			} catch (error) {
				call.error = error;
				if (error instanceof OutOfTime) service.moveTo(deadline);
				throw error;
			}
		};
		const task = {
			...{ process, budget: BUDGETS[world.mains], world, options, scope: `scope ${this.scope}`, startFrom, ask },
			localSeconds: () => Math.floor(service.nowMs / 1_000) + this.localAhead,
		};
		const outcome = await this.trigger(task, memory).then(
			(items) => ({ items }),
			(error: unknown) => ({ items: [], error }),
		);
		const endedAt = service.nowMs;
		const failures = calls.filter((call) => 'error' in call && !(call.error instanceof PageRefused));
		const isLate = failures.some(({ error }) => error instanceof OutOfTime);
		const report = {
			...{ startedAt, endedAt, options, ...outcome, calls, memory: JSON.stringify(memory) },
			answered: calls.filter(({ page }) => page).length,
			failed: failures.length,
			isOver: isLate || deadline - endedAt <= 2 * world.latencyMs,
			isKept: JSON.stringify(memory) !== text,
		};
		this.hear(report);
		return report;
	}

	/** The service as a call of a poll meets it. */
	private answer(step: PollStep, place: number, { options, request }: Call, deadline: number): Page {
		const { service, history } = this;
		for (const { deed } of step.meanwhile.filter(({ call }) => call === place)) perform(service, deed);
		const kind = step.faults.find(({ call }) => call === place)?.kind;
		// Answers take between half of the longest time and all of it, the first the longest.
		const arrival = service.nowMs + Math.ceil(history.world.latencyMs * (place % 2 === 0 ? 1 : 0.5));
		if (kind === 'no answer in time' || arrival >= deadline) throw new OutOfTime();
		service.moveTo(arrival);
		if (kind === 'error') throw new CallFailed(500);
		if (kind === 'empty answer') return { records: [] };
		if (kind === 'token refused' && request.token !== undefined) throw new PageRefused('token');
		const page = service.page(options, request);
		if (kind === 'lost answer') throw new CallFailed();
		return page;
	}

	private populate({ event, population: { count, over, waiting } }: World): void {
		const { service } = this;
		for (let index = 0; index < count; index += 1) {
			const updated = service.second - Math.floor((over * (count - index)) / count);
			const status = index % 10 < waiting ? 'processing' : 'completed';
			const own = isAboutCards(event) ? { status } : kindOf(service, index);
			service.add({ updated, registered: updated - (index % 3) * 100, createdAt: START - 1, ...own });
		}
		service.moveTo(START + 1);
	}

	async take(step: Step): Promise<void> {
		this.hear(step);
		switch (step.do) {
			case 'poll':
				return void (await this.poll(step));
			case 'edit':
				this.options = { ...this.options, ...step.change };
				return this.activate();
			case 'retire':
				this.service.retired = step;
				return;
			case 'fresh':
				this.scope += 1;
				this.activate();
				this.service.badPages = [];
				this.oracle = this.oracle.afresh();
				return;
			case 'restart':
				this.mains[0] = this.newMain();
				return this.goBack();
			case 'take over':
				return this.takeOver();
			case 'local clock':
				this.localAhead += step.by;
				return;
			case 'bad page':
				return this.spoil(step);
			case 'damage':
				return await this.damage(step);
			default:
				return perform(this.service, step);
		}
	}

	/** Polls go on with what is stored. */
	private goBack(): void {
		this.memory = this.stored;
		this.oracle.restore();
	}

	/** The workflow is saved and activated: only one main process goes on with static data that it had before. */
	private activate(): void {
		this.storesNext = true;
		if (this.history.world.mains !== 'leaders') return;
		this.mains[0].holder = undefined;
		this.goBack();
	}

	/** The process whose turn it is polls in place of the other: as the new leader, or because the scheduler asks it. */
	private takeOver(): void {
		const { mains } = this.history.world;
		if (mains === 'one') return;
		this.mains.reverse();
		if (mains === 'leaders') this.storesNext = true;
		for (const main of this.mains) main.holder = undefined;
		this.goBack();
	}

	private spoil({ of, pick, width, status, polls = Infinity }: Extract<Step, { do: 'bad page' }>): void {
		const { event, overlap } = this.history.world;
		const { service, oracle, startFrom } = this;
		if (of === 'waiting cards' && event !== 'businessCardCreated') return;
		if (!oracle.activation && startFrom === undefined) return;

		// An activation has to read the present.
		const newest = oracle.activation ? Infinity : service.second - overlap - width - CLOCK_DIFFERENCES;
		const states = service.shownStates().filter(({ updated }) => updated < newest);
		const picked = states[pick % states.length];
		if (!picked) return;
		const { id, updated } = picked;
		const isNear = (state: { updated: number }) => Math.abs(state.updated - updated) <= width;
		const holds = of === 'a record' ? (state: { id: string }) => state.id === id : isNear;
		service.badPages.push({ holds, ofWaiting: of === 'waiting cards', status, polls });
	}

	/** While its memory is damaged a trigger says so in words, does nothing and leaves the memory alone. */
	private async damage({ how, pick }: Extract<Step, { do: 'damage' }>): Promise<void> {
		const whole = JSON.parse(this.memory) as Holder;
		const state = Object.values(whole).find((part) => typeof part === 'object' && !Array.isArray(part));
		if (!this.oracle.activation || !state) return;
		const parts = Object.keys(state);
		Object.assign(state, { [how === 'newer' ? 'version' : (parts[pick % parts.length] ?? '')]: DAMAGES[how] });
		const broken = JSON.stringify(whole);
		const { error, memory } = await this.run(PLAIN_POLL, JSON.parse(broken) as Holder, this.mains[0].process);
		if (!isInWords(error) || memory !== broken) this.oracle.report('damage', `${how} ${pick}: ${String(error)}`);
	}
}
