import type { IExecuteSingleFunctions, INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { idText, isOutOfRoom, isUncertain, joined, LINE_BREAK } from '../../shared';
import type { ServiceResponse } from '../../shared';
import type { Operation } from '../resources/operation';
import { inputItems } from './inputItems';

/*
 * Items that write are all checked first, then sent in their order, and after one that fails none is sent any more. With
 * Continue On Fail each is checked and sent in its turn. What was sent in an earlier try of n8n's Retry On Fail is not
 * sent again.
 */

/** Longest list of ids in a description; the context of the error has all. */
const MAX_LISTED_IDS = 50;
const NOTHING_SENT = 'Nothing was sent.';
const LEAVE_OUT = 'Remove what was sent before you run the node again, or it is written twice.';

/** Thrown by an item that is not sent because of another one, whose error says why. */
export class NotSent extends Error {}

/** What became of a call that writes. */
interface Call {
	response?: ServiceResponse;
	/** Why nobody knows whether it was written. */
	doubt?: unknown;
	/** What it gave. */
	items?: readonly INodeExecutionData[];
}

/** The calls of one input item, and how many it takes. */
interface Outcome {
	readonly calls: Call[];
	planned: number;
}

/** n8n gives the same items to each try of a run, and new ones to each run: so what is here was tried before. */
const outcomes = new WeakMap<INodeExecutionData, Outcome>();

function outcomeOf(item: INodeExecutionData): Outcome {
	const outcome = outcomes.get(item) ?? { calls: [], planned: 1 };
	outcomes.set(item, outcome);
	return outcome;
}

function itemsOf({ calls }: Outcome): INodeExecutionData[] {
	return calls.flatMap(({ items = [] }) => items);
}

/** A door that somebody waits for. */
function door(): { readonly opened: Promise<void>; readonly open: () => void } {
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { opened, open };
}

/** All items of one run of the node. */
class WriteRun {
	/** A door behind each item: open once it has been checked, and once it has been sent. */
	private readonly checked: ReadonlyArray<ReturnType<typeof door>>;

	private readonly sent: ReadonlyArray<ReturnType<typeof door>>;

	/** The items that have come. */
	readonly present = new Set<number>();

	hasBegun = false;

	isStopped = false;

	/** The item to which the service said that it has no more room. */
	fullAt: number | undefined;

	constructor(
		readonly outcomes: readonly Outcome[],
		readonly continuesOnFail: boolean,
	) {
		this.checked = outcomes.map(door);
		this.sent = outcomes.map(door);
	}

	/** Checks an item after those before it, and waits until all have been checked. */
	async check<T>(place: number, work: () => Promise<T> | T): Promise<T> {
		await this.checked[place - 1]?.opened;
		let isFine = false;
		try {
			if (this.isStopped) throw new NotSent();
			const checked = await work();
			isFine = true;
			return checked;
		} finally {
			this.isStopped ||= !isFine;
			this.checked[place]?.open();
			await this.checked[this.checked.length - 1]?.opened;
		}
	}

	async turn(place: number): Promise<void> {
		await this.sent[place - 1]?.opened;
		if (this.isStopped) throw new NotSent();
	}

	leave(place: number): void {
		this.checked[place]?.open();
		this.sent[place]?.open();
	}

	/** What was sent so far, in the words of an error (contract: Writes). */
	told(): string {
		const count = this.outcomes.flatMap(({ calls }) => calls.filter(({ items }) => items)).length;
		const planned = this.outcomes.reduce((sum, { calls, planned: own }) => sum + Math.max(own, calls.length), 0);
		const noun = planned > this.outcomes.length ? 'images' : 'items';
		const others = planned - count - 1;
		if (count === 0) return this.hasBegun && others > 0 ? `None of the other ${others} ${noun} was sent.` : '';
		const ids = this.ids().flatMap(({ id }) => idText(id) ?? []);
		const more = ids.length > MAX_LISTED_IDS ? ` and ${ids.length - MAX_LISTED_IDS} more` : '';
		const named = ids.length > 0 ? ` Their IDs: ${ids.slice(0, MAX_LISTED_IDS).join(', ')}${more}.` : '';
		const rest = others > 0 ? ` Not sent: ${others} others.` : '';
		return `Sent before: ${count} of ${planned} ${noun}, which the service accepted.${named}${rest} ${LEAVE_OUT}`;
	}

	/** What each call gave that the service took: its item and the id, `null` where the service named none. */
	ids(): Array<{ itemIndex: number; id: unknown }> {
		return this.outcomes.flatMap(({ calls }, itemIndex) =>
			calls.flatMap(({ items }) => {
				const ids = items?.map(({ json }) => json.id ?? null);
				return (ids?.length === 0 ? [null] : (ids ?? [])).map((id) => ({ itemIndex, id }));
			}),
		);
	}
}

/** How one input item takes part in what all of them do. */
export class Turn {
	constructor(
		private readonly outcome: Outcome,
		private readonly itemIndex: number,
		/** Whether other items are sent although this one is refused before its call. */
		private readonly isAlone: boolean,
		private readonly run?: WriteRun,
		/** In the lines: that of the item, or, where not all may come, that in which it came. */
		private readonly place = itemIndex,
	) {}

	/** Whether other items are sent although this one is refused. */
	get isOneOfMany(): boolean {
		return this.run ? this.run.continuesOnFail || this.run.ids().length > 0 : !this.isAlone;
	}

	/** What the calls of the item gave so far. */
	get given(): readonly INodeExecutionData[] {
		return this.run ? itemsOf(this.outcome) : [];
	}

	/** Checks the item, before any item is sent. */
	async check<T>(work: () => Promise<T> | T): Promise<T> {
		const { run, place } = this;
		if (!run) return await work();
		if (!run.continuesOnFail) return await run.check(place, work);
		await run.turn(place);
		return await work();
	}

	/** Says how many calls the item takes, where it is not one. */
	plan(calls: number): void {
		this.outcome.planned = calls;
	}

	/**
	 * Makes a call that writes, when the items before it have been sent, and unless an earlier try has made it.
	 *
	 * @throws what the earlier try ran into, when nobody knows whether it was written
	 */
	async send(call: () => Promise<ServiceResponse>, index = 0): Promise<ServiceResponse> {
		const { run, outcome, place } = this;
		if (run) {
			await run.turn(place);
			run.hasBegun = true;
			if (run.fullAt !== undefined) {
				const reason = `Not sent: the service had no more room for item ${run.fullAt}`;
				throw new Error(`${reason}. Ask your administrator for more capacity`);
			}
		}
		const made = (outcome.calls[index] ??= {});
		if (made.doubt !== undefined) throw made.doubt;
		made.response ??= await call().catch((error: unknown) => {
			if (isUncertain(error)) made.doubt = error;
			throw error;
		});
		return made.response;
	}

	/** Notes what a call gave, where the item takes several. */
	gave(items: readonly INodeExecutionData[], index: number): void {
		(this.outcome.calls[index] ??= {}).items = items;
	}

	/** Ends the turn with what all calls gave. */
	done(items: readonly INodeExecutionData[]): void {
		if (this.outcome.planned === 1) this.gave(items, 0);
		this.run?.leave(this.place);
	}

	failed(error: unknown): void {
		const { run, itemIndex, place } = this;
		if (!run) return;
		if (!run.continuesOnFail) run.isStopped = true;
		if (isOutOfRoom(error)) run.fullAt ??= itemIndex;
		run.leave(place);
	}

	/** Puts into an error what was sent before it; that of an earlier try says it already. */
	tellSent(error: NodeApiError | NodeOperationError): void {
		const { run } = this;
		if (!run || error.context.sent !== undefined) return;
		const sent = run.ids();
		error.context.sent = sent;
		const said = joined([error.description ?? '', run.told()], LINE_BREAK);
		const isNothingSent = !run.hasBegun && sent.length === 0 && !said.includes(NOTHING_SENT);
		error.description = joined([said, isNothingSent ? NOTHING_SENT : ''], LINE_BREAK);
	}
}

/** The run that is under way with what n8n executes, by the object that all its items and tries share. */
const runs = new WeakMap<object, WriteRun>();

/**
 * Takes an input item into the run of the node. As a tool of an agent the node may be given the input of the agent in
 * place of its own: then the item stands alone.
 */
export function takeTurn(functions: IExecuteSingleFunctions, { effect, takesAllItems }: Operation): Turn {
	const itemIndex = functions.getItemIndex();
	const all = inputItems(functions);
	const items = all[itemIndex]?.json === functions.getInputData().json ? all : [];
	const item = items[itemIndex];
	if (takesAllItems) return new Turn(item ? outcomeOf(item) : { calls: [], planned: 1 }, itemIndex, true);
	if (effect === 'read') return new Turn({ calls: [], planned: 1 }, itemIndex, items.length < 2);
	if (!item) {
		const alone = { calls: [], planned: 1 };
		return new Turn(alone, itemIndex, true, new WriteRun([alone], functions.continueOnFail()), 0);
	}
	const key = functions.getExecuteData();
	// An item that comes a second time begins another try.
	const current = runs.get(key);
	const isCurrent = current !== undefined && !current.present.has(itemIndex);
	const run = isCurrent ? current : new WriteRun(items.map(outcomeOf), functions.continueOnFail());
	runs.set(key, run);
	const place = run.continuesOnFail ? run.present.size : itemIndex;
	run.present.add(itemIndex);
	return new Turn(outcomeOf(item), itemIndex, items.length < 2, run, place);
}
