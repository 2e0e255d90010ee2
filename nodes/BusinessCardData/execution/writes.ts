import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { isUncertain } from '../../shared';
import { inputItems } from './inputItems';

/*
 * Items that write: all are checked, then they are sent in their order, and what was sent is remembered over n8n's
 * retries. After one that fails none is sent any more. With Continue On Fail each is checked and sent before the next.
 */

type Items = INodeExecutionData[];

/** What one input item has sent, in this try and those before it. */
export class Sent {
	/** The calls that were begun, by their number; in place of one that may be made again there is none. */
	readonly calls: Array<Promise<unknown> | undefined> = [];

	/** The items that each call gave which the service took. */
	readonly given: Items[] = [];

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

/** An item that waits: its check, which gives what sends it, and who gets what came of it. */
interface Entry {
	check(): Promise<() => Promise<Items>>;
	resolve(items: Items): void;
	reject(error: unknown): void;
}

/** Those that an error leaves behind give nothing: it ends the run. */
async function checkAllThenSend(entries: readonly Entry[]): Promise<void> {
	const sends: Array<() => Promise<Items>> = [];
	let [current] = entries;
	try {
		for (current of entries) sends.push(await current.check());
		for (current of entries) current.resolve((await sends.shift()?.()) ?? []);
	} catch (error) {
		current?.reject(error);
	}
	for (const { resolve } of entries) resolve([]);
}

/** One run of the node, in all its tries. */
export class Writes {
	/** By the place of the item. */
	readonly sent: Sent[] = [];

	/** The items of the present try that wait for the others. */
	private waiting: Entry[] = [];

	private last: Promise<unknown> = Promise.resolve();

	constructor(
		readonly count: number,
		private readonly isEachByItself = false,
	) {}

	/** Takes an item in, and gives what it gave. n8n hands items over in their order, and in each try all of them. */
	async take(place: number, check: (sent: Sent) => ReturnType<Entry['check']>): Promise<Items> {
		const sent = (this.sent[place] ??= new Sent());
		if (place === 0) this.waiting = [];
		return await new Promise((resolve, reject) => {
			this.waiting.push({ check: async () => await check(sent), resolve, reject });
			// Those by themselves do not wait for all: n8n keeps back an item whose expressions fail.
			if (!this.isEachByItself && this.waiting.length < this.count) return;
			const entries = this.waiting;
			this.waiting = [];
			this.last = this.last.then(async () => await checkAllThenSend(entries));
		});
	}

	get hasBegun(): boolean {
		return this.sent.some(({ calls }) => calls.length > 0);
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
