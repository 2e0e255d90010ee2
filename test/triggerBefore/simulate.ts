import type { IDataObject } from 'n8n-workflow';
import { EVENTS } from '../../nodes/BusinessCardDataTrigger/events';
import type { RecordSource } from '../../nodes/BusinessCardDataTrigger/source';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import { badPlaceIn } from './badPlace';
import type { TroubleClass } from './classes';
import { damaged, partsOf } from './damage';
import type { PartPath } from './damage';
import { perform } from './deeds';
import { endLife } from './ending';
import { expectationOf } from './expectation';
import type { Expectation } from './expectation';
import { isProgramError } from './failures';
import type { Finding } from './findings';
import type { BadPageStep, History, PollStep, Population, Share, Step } from './history';
import { ServiceModel } from './model';
import { MANY_CALLS } from './history';
import { N8nSide } from './n8nSide';
import { Oracle } from './oracle';
import { MINUTE, PLAIN_POLL, plainHistory } from './plain';
import { PollSource } from './pollSource';
import type { Wish } from './polls';
import { isUnplaceable } from './records';
import { VirtualClock } from './virtualClock';

/** A poll as a trigger gets it. */
export interface PollTask {
	readonly wish: Wish;
	/** Event, credential and range. */
	readonly scope: string;
	/** The service's address, from the credential. */
	readonly address: string;
	readonly overlap: number;
	readonly source: RecordSource;
	readonly clock: VirtualClock;
	/** Moment on the clock after which no call is begun. */
	readonly deadline: number;
	readonly maxRecords: number;
	/** What the clock of n8n's machine showed when the poll began, right or wrong; seconds since 1970. */
	readonly localSeconds: number;
	/** The n8n process: the same object as long as it lives. */
	readonly process: object;
}

/** A trigger: ours, or the model of another. It may change `memory`, which n8n keeps as JSON, also when it throws. */
export type Trigger = (task: PollTask, memory: Record<string, unknown>) => Promise<readonly IDataObject[]>;

/** What shows that a trigger has nothing more to bring: one that notes the time of each poll never remembers the same. */
export type Rest = 'its memory repeats itself' | 'its items repeat themselves';

/** What polls came to. */
export interface Polled {
	readonly calls: number;
	readonly hasFailed: boolean;
	/** Whether the service refused a limit. */
	readonly refusedLimit: boolean;
	/** The items, as text. */
	readonly given: readonly string[];
}

/** What a history came to; calls are those of the polls in it, not of those that follow until all has come. */
export interface Outcome {
	readonly classes: readonly TroubleClass[];
	readonly findings: readonly Finding[];
	readonly polls: number;
	readonly calls: number;
	/** The most calls of one poll. */
	readonly mostCalls: number;
	/** Polls at the end in which nothing had changed any more, and their calls. */
	readonly quietPolls: number;
	readonly quietCalls: number;
	/** The largest memory, in bytes of JSON. */
	readonly stateBytes: number;
	readonly emitted: number;
}

const START = Date.UTC(2026, 0, 5, 9, 0, 0);

const DAY_MS = 86_400_000;

const STATUSES = ['completed', 'processing', 'unreadable'];
const TYPES = ['Meeting', 'Call', 'Email'];

/** A limit that was refused is left out: how often it may be asked for in a poll, by the readings of it that begin with what they know. */
const MAX_LIMIT_REFUSALS = 10;

/** Milliseconds that n8n gives a poll, where a page would take for ever. */
const USUAL_BUDGET_MS = 300_000;

/** Ids of another service begin here. */
const OTHER_IDS = 500_000;

/** Status with which a version that was retired is refused, unless a history says otherwise. */
const GONE = 404;

const UNREADABLE = 'StateUnreadable';

/** A share of all records. */
function isOf<T>(share: Share<T> | undefined, number: number): share is Share<T> {
	return share !== undefined && number % share.oneIn === 0;
}

/** Lives through one history with one trigger. */
export class Simulation {
	readonly clock = new VirtualClock(START);

	model: ServiceModel;

	readonly expectation: Expectation;

