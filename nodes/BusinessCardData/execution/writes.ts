import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { isUncertain } from '../../shared';
import { inputItems } from './inputItems';

/*
 * Items that write: all are checked, then they are sent in their order, and what was sent is remembered over n8n's
 * retries. After one that fails none is sent any more, unless Continue On Fail is set.
 */

type Items = INodeExecutionData[];

/** What one input item has sent, in this try and those before it. */
export class Sent {
	/** The calls that were begun, by their number; in place of one that may be made again there is none. */
	readonly calls: Array<Promise<unknown> | undefined> = [];

	/** The items that each call gave which the service took. */
	readonly results: Items[] = [];

	/** How many calls the item takes. */
	planned = 1;

	/** Makes a call, unless it was made before; one that may have been done all the same fails as it did then. */
	async once<T>(call: () => Promise<T>, index = 0): Promise<T> {
		const made = (this.calls[index] ??= call()) as Promise<T>;
		return await made.catch((error: unknown) => {
			if (!isUncertain(error)) this.calls[index] = undefined;
			throw error;
		});
	}
}

/** One run of the node, in all its tries. */
export class Writes {
	/** By the place of the item. */
	readonly sent: Sent[] = [];

	/** What lets the items of the present try go on once all have come. */
	private waiting: Array<() => void> = [];

	/** The turn of the item before, and whether one has failed after which nothing is done any more. */
	private last: Promise<unknown> = Promise.resolve();
	private isOver = false;

	constructor(
		readonly count: number,
		private readonly isEachByItself = false,
	) {}

	/** Takes an item in, and gives what it gave. n8n hands items over in their order, and in each try all of them. */
	async take(place: number, check: (sent: Sent) => Promise<() => Promise<Items>>): Promise<Items> {
		const sent = (this.sent[place] ??= new Sent());
		if (place === 0) [this.waiting, this.isOver] = [[], false];
		const all = new Promise<void>((go) => {
			if (this.waiting.push(go) === this.count) this.waiting.forEach((each) => each());
		});
		// Those by themselves do not wait for all: n8n keeps back an item whose expressions fail.
		if (!this.isEachByItself) await all;
		// Every item is in line for its check before the first one is in line to be sent.
		const send = await this.inTurn(async () => await check(sent));
		return (await this.inTurn(async () => await send?.())) ?? [];
	}

	/** Does something when the item before has had its turn; what an error leaves behind gives nothing. */
	private async inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
		const turn = this.last.then(async () => (this.isOver ? undefined : await work()));
		this.last = turn.catch(() => (this.isOver = !this.isEachByItself));
		return await turn;
	}
}

/** By the object that all items and tries of one run of a node share, and no other run. */
const RUNS = new WeakMap<object, Writes>();

/** The writes that an input item belongs to; one that reads stands alone. */
export function writesOf(functions: IExecuteSingleFunctions, isWrite: boolean, takesAllItems = false): Writes {
	const all = inputItems(functions);
	// As a tool of an agent the node may be given the input of the agent in place of its own: then the item stands alone.
	const isOwn = all[functions.getItemIndex()]?.json === functions.getInputData().json;
	if (!isWrite || !isOwn) return new Writes(1);
	const run = functions.getExecuteData();
	const writes = RUNS.get(run) ?? new Writes(takesAllItems ? 1 : all.length, functions.continueOnFail());
	RUNS.set(run, writes);
	return writes;
}
