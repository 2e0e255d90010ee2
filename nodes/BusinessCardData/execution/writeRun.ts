import type { IExecutePaginationFunctions, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { idText, isOutOfRoom, isUncertain, joined } from '../../shared';
import type { ServiceResponse } from '../../shared';
import { inputItems } from './inputItems';
import { Line } from './line';

/** Longest list of ids in a description; the context of the error has all. */
const MAX_LISTED_IDS = 50;

const NOTHING_SENT = 'Nothing was sent.';
const LEAVE_OUT = 'Remove what was sent before you run the node again, or it is written twice.';

/** Thrown by an item that is not sent because of another one, whose error says why. */
export class NotSent extends Error {}

/** What an item that was sent gave. */
interface SentItem {
	readonly itemIndex: number;
	/** `null` where the service named none. */
	readonly id: unknown;
}

/** What became of a call, also in an earlier try of n8n's *Retry On Fail*. */
interface CallOutcome {
	response?: ServiceResponse;
	/** Why nobody knows whether it was written. */
	doubt?: unknown;
	/** What it gave. */
	items?: readonly INodeExecutionData[];
}

/** What became of an input item, which mostly is one call. */
class Outcome {
	private readonly calls: CallOutcome[] = [];

	/** How many calls it takes, once it has been looked at. */
	planned = 1;

	call(index: number): CallOutcome {
		const call = this.calls[index] ?? {};
		this.calls[index] = call;
		return call;
	}

	/** The calls that the service took. */
	get taken(): CallOutcome[] {
		return this.calls.filter(({ items }) => items !== undefined);
	}

	/** What they gave. */
	get items(): INodeExecutionData[] {
		return this.calls.flatMap(({ items = [] }) => items);
	}

	sent(itemIndex: number): SentItem[] {
		return this.taken.flatMap(({ items = [] }) => idsOf(itemIndex, items));
	}
}

/**
 * n8n makes new items for each run of a node and gives the same ones to each try of that run. So an item that is here
 * twice is one that was tried before, never a second one that happens to say the same.
 */
const outcomes = new WeakMap<INodeExecutionData, Outcome>();

function outcomeOf(item: INodeExecutionData): Outcome {
	const outcome = outcomes.get(item) ?? new Outcome();
	outcomes.set(item, outcome);
	return outcome;
}

/**
 * The input items that n8n goes through in this run. As a tool of an agent the node may be given the input of the agent
 * instead: then the item stands alone.
 */
function itemsOfRun(functions: IExecutePaginationFunctions): readonly INodeExecutionData[] {
	const items = inputItems(functions);
	const index = functions.getItemIndex();
	return items[index]?.json === functions.getInputData().json ? items : [];
}

/**
 * All items of one run of the node that writes item by item: checked first, then sent one after another. A run that
 * continues on fail checks and sends each in its turn: n8n may keep an item of it to itself, so nobody can wait for all.
 */
class WriteRun {
	readonly checks: Line;

	readonly sends: Line;

	/** The items that have come. */
	readonly joined = new Set<number>();

	/** Set when all items have been checked and the first is sent. */
	hasBegun = false;

	/** Set once no further item may be sent. */
	isStopped = false;

	/** The item to which the service said that it has no more room. */
	fullAt: number | undefined;

	constructor(
		readonly outcomes: readonly Outcome[],
		readonly continuesOnFail: boolean,
	) {
		this.checks = new Line(outcomes.length);
		this.sends = new Line(outcomes.length);
	}

	get sent(): SentItem[] {
		return this.outcomes.flatMap((outcome, itemIndex) => outcome.sent(itemIndex));
	}

	get sentCount(): number {
		return this.outcomes.reduce((count, { taken }) => count + taken.length, 0);
	}

	/** How many calls all items take. */
	get planned(): number {
		return this.outcomes.reduce((count, outcome) => count + Math.max(outcome.planned, outcome.taken.length), 0);
	}

	/** What the calls send: an item each, or several pictures of one. */
	get noun(): string {
		return this.planned > this.outcomes.length ? 'images' : 'items';
	}
}

function idsOf(itemIndex: number, items: readonly INodeExecutionData[]): SentItem[] {
	const ids = items.map(({ json }) => json.id ?? null);
	return (ids.length > 0 ? ids : [null]).map((id) => ({ itemIndex, id }));
}

function listed(sent: readonly SentItem[]): string {
	const ids = sent.flatMap(({ id }) => idText(id) ?? []);
	if (ids.length === 0) return '';
	const more = ids.length > MAX_LISTED_IDS ? ` and ${ids.length - MAX_LISTED_IDS} more` : '';
	return ` Their IDs: ${ids.slice(0, MAX_LISTED_IDS).join(', ')}${more}.`;
}

/** How one input item takes part in what all of them do. */
export interface Turn {
	/** Whether other items are sent although this one is refused before its call. */
	readonly isOneOfMany: boolean;
	/** Checks the item when those before it have been checked, and waits until all have been. */
	check<T>(work: () => Promise<T> | T): Promise<T>;
	/** Says how many calls the item takes, where it is not one. */
	plan(calls: number): void;
	/** Makes a call of the item, one that writes, when the items before it have been sent. */
	send(call: () => Promise<ServiceResponse>, index?: number): Promise<ServiceResponse>;
	/** Notes what a call gave, where the item takes several. */
	gave(items: readonly INodeExecutionData[], index: number): void;
	/** What the calls of the item gave so far. */
	readonly given: readonly INodeExecutionData[];
	/** Ends the turn with what all calls gave. */
	done(items: readonly INodeExecutionData[]): void;
	failed(error: unknown): void;
	/** Puts into an error what was sent before it. */
	tellSent(error: NodeApiError | NodeOperationError): void;
}

/** An item that waits for nobody. */
class FreeTurn implements Turn {
	readonly given = [];

	constructor(
		readonly isOneOfMany: boolean,
		private readonly outcome = new Outcome(),
	) {}

	async check<T>(work: () => Promise<T> | T): Promise<T> {
		return await work();
	}

	async send(call: () => Promise<ServiceResponse>, index = 0): Promise<ServiceResponse> {
		return await once(this.outcome.call(index), call);
	}

	plan(): void {}

	gave(): void {}

	done(): void {}

	failed(): void {}

	tellSent(): void {}
}

/**
 * Makes a call that writes, unless an earlier try has made it.
 *
 * @throws what the earlier try ran into, when nobody knows whether it was written
 */
async function once(outcome: CallOutcome, call: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
	if (outcome.doubt !== undefined) throw outcome.doubt;
	outcome.response ??= await call().catch((error: unknown) => {
		if (isUncertain(error)) outcome.doubt = error;
		throw error;
	});
	return outcome.response;
}

class WriteTurn implements Turn {
	/** @param place in the lines: that of the item, or, where not all may come, that in which it came */
	constructor(
		private readonly run: WriteRun,
		private readonly place: number,
		private readonly outcome: Outcome,
		private readonly itemIndex: number,
	) {}

	get isOneOfMany(): boolean {
		return this.run.continuesOnFail || this.run.sentCount > 0;
	}

	async check<T>(work: () => Promise<T> | T): Promise<T> {
		const { run, place } = this;
		if (run.continuesOnFail) {
			await run.sends.enter(place);
			return await work();
		}
		await run.checks.enter(place);
		if (run.isStopped) throw new NotSent();
		const checked = await work();
		run.checks.leave(place);
		await run.checks.end();
		if (run.isStopped) throw new NotSent();
		return checked;
	}

	plan(calls: number): void {
		this.outcome.planned = calls;
	}

	async send(call: () => Promise<ServiceResponse>, index = 0): Promise<ServiceResponse> {
		const { run, place } = this;
		await run.sends.enter(place);
		if (run.isStopped) throw new NotSent();
		run.hasBegun = true;
		if (run.fullAt !== undefined) {
			throw new Error(
				`Not sent: the service had no more room for item ${run.fullAt}. Ask your administrator for more capacity`,
			);
		}
		return await once(this.outcome.call(index), call);
	}

	gave(items: readonly INodeExecutionData[], index: number): void {
		this.outcome.call(index).items = items;
	}

	get given(): readonly INodeExecutionData[] {
		return this.outcome.items;
	}

	done(items: readonly INodeExecutionData[]): void {
		if (this.outcome.planned === 1) this.gave(items, 0);
		this.leave();
	}

	failed(error: unknown): void {
		if (!this.run.continuesOnFail) this.run.isStopped = true;
		if (isOutOfRoom(error)) this.run.fullAt ??= this.itemIndex;
		this.leave();
	}

	tellSent(error: NodeApiError | NodeOperationError): void {
		// The error of an earlier try says it already.
		if (error.context.sent !== undefined) return;
		error.context.sent = this.run.sent;
		const said = joined([error.description ?? '', this.told()], '\n');
		const isNothingSent = !this.run.hasBegun && this.run.sentCount === 0 && !said.includes(NOTHING_SENT);
		error.description = joined([said, isNothingSent ? NOTHING_SENT : ''], '\n');
	}

	/** What became of the other items of the run. */
	private told(): string {
		const { sent, sentCount, hasBegun, planned, noun } = this.run;
		const others = planned - sentCount - 1;
		if (sentCount === 0) return hasBegun && others > 0 ? `None of the other ${others} ${noun} was sent.` : '';
		const rest = others > 0 ? ` Not sent: ${others} others.` : '';
		return `Sent before: ${sentCount} of ${planned} ${noun}, which the service accepted.${listed(sent)}${rest} ${LEAVE_OUT}`;
	}

	private leave(): void {
		this.run.checks.leave(this.place);
		this.run.sends.leave(this.place);
	}
}

/** The run that is under way with what n8n executes, by the object that all its items and tries share. */
const runs = new WeakMap<object, WriteRun>();

function join(functions: IExecutePaginationFunctions, itemIndex: number, items: readonly INodeExecutionData[]): WriteTurn {
	const key = functions.getExecuteData();
	const present = runs.get(key);
	// An item that comes a second time begins another try.
	const isPresent = present !== undefined && !present.joined.has(itemIndex);
	const run = isPresent ? present : new WriteRun(items.map(outcomeOf), functions.continueOnFail());
	runs.set(key, run);
	const place = run.continuesOnFail ? run.joined.size : itemIndex;
	run.joined.add(itemIndex);
	return new WriteTurn(run, place, run.outcomes[itemIndex] ?? new Outcome(), itemIndex);
}

/** How an operation is carried out for several items. */
export type Manner = 'read' | 'write' | 'job';

/**
 * Takes an input item into the run of the node.
 *
 * Items that write are checked before the first of them is sent, and sent one after another in their order. After one
 * that fails, none is sent any more, unless the node continues on fail. What was sent in an earlier try is not sent again.
 *
 * @param manner `job`: all items are one request, which the first makes
 */
export function takeTurn(functions: IExecutePaginationFunctions, manner: Manner): Turn {
	const items = itemsOfRun(functions);
	const itemIndex = functions.getItemIndex();
	const item = items[itemIndex];
	if (manner === 'read') return new FreeTurn(items.length > 1);
	if (manner === 'job') return new FreeTurn(false, item && outcomeOf(item));
	if (item) return join(functions, itemIndex, items);
	const alone = new Outcome();
	return new WriteTurn(new WriteRun([alone], functions.continueOnFail()), 0, alone, itemIndex);
}
