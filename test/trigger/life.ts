import type { IDataObject } from 'n8n-workflow';
import { perform, TYPES } from './deeds';
import { isAboutCards, PLAIN_POLL } from './history';
import type { History, Options, PollStep, Step, World } from './history';
import { Oracle } from './oracle';
import { CallFailed, Refused, Service, TooLate } from './service';
import type { Page, Request } from './service';
import { VirtualClock } from './virtualClock';

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
	/** The n8n process: the same object as long as it lives. */
	readonly process: object;
}

/** A trigger under test. It may change `memory`, which n8n keeps as JSON, also when the trigger throws. */
export type Trigger = (task: PollTask, memory: Record<string, unknown>) => Promise<readonly IDataObject[]>;

export interface Call {
	readonly options: Options;
	readonly request: Request;
	readonly result: string;
}

/** What a poll came to; told by `tell.ts`. */
export interface PollReport {
	readonly startedAt: number;
	readonly calls: readonly Call[];
	readonly items: readonly IDataObject[];
	readonly error?: unknown;
	readonly memory: string;
}

const START = Date.UTC(2026, 0, 5, 9, 0, 0);

/** Lives through a history with one trigger: what n8n does for it, and what happens around it. */
export class Life {
	readonly clock = new VirtualClock(START);

	readonly service: Service;

	oracle: Oracle;

	readonly isCards: boolean;

	options: Options;

	/** The trigger's memory as n8n holds it, and as n8n has stored it. */
	memory = '{}';

	largest = 0;

	polls = 0;

	calls = 0;

	/** Polls that failed in words. */
	complaints = 0;

	private stored = '{}';

	/** n8n stores the memory with the items of a poll, and after a poll that follows an activation. */
	private storesNext = true;

	private process: object = {};

	private scope = 0;

	private nextPoll = START;

	private readonly startFrom: number | undefined;

	constructor(
		readonly history: History,
		private readonly trigger: Trigger,
		private readonly hear: (step: Step | PollReport) => void = () => undefined,
		readonly isWide = false,
	) {
		const { world } = history;
		this.clock.localAhead = world.localAhead;
		this.isCards = isAboutCards(world.event);
		this.options = world.options;
		this.service = new Service(world, this.clock, world.overlap, world.serviceAhead);
		this.populate(world);
		this.startFrom = world.startFrom === undefined ? undefined : this.service.second - world.startFrom;
		this.oracle = new Oracle(world, this.service, this.startFrom);
	}

	async takeAll(steps: readonly Step[]): Promise<void> {
		for (const step of steps) await this.take(step);
	}

	/** One poll, at the time that it is due. */
	async poll(step: PollStep): Promise<number> {
		const { clock, service, oracle, options, history } = this;
		const { pollMs, interval } = history.world;
		service.moveTo(Math.max(this.nextPoll, clock.now() + 1));
		const startedAt = clock.now();
		this.nextPoll = startedAt + interval * 1_000;
		this.polls += 1;
		for (const page of service.badPages) page.polls -= 1;
		service.badPages = service.badPages.filter(({ polls }) => polls >= 0);
		oracle.begin();
		const line = new Line(this, step, startedAt + pollMs);
		const { items, error, memory } = await this.run(line, this.memory);
		const endedAt = clock.now();
		service.moveTo(endedAt + 1);
		this.calls += line.calls.length;
		this.complaints += Number(error !== undefined);
		this.hear({ startedAt, calls: line.calls, items, error, memory });
		if (step.abandoned) return line.calls.length;
		this.memory = memory;
		this.largest = Math.max(this.largest, memory.length);
		const { answered, failed } = line;
		oracle.end({ startedAt, endedAt, options, items, error, answered, failed, isOver: line.isShortOfTime });
		if (error === undefined && (items.length > 0 || this.storesNext)) this.store();
		return line.calls.length;
	}

	private async run(
		line: Line,
		text: string,
	): Promise<{ items: readonly IDataObject[]; error?: unknown; memory: string }> {
		const { clock, options, process, startFrom, history } = this;
		const memory = JSON.parse(text) as Record<string, unknown>;
		const ask = async (asked: Options, request: Request) => await line.ask(asked, request);
		const { deadline } = line;
		const scope = `scope ${this.scope}`;
		const task = { world: history.world, options, scope, startFrom, ask, clock, deadline, process };
		try {
			const items = await this.trigger(task, memory);
			return { items, memory: JSON.stringify(memory) };
		} catch (error) {
			return { items: [], error, memory: JSON.stringify(memory) };
		}
	}

	private store(): void {
		this.stored = this.memory;
		this.storesNext = false;
		this.oracle.save();
	}