	readonly oracle: Oracle;

	readonly isAboutCards: boolean;

	wish: Wish;

	readonly n8n: N8nSide;

	private scope = 0;

	private address = 0;

	private polls = 0;

	private mostCalls = 0;

	/** Calls of services that were left. */
	private formerCalls = 0;

	private stateBytes = 0;

	private emitted = 0;

	/** Whether the service has refused a selection since the last poll that succeeded. */
	private hasRefused = false;

	constructor(
		readonly history: History,
		private readonly trigger: Trigger,
	) {
		const { event, overlap, population, localAhead = 0 } = history;
		const { fires } = EVENTS[event];
		this.isAboutCards = event.startsWith('businessCard');
		this.model = this.newModel(0);
		this.expectation = expectationOf(history, () => ({ states: this.model.showings.length, mostInSecond: this.model.mostInSecond }));
		this.oracle = new Oracle(this.model, overlap, this.expectation);
		this.clock.localAhead = localAhead;
		this.n8n = new N8nSide(trigger, this.clock);
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

	/** @param restsWhen how to tell, at the end of the history, that the trigger will bring nothing more */
	async live(restsWhen: Rest): Promise<Outcome> {
		await this.takeAll(this.history.steps);
		const { polls, mostCalls } = this;
		const calls = this.formerCalls + this.model.calls;
		const quiet = await endLife(this, restsWhen);
		const { stateBytes, emitted, history, oracle } = this;
		const { classes } = history;
		return { classes, findings: oracle.findings, polls, calls, mostCalls, ...quiet, stateBytes, emitted };
	}

	async takeAll(steps: readonly Step[]): Promise<void> {
		for (const step of steps) await this.take(step);
	}

	/** The workflow is saved with other options. */
	edit(change: Partial<Selection>): void {
		// Of an event that fires once, the chosen statuses are no part of the selection.
		const { entryStatus, ...others } = change;
		const { retired } = this.model;
		if (retired && others.version !== undefined) others.version = retired.left;
		const isChosen = entryStatus && this.isAboutCards && this.wish.fires === 'each state';
		this.wish = {
			...this.wish,
			statuses: isChosen ? entryStatus : this.wish.statuses,
			selection: { ...this.wish.selection, ...others, ...(isChosen ? { entryStatus } : {}) },
		};
		this.n8n.saveWorkflow();
	}

	/** One poll, and what the oracle makes of it. */
	async poll(step: PollStep): Promise<Polled> {
		const { clock, model, n8n, oracle, wish } = this;
		const { pace } = this.history;
		const { abandoned, maxRecords } = step;
		const startedAt = clock.now();
		const { revision, calls: callsBefore, strayTokens } = model;
		const latency = pace?.latency ?? step.latency;
		const bounded = pace?.ms ?? step.ms ?? (model.badPages.isAny ? USUAL_BUDGET_MS : undefined);
		const deadline = startedAt + (bounded ?? Math.min(step.calls * latency + 1, DAY_MS));
		const source = this.newSource(step, latency, deadline);
		model.badPages.countPoll();
		this.polls += 1;
		const run = await n8n.run({ ...this.task(source, deadline), maxRecords }, n8n.memory);
		const calls = model.calls - callsBefore;
		this.mostCalls = Math.max(this.mostCalls, calls);
		model.moveTo(clock.now());
		const endedAt = clock.now();
		const { items = [], error } = run;
		const hasFailed = error !== undefined;
		const given = items.map((item) => model.views.textOfItem(item));
		const polled = { calls, hasFailed, refusedLimit: source.limitRefusals > 0, given };
		if (model.strayTokens > strayTokens) oracle.report('foreign', 'A page token was used with other options than it was given for');
		if (source.limitRefusals > MAX_LIMIT_REFUSALS) oracle.report('costly', `A poll asked ${source.limitRefusals} times for more than the service gives`);
		if (!abandoned) {
			n8n.memory = run.memory;
			this.stateBytes = Math.max(this.stateBytes, Buffer.byteLength(n8n.memory));
			this.hasRefused ||= source.refusedVersion;
			const hadChance = this.hadChance(step, hasFailed);
			if (hasFailed) {
				this.checkError(error, source);
				oracle.afterFailure({ wish, startedAt, endedAt, hadChance });
			} else {
				if (source.answered === 0) oracle.report('silently dead', 'A poll that got no answer looks as if it had succeeded');
				this.emitted += items.length;
				const isShort = bounded !== undefined && deadline - endedAt <= 2 * latency;
				// A call that failed once, beside the present: what it would have shown comes with a later poll.
				const hasMissed = source.failed > 0 && !model.badPages.isAny;
				oracle.afterPoll({
					wish,
					startedAt,
					endedAt,
					hadChance,
					maxRecords,
					cutShort: items.length >= maxRecords || source.ranOutOfTime || endedAt >= deadline || isShort || hasMissed,
					undisturbed: model.revision === revision,
					formerRefused: this.hasRefused,
					wasMisled: source.hasMisled,
					items: given,
				});
				this.hasRefused = false;
				if (n8n.takeOver(items.length > 0)) {
					oracle.save();
					// Time goes on between two polls: what happens next is not at the very moment of the last answer.
					model.moveTo(clock.now() + 1);
				}
			}
		}
		if (pace) model.moveTo(startedAt + pace.everyMs);
		return polled;
	}

	/** Whether a record is asked for of which no time can be read. */
	get hasUnplaceable(): boolean {
		return this.model.shownStates.some((state) => isUnplaceable(state) && this.model.matches(state, this.wish.selection));
	}

	private newModel(firstNumber: number): ServiceModel {
		const { traits, overlap, clockOffset, times, unsteady } = this.history;
		const fieldsOf = (number: number) => ({
			...(isOf(times, number) ? { updatedForm: times.as.updated, registeredForm: times.as.registered } : {}),
			...(isOf(unsteady, number) ? { unsteady: unsteady.as } : {}),
		});
		return new ServiceModel(traits, this.clock, overlap, clockOffset, { firstNumber, fieldsOf });
	}

	private newSource(step: PollStep, latency: number, deadline: number): PollSource {
		const isEmptyFirst = step.isEmptyFirst === true && !this.oracle.isActive;
		const { isAboutCards } = this;
		return new PollSource(this.model, this.clock, { step, latency, deadline, isAboutCards, isEmptyFirst });
	}

	private task(source: RecordSource, deadline: number): Omit<PollTask, 'maxRecords' | 'localSeconds' | 'process' | 'clock'> {
		const { wish, history } = this;
		return { wish, scope: String(this.scope), address: `service ${this.address}`, overlap: history.overlap, source, deadline };
	}

	private populate({ count, over, waiting }: Population): void {
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
				await this.poll(step);
				return;
			case 'repeat':
				for (let times = 0; times < step.times; times += 1) await this.takeAll(step.steps);
				return;
			case 'edit':
				return this.edit(step.change);
			case 'retire':
				this.model.retired = { left: step.left, status: step.status ?? GONE };
				return;
			case 'rescope':
				this.scope += 1;
				return this.startAfresh();
			case 'readdress':
				return this.readdress(step.population, step.sameIds);
			case 'restart':
				this.n8n.restart();
				return this.oracle.restore();
			case 'local clock':
				this.clock.localAhead = step.ahead;
				return;
			case 'bad page':
				return this.spoil(step);
			case 'damage':
				return await this.damage(step);
			default:
				return perform(step, this.model, this.clock, this.isAboutCards);
		}
	}

