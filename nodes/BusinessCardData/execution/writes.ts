import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { idText, isUncertain, listedLines } from '../../shared';
import type { ServiceResponse } from '../../shared';
import type { Operation } from '../resources/operation';
import { inputItems } from './inputItems';

/*
 * Items that write are all checked first, then sent in their order, and after one that fails none is sent any more.
 * With Continue On Fail each is checked and sent before the next. What an earlier try of n8n's Retry On Fail has sent
 * is not sent again. An item that reads stands alone.
 */

type Items = readonly INodeExecutionData[];

/** What one input item has sent, in this try and those before it. */
export class Sent {
	/** The calls that were begun: what each came to, unless it may be made again, and the items that it gave. */
	readonly calls: Array<{ response?: Promise<ServiceResponse>; items?: Items }> = [];

	/** How many calls the item takes. */
	planned = 1;

	/** What its calls gave. */
	get items(): INodeExecutionData[] {
		return this.calls.flatMap(({ items = [] }) => items);
	}

	/** Makes a call, unless it was made before; one that may have been done all the same fails as it did then. */
	async once(call: () => Promise<ServiceResponse>, index = 0): Promise<ServiceResponse> {
		const made = (this.calls[index] ??= {});
		made.response ??= call();
		return await made.response.catch((error: unknown) => {
			if (!isUncertain(error)) made.response = undefined;
			throw error;
		});
	}

	/** Notes what a call gave. */
	gave(items: Items, index = 0): void {
		const made = this.calls[index];
		if (made) made.items = items;
	}
}

/** Who waits for an item: it is checked, which gives what sends it. */
interface Entry {
	prepare(): Promise<() => Promise<Items>>;
	resolve(items: Items): void;
	reject(error: unknown): void;
}

/** All items of one try of the node. */
export class Writes {
	/** By the place of the item, as they come. */
	readonly entries: Entry[] = [];

	private last: Promise<unknown> = Promise.resolve();

	constructor(
		readonly sent: readonly Sent[],
		private readonly isEachByItself: boolean,
	) {}

	/** Takes an item in, and gives what it gave; nothing where another one failed, whose error ends the run. */
	async take(place: number, prepare: Entry['prepare']): Promise<Items> {
		return await new Promise((resolve, reject) => {
			const entry = { prepare, resolve, reject };
			this.entries[place] = entry;
			const come = Object.values(this.entries);
			if (this.isEachByItself) this.last = this.last.then(async () => await checkThenSend([entry]));
			else if (come.length === this.sent.length) void checkThenSend(come);
		});
	}

	get hasBegun(): boolean {
		return this.sent.some(({ calls }) => calls.length > 0);
	}

	/** What each call gave that the service took: its item and the id, `null` where the service named none. */
	ids(): Array<{ itemIndex: number; id: unknown }> {
		const nothing = [{ json: {} as INodeExecutionData['json'] }];
		return this.sent.flatMap(({ calls }, itemIndex) => {
			const given = calls.flatMap(({ items }) => (items?.length === 0 ? nothing : (items ?? [])));
			return given.map(({ json }) => ({ itemIndex, id: json.id ?? null }));
		});
	}

	/** What was sent so far, in the words of an error (contract: Writes); nothing of a single call. */
	told(): string {
		const count = this.sent.flatMap(({ calls }) => calls.filter(({ items }) => items)).length;
		const planned = this.sent.reduce((sum, each) => sum + each.planned, 0);
		if (planned === 1) return '';
		const noun = planned > this.sent.length ? 'images' : 'items';
		const ids = this.ids().flatMap(({ id }) => idText(id) ?? []);
		const named = ids.length > 0 ? ` Their IDs: ${listedLines(ids).join(', ')}.` : '';
		const advice = count > 0 ? ' Remove what was sent before you run the node again, or it is written twice.' : '';
		return `Sent before: ${count} of ${planned} ${noun}.${named} Not sent: ${planned - count - 1}.${advice}`;
	}
}

async function checkThenSend(entries: readonly Entry[]): Promise<void> {
	let [current] = entries;
	try {
		const sends = [];
		for (current of entries) sends.push([current, await current.prepare()] as const);
		for (const [entry, send] of sends) {
			current = entry;
			entry.resolve(await send());
		}
	} catch (error) {
		current?.reject(error);
	}
	for (const { resolve } of entries) resolve([]);
}

/** By the items: n8n gives the same ones to each try of a run, and new ones to each run. */
const sentOf = new WeakMap<INodeExecutionData, Sent>();

function known(item: INodeExecutionData): Sent {
	const sent = sentOf.get(item) ?? new Sent();
	sentOf.set(item, sent);
	return sent;
}

/** The try that is under way of what n8n executes, by the object that all its items and tries share. */
const underWay = new WeakMap<object, Writes>();

/**
 * The writes that an input item belongs to, with the place of the item. As a tool of an agent the node may be given the
 * input of the agent in place of its own: then the item stands alone.
 */
export function writesOf(functions: IExecuteSingleFunctions, operation?: Operation): [Writes, place: number] {
	const itemIndex = functions.getItemIndex();
	const all = inputItems(functions);
	const item = operation?.effect === 'write' ? all[itemIndex] : undefined;
	const own = item?.json === functions.getInputData().json ? item : undefined;
	if (!own || operation?.takesAllItems) return [new Writes([own ? known(own) : new Sent()], true), 0];
	const key = functions.getExecuteData();
	let writes = underWay.get(key);
	// An item that comes a second time begins another try.
	if (!writes || writes.entries[itemIndex]) writes = new Writes(all.map(known), functions.continueOnFail());
	underWay.set(key, writes);
	return [writes, itemIndex];
}