	private populate({ population: { count, over, waiting } }: World): void {
		for (let index = 0; index < count; index += 1) {
			const updated = this.service.second - Math.floor((over * (count - index)) / count);
			const status = index % 10 < waiting ? 'processing' : 'completed';
			const own = this.isCards ? { status } : { type: TYPES[index % TYPES.length] };
			this.service.add({ updated, registered: updated - (index % 3) * 100, createdAt: START - 1, ...own });
		}
		this.service.moveTo(START + 1);
	}

	private async take(step: Step): Promise<void> {
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
				this.process = {};
				return this.oracle.restore();
			case 'local clock':
				this.clock.localAhead += step.by;
				return;
			case 'bad page':
				return this.spoil(step);
			case 'damage':
				return await this.damage(step);
			default:
				return perform(step, this.service, this.clock, this.isCards, this.isWide);
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
	private async damage(step: Extract<Step, { do: 'damage' }>): Promise<void> {
		const broken = this.oracle.isActive ? damaged(this.memory, step) : undefined;
		if (broken === undefined) return;
		const line = new Line(this, PLAIN_POLL, this.clock.now() + 1_000_000);
		const { error, memory, items } = await this.run(line, broken);
		this.hear({ startedAt: this.clock.now(), calls: line.calls, items, error, memory });
		const isSaid = error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
		if (!isSaid || memory !== broken) this.oracle.report('damage', `${step.how} ${step.pick}: ${String(error)}`);
	}
}

/** A memory of which one part is gone, or of another kind; as JSON, one object that holds the state under any name. */
function damaged(memory: string, { how, pick }: Extract<Step, { do: 'damage' }>): string | undefined {
	const whole = JSON.parse(memory) as Record<string, Record<string, unknown> | unknown[]>;
	const state = Object.values(whole).find((part) => typeof part === 'object' && !Array.isArray(part));
	if (!state || Array.isArray(state)) return undefined;
	const parts = Object.keys(state);
	const part = parts[pick % parts.length] ?? '';
	const value = state[part];
	if (how === 'missing') delete state[part];
	if (how === 'newer') state.version = 1_000_000;
	if (how === 'null') state[part] = null;
	if (how === 'text') state[part] = typeof value === 'string' ? 7 : 'x';
	if (how === 'list') state[part] = Array.isArray(value) ? {} : [];
	return JSON.stringify(whole);
}

/** The service as one poll meets it. */
class Line {
	readonly calls: Call[] = [];

	/** Calls that were answered with a page, and those that failed. */
	answered = 0;

	failed = 0;

	private isLate = false;

	constructor(
		private readonly life: Life,
		private readonly step: PollStep,
		readonly deadline: number,
	) {}

	/** Whether there was no time for another call. */
	get isShortOfTime(): boolean {
		return this.isLate || this.deadline - this.life.clock.now() <= 2 * this.life.history.world.latencyMs;
	}

	async ask(options: Options, request: Request): Promise<Page> {
		const note = (result: string) => void this.calls.push({ options, request, result });
		try {
			const page = this.answer(options, request);
			note(`${page.records.length} records${page.nextToken === undefined ? '' : `, then ${page.nextToken}`}`);
			this.answered += 1;
			return await Promise.resolve(page);
		} catch (error) {
			note(String(error));
			if (!(error instanceof Refused)) this.failed += 1;
			throw error;
		}
	}

	private answer(options: Options, request: Request): Page {
		const { service, clock, isCards, isWide, history } = this.life;
		const call = this.calls.length;
		for (const { deed } of this.step.meanwhile.filter((one) => one.call === call)) {
			perform(deed, service, clock, isCards, isWide);
		}
		const kind = this.step.faults.find((fault) => fault.call === call)?.kind;
		// Answers take between half of the longest time and all of it, the first the longest.
		const arrival = clock.now() + Math.ceil(history.world.latencyMs * (call % 2 === 0 ? 1 : 0.5));
		service.moveTo(Math.min(kind === 'no answer in time' ? this.deadline : arrival, this.deadline));
		if (kind === 'no answer in time' || arrival >= this.deadline) throw this.tooLate();
		if (kind === 'error') throw new CallFailed(500);
		if (kind === 'empty answer') return { records: [] };
		if (kind === 'token refused' && request.token !== undefined) throw new Refused('The token is refused');
		const page = this.given(() => service.page(options, request));
		if (kind === 'lost answer') throw new CallFailed();
		return page;
	}

	private given(ask: () => Page): Page {
		try {
			return ask();
		} catch (error) {
			throw error instanceof TooLate ? this.tooLate() : error;
		}
	}

	private tooLate(): TooLate {
		this.life.service.moveTo(this.deadline);
		this.isLate = true;
		return new TooLate('No answer in the time of the poll');
	}
}