	private startAfresh(): void {
		// Where the newest page fails at activation, nobody can tell what was there: that is refused, and no part of a history.
		this.model.badPages.clear();
		this.n8n.saveWorkflow();
		this.oracle.startAfresh(this.model);
	}

	private readdress(population: Population, sameIds: boolean): void {
		this.address += 1;
		this.formerCalls += this.model.calls;
		this.model = this.newModel(sameIds ? 0 : OTHER_IDS * this.address);
		this.populate(population);
		this.startAfresh();
	}

	private spoil(step: BadPageStep): void {
		const { model, oracle, wish, history } = this;
		const { pageSize, keepsOrder } = model.traits;
		const isSafe = step.of === 'waiting cards' || (step.of === 'the past' && keepsOrder);
		if (!oracle.isActive && !isSafe) return;
		const hasScan = this.isAboutCards && wish.fires === 'once' && !wish.statuses.includes('processing');
		if (step.of === 'waiting cards' && !hasScan) return;
		if (step.of === 'a new record') perform({ do: 'add', count: 1, status: 0, late: 0 }, model, this.clock, this.isAboutCards);
		const place = badPlaceIn(model, step, history.overlap);
		const { status, polls = Infinity } = step;
		if (place) model.badPages.add({ place, status, most: Math.max(1, Math.floor(pageSize / 8)), polls });
	}

