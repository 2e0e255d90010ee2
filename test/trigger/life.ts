import type { IDataObject } from 'n8n-workflow';
import { OutOfTime, PageRefused } from '../../nodes/shared';
import { Deeds } from './deeds';
import { isAboutCards, PLAIN_POLL } from './history';
import type { History, Options, PollStep, Step, World } from './history';
import { Oracle } from './oracle';
import type { Poll } from './oracle';
import { CallFailed, Service, VirtualClock } from './service';
import type { Page, Request } from './service';

/** What a poll gets. */
export interface PollTask {
	readonly world: World;
	readonly options: Options;
	/** Another one after a change of event, credential or range. */
	readonly scope: string;
	readonly startFrom: number | undefined;
	/** Asks the service: takes time, fails, and is overtaken by changes. */
	readonly ask: (options: Options, request: Request) => Promise<Page>;
	readonly clock: VirtualClock;
	/** Moment on the clock after which no call is begun. */
	readonly deadline: number;
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

const START = Date.UTC(2026, 0, 5, 9, 0, 0);

/** Lives through a history with one trigger: what n8n does for it, and what happens around it. */
export class Life {
	readonly clock = new VirtualClock(START);

	readonly service: Service;
	readonly deeds: Deeds;
	oracle: Oracle;
	readonly isCards: boolean;
	options: Options;

	/** The trigger's memory as n8n holds it, and as n8n has stored it. */
	memory = '{}';

	/** The longest memory; polls, calls, and polls that failed in words. */
	readonly counts = { largest: 0, polls: 0, calls: 0, complaints: 0 };

	private stored = '{}';
	private scope = 0;
	private nextPoll = START;
	private readonly startFrom: number | undefined;

	/** n8n stores the memory with the items of a poll, and after a poll that follows an activation. */
	private storesNext = true;

	constructor(
		readonly history: History,
		private readonly trigger: Trigger,
		private readonly hear: Hear = () => undefined,
		isWide = false,
	) {
		const { world } = history;
		this.clock.localAhead = world.localAhead;
		this.isCards = isAboutCards(world.event);
		this.options = world.options;
		this.service = new Service(world, this.clock);
		this.deeds = new Deeds(this.service, this.isCards, isWide);
		this.populate(world);
		this.startFrom = world.startFrom === undefined ? undefined : this.service.second - world.startFrom;
		this.oracle = new Oracle(world, this.service, this.startFrom);
	}

	/** One poll, at the time that it is due. @returns how many calls it made */
	async poll(step: PollStep): Promise<number> {
		const { clock, service, oracle, counts } = this;
		service.moveTo(Math.max(this.nextPoll, clock.now() + 1));
		this.nextPoll = clock.now() + this.history.world.interval * 1_000;
		for (const page of service.badPages) page.polls -= 1;
		service.badPages = service.badPages.filter(({ polls }) => polls >= 0);
		oracle.begin();
		const report = await this.run(step, this.memory);
		const { items, error, memory, calls } = report;
		service.moveTo(clock.now() + 1);
		counts.polls += 1;
		counts.calls += calls.length;
		counts.complaints += Number(error !== undefined);
		if (step.abandoned) return calls.length;
		this.memory = memory;
		counts.largest = Math.max(counts.largest, memory.length);
		oracle.end(report);
		if (error === undefined && (items.length > 0 || this.storesNext)) {
			this.stored = memory;
			this.storesNext = false;
			oracle.save();
		}
		return calls.length;
	}

	private async run(step: PollStep, text: string): Promise<PollReport> {
		const { clock, options, startFrom, history } = this;
		const { world } = history;
		const startedAt = clock.now();
		const deadline = startedAt + world.pollMs;
		const line = new Line(this, step, deadline);
		const { calls } = line;
		const ask: PollTask['ask'] = async (asked, request) => await line.ask(asked, request);
		const task = { world, options, scope: `scope ${this.scope}`, startFrom, ask, clock, deadline };
		const memory = JSON.parse(text) as Record<string, unknown>;
		const outcome = await this.trigger(task, memory).then(
			(items) => ({ items }),
			(error: unknown) => ({ items: [], error }),
		);
		const endedAt = clock.now();
		const report = {
			...{ startedAt, endedAt, options, ...outcome, calls, memory: JSON.stringify(memory) },
			answered: calls.filter(({ page }) => page).length,
			failed: calls.filter((call) => 'error' in call && !(call.error instanceof PageRefused)).length,
			isOver: line.isLate || deadline - endedAt <= 2 * world.latencyMs,
		};
		this.hear(report);
		return report;
	}

