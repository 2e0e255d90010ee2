import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { isUncertain } from '../../shared';
import type { Endpoint } from '../../shared';
import { inputItems } from './inputItems';
import type { TakesItems } from './inputItems';

/*
 * Items that write: all are checked, then they are sent in their order, and the node remembers over n8n's retries what it
 * has sent. After an item that fails, no other is sent, unless Continue On Fail is set.
 */

type Items = INodeExecutionData[];

/** The calls with which one input item writes, in this try and those before it. */
export class ItemWrites {
	/** The calls that were begun, by index; `undefined` where a failed call may be retried. */
	readonly calls: Array<Promise<unknown> | undefined> = [];

	/** The items that each call gave which the service accepted, by the index of the call. */
	readonly results: Items[] = [];

	/** The number of calls that the item takes. */
	planned = 1;

	/**
	 * Makes a call once, also over several tries.
	 *
	 * @param call sends the request
	 * @param index which of the item's calls it is
	 * @returns the result of the call, or of the same call of an earlier try
	 * @throws the error of the call; an uncertain one is thrown again in each later try, and the call is never sent again
	 */
	async once<T>(call: () => Promise<T>, index = 0): Promise<T> {
		const result = (this.calls[index] as Promise<T> | undefined) ?? call();
		this.calls[index] = result;

		return await result.catch((error: unknown) => {
			if (!isUncertain(error)) this.calls[index] = undefined;
			throw error;
		});
	}
}

/** The writes of all input items in one run of the node, over all its tries. */
export class NodeRunWrites {
	/** The writes of each item, by its index. */
	readonly ofItems: ItemWrites[] = [];

	/** Resolvers of items that wait until all items of this try have arrived. */
	private arrived: Array<() => void> = [];

	/** The turn of the item before. */
	private lastTurn: Promise<unknown> = Promise.resolve();

	/** Set when an item has failed after which nothing is done any more. */
	private isStopped = false;

	/**
	 * @param itemCount the number of items that the node runs for
	 * @param continuesOnFail whether the other items go on after one that failed
	 */
	constructor(
		readonly itemCount: number,
		private readonly continuesOnFail = false,
	) {}

	/**
	 * Checks an item and sends it, each in its turn. Unless *Continue On Fail* is set, all items are checked before the first
	 * one is sent. n8n hands items over in their order, and in each try all of them.
	 *
	 * @param prepare checks the item, and returns the function that sends it
	 * @returns the items that sending gave; none where an item before this one has failed
	 */
	async run(itemIndex: number, prepare: (writes: ItemWrites) => Promise<() => Promise<Items>>): Promise<Items> {
		if (itemIndex === 0) this.beginTry();
		const writes = this.ofItems[itemIndex] ?? new ItemWrites();
		this.ofItems[itemIndex] = writes;

		// With Continue On Fail no item waits for the others: n8n holds back an item whose expression fails.
		if (!this.continuesOnFail) await this.untilAllHaveArrived();

		// Every item is in line for its check before the first one is in line to be sent.
		const send = await this.inTurn(async () => await prepare(writes));
		// Once an item has stopped the run, there is nothing to send.
		const items = await this.inTurn(async () => await send?.());
		return items ?? [];
	}

	private beginTry(): void {
		this.arrived = [];
		this.isStopped = false;
	}

	private untilAllHaveArrived(): Promise<void> {
		return new Promise((resolve) => {
			this.arrived.push(resolve);
			if (this.arrived.length < this.itemCount) return;
			for (const goOn of this.arrived) goOn();
		});
	}

	/** Does some work after the turn of the item before; gives nothing once an item has stopped the run. */
	private async inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
		const turn = this.lastTurn.then(async () => (this.isStopped ? undefined : await work()));

		this.lastTurn = turn.catch(() => {
			this.isStopped = !this.continuesOnFail;
		});
		return await turn;
	}
}

/** The writes of each run, by the object that all items and tries of one run of a node share, and no other run. */
const RUNS = new WeakMap<object, NodeRunWrites>();

/** Finds the writes that an input item belongs to. An item that reads stands alone. */
export function writesOf(
	functions: IExecuteSingleFunctions,
	operation: Pick<Endpoint, 'effect'> & TakesItems,
): NodeRunWrites {
	const items = inputItems(functions);
	// As a tool of an agent, the node may be given the agent's input in place of its own: then the item stands alone, too.
	const isOwnInput = items[functions.getItemIndex()]?.json === functions.getInputData().json;
	if (operation.effect === 'read' || !isOwnInput) return new NodeRunWrites(1);

	const run = functions.getExecuteData();
	const known = RUNS.get(run);
	if (known) return known;

	const itemCount = operation.takesAllItems ? 1 : items.length;
	const writes = new NodeRunWrites(itemCount, functions.continueOnFail());
	RUNS.set(run, writes);
	return writes;
}