	/** While its memory is damaged a trigger says so at each poll, and does nothing. */
	private async damage({ how, pick, polls, deeds }: Extract<Step, { do: 'damage' }>): Promise<void> {
		const { clock, model, n8n, oracle } = this;
		const broken = oracle.isActive ? damaged(n8n.memory, how, pick, await neededParts(this.trigger, this.history)) : undefined;
		if (broken === undefined) return;
		for (let count = 0; count < polls; count += 1) {
			for (const deed of deeds) perform(deed, model, clock, this.isAboutCards);
			const deadline = clock.now() + DAY_MS;
			const { maxRecords, latency } = PLAIN_POLL;
			const task = { ...this.task(this.newSource(PLAIN_POLL, latency, deadline), deadline), maxRecords };
			const { items, error, memory } = await n8n.run(task, broken);
			const name = error instanceof Error ? error.constructor.name : undefined;
			const wrong = name !== UNREADABLE ? (name ?? `${items?.length ?? 0} items`) : memory !== broken ? 'another memory' : undefined;
			if (wrong !== undefined) oracle.report('misread', `${how} ${pick}: ${wrong}; ${String(error)}`);
			model.moveTo(clock.now() + 60_000);
		}
	}

	/** Whether the service as it is lets a poll read what there is. */
	private hadChance({ fault, calls, ms, maxRecords }: PollStep, hasFailed: boolean): boolean {
		const { pace } = this.history;
		const { retired } = this.model;
		if (fault !== undefined || (retired && retired.left !== this.wish.selection.version)) return false;
		if (hasFailed && this.hasUnplaceable) return false;
		if (pace) return pace.latency < pace.ms;
		return calls >= MANY_CALLS && (ms ?? Infinity) >= USUAL_BUDGET_MS && maxRecords >= PLAIN_POLL.maxRecords;
	}

	private checkError(error: unknown, source: PollSource): void {
		const isExplained = source.failed > 0 || this.model.badPages.isAny || this.hasUnplaceable;
		if (isExplained && !isProgramError(error)) return;
		this.oracle.report('unexplained', error instanceof Error ? `${error.constructor.name}: ${error.stack ?? ''}` : String(error));
	}
}

/** The parts that no memory of a trigger is without, by event. */
const needed = new WeakMap<Trigger, Map<string, PartPath[]>>();

async function neededParts(trigger: Trigger, { event }: History): Promise<PartPath[]> {
	const known = needed.get(trigger)?.get(event);
	if (known) return known;
	const plain = new Simulation(plainHistory([PLAIN_POLL, MINUTE, PLAIN_POLL], { event }), trigger);
	await plain.takeAll(plain.history.steps);
	const parts = partsOf(JSON.parse(plain.n8n.memory));
	needed.set(trigger, (needed.get(trigger) ?? new Map<string, PartPath[]>()).set(event, parts));
	return parts;
}

/**
 * Runs a trigger through a history.
 *
 * @param restsWhen how to tell, at the end of the history, that the trigger will bring nothing more
 * @returns what was wrong, and what it took
 */
export async function simulate(
	history: History,
	trigger: Trigger,
	restsWhen: Rest = 'its memory repeats itself',
): Promise<Outcome> {
	return await new Simulation(history, trigger).live(restsWhen);
}