	private populate({ population: { count, over, waiting } }: World): void {
		for (let index = 0; index < count; index += 1) {
			const updated = this.service.second - Math.floor((over * (count - index)) / count);
			const own = this.isCards ? { status: index % 10 < waiting ? 'processing' : 'completed' } : this.deeds.kindOf(index);
			this.service.add({ updated, registered: updated - (index % 3) * 100, createdAt: START - 1, ...own });
		}
		this.service.moveTo(START + 1);
	}

	async take(step: Step): Promise<void> {
		this.hear(step);
		switch (step.do) {
			case 'poll':
				return void (await this.poll(step));
			case 'edit':
				this.options = { ...this.options, ...step.change };
				this.storesNext = true;
				return;
			case 'retire':
				this.service.retired = step;
				return;
			case 'fresh':
				this.scope += 1;
				this.storesNext = true;
				this.service.badPages = [];
				this.oracle = this.oracle.afresh();
				return;
			case 'restart':
				this.memory = this.stored;
				return this.oracle.restore();
			case 'local clock':
				this.clock.localAhead += step.by;
				return;
			case 'bad page':
				return this.spoil(step);
			case 'damage':
				return await this.damage(step);
			default:
				return this.deeds.perform(step);
		}
	}

	private spoil({ of, pick, width, status, polls = Infinity }: Extract<Step, { do: 'bad page' }>): void {
		const { event } = this.history.world;
		if (!this.oracle.isActive || (of === 'waiting cards' && event !== 'businessCardCreated')) return;
		const states = this.service.shownStates();
		const picked = states[pick % states.length];
		if (!picked) return;
		const { id, updated } = picked;
		const isNear = (state: { updated: number }) => Math.abs(state.updated - updated) <= width;
		const holds = of === 'a record' ? (state: { id: string }) => state.id === id : isNear;
		const most = Math.floor(this.history.world.pageSize / 8);
		this.service.badPages.push({ holds, ofWaiting: of === 'waiting cards', status, most, polls });
	}

	/** While its memory is damaged a trigger says so in words, does nothing and leaves the memory alone. */
	private async damage({ how, pick }: Extract<Step, { do: 'damage' }>): Promise<void> {
		const whole = JSON.parse(this.memory) as Record<string, unknown>;
		const state = Object.values(whole).find((part) => typeof part === 'object' && !Array.isArray(part));
		if (!this.oracle.isActive || !state) return;
		const parts = Object.keys(state);
		Object.assign(state, { [how === 'newer' ? 'version' : (parts[pick % parts.length] ?? '')]: DAMAGES[how] });
		const broken = JSON.stringify(whole);
		const { error, memory } = await this.run(PLAIN_POLL, broken);
		const isSaid = error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
		if (!isSaid || memory !== broken) this.oracle.report('damage', `${how} ${pick}: ${String(error)}`);
	}
}

/** The service as one poll meets it. */
class Line {
	readonly calls: Call[] = [];

	isLate = false;

	constructor(
		private readonly life: Life,
		private readonly step: PollStep,
		private readonly deadline: number,
	) {}

	async ask(options: Options, request: Request): Promise<Page> {
		const call: Call = { options, request };
		this.calls.push(call);
		try {
			return (call.page = await Promise.resolve(this.answer(this.calls.length - 1, call)));
		} catch (error) {
			call.error = error;
			if (error instanceof OutOfTime) this.life.service.moveTo(this.deadline);
			this.isLate ||= error instanceof OutOfTime;
			throw error;
		}
	}

	private answer(call: number, { options, request }: Call): Page {
		const { service, clock, deeds, history } = this.life;
		for (const { deed } of this.step.meanwhile.filter((one) => one.call === call)) deeds.perform(deed);
		const kind = this.step.faults.find((fault) => fault.call === call)?.kind;
		// Answers take between half of the longest time and all of it, the first the longest.
		const arrival = clock.now() + Math.ceil(history.world.latencyMs * (call % 2 === 0 ? 1 : 0.5));
		if (kind === 'no answer in time' || arrival >= this.deadline) throw new OutOfTime();
		service.moveTo(arrival);
		if (kind === 'error') throw new CallFailed(500);
		if (kind === 'empty answer') return { records: [] };
		if (kind === 'token refused' && request.token !== undefined) throw new PageRefused('token');
		const page = service.page(options, request);
		if (kind === 'lost answer') throw new CallFailed();
		return page;
	}
}
