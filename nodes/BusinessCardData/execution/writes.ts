import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { idText, isUncertain, listedLines } from '../../shared';
import type { Operation } from '../resources/operation';
import { inputItems } from './inputItems';

/*
 * Items that write are all checked first, then sent in their order, and after one that fails none is sent any more.
 * With Continue On Fail each is checked and sent before the next. What an earlier try of n8n's Retry On Fail has sent
 * is not sent again. An item that reads stands alone.
 */

type Items = INodeExecutionData[];

/** What one input item has sent, in this try and those before it, by the number of the call. */
export class Sent {
	/** What each call that was begun has come to, unless it may be made again. */
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
	prepare(): Promise<() => Promise<Items>>;
	resolve(items: Items): void;
	reject(error: unknown): void;
}

/** Checks all, then sends in order. Those that an error leaves behind give nothing: it ends the run. */
async function checkThenSend(entries: readonly Entry[]): Promise<void> {
	const sends: Array<() => Promise<Items>> = [];
	let [current] = entries;
	try {
		for (current of entries) sends.push(await current.prepare());
		for (current of entries) current.resolve((await sends.shift()?.()) ?? []);
	} catch (error) {
		current?.reject(error);
	}
	for (const { resolve } of entries) resolve([]);
}

/** The input items of one run of the node, in all its tries. */
export class Writes {
	/** By the place of the item. */
	private readonly sent: Sent[] = [];

	/** The items of the present try, by their places. */
	private readonly entries = new Map<number, Entry>();

	private last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly count: number,
		private readonly isEachByItself = false,
	) {}

	sentBy(place: number): Sent {
		return (this.sent[place] ??= new Sent());
	}

	/** Takes an item in, and gives what it gave; one that comes a second time begins another try. */
	async take(place: number, prepare: Entry['prepare']): Promise<Items> {
		if (this.entries.has(place)) this.entries.clear();
		return await new Promise((resolve, reject) => {
			const entry = { prepare, resolve, reject };
			this.entries.set(place, entry);
			// These do not wait for all: n8n keeps back an item whose expressions fail.
			if (this.isEachByItself) this.last = this.last.then(async () => await checkThenSend([entry]));
			else if (this.entries.size === this.count) void checkThenSend(this.inOrder());
		});
	}

	private inOrder(): Entry[] {
		return [...this.entries].sort(([one], [other]) => one - other).map(([, entry]) => entry);
	}

	get hasBegun(): boolean {
		return this.sent.some(({ calls }) => calls.length > 0);
	}

	/** What each call gave that the service took: its item and the id, `null` where the service named none. */
	ids(): Array<{ itemIndex: number; id: unknown }> {
		return this.sent.flatMap(({ given }, itemIndex) => {
			const ids: unknown[] = given.flatMap((items) => (items.length > 0 ? items.map(({ json }) => json.id) : [null]));
			return ids.map((id) => ({ itemIndex, id: id ?? null }));
		});
	}

	/** What was sent so far, in the words of an error (contract: Writes); nothing of a single call. */
	told(): string {
		const count = this.sent.flatMap(({ given }) => given).length;
		const planned = this.sent.reduce((sum, each) => sum + each.planned - 1, this.count);
		if (planned === 1) return '';
		const noun = planned > this.count ? 'images' : 'items';
		const ids = this.ids().flatMap(({ id }) => idText(id) ?? []);
		const named = ids.length > 0 ? ` Their IDs: ${listedLines(ids).join(', ')}.` : '';
		const advice = count > 0 ? ' Remove what was sent before you run the node again, or it is written twice.' : '';
		return `Sent before: ${count} of ${planned} ${noun}.${named} Not sent: ${planned - count - 1}.${advice}`;
	}
}

/** By the object that all items and tries of one run of a node share, and no other run. */
const RUNS = new WeakMap<object, Writes>();

/** The writes that an input item belongs to. */
export function writesOf(functions: IExecuteSingleFunctions, operation?: Operation): Writes {
	const all = inputItems(functions);
	// As a tool of an agent the node may be given the input of the agent in place of its own: then the item stands alone.
	const isOwn = all[functions.getItemIndex()]?.json === functions.getInputData().json;
	if (operation?.effect !== 'write' || !isOwn) return new Writes(1);
	const run = functions.getExecuteData();
	const count = operation.takesAllItems ? 1 : all.length;
	const writes = RUNS.get(run) ?? new Writes(count, functions.continueOnFail());
	RUNS.set(run, writes);
	return writes;
}
