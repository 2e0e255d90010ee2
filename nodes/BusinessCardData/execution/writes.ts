import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { idText, isUncertain, listedLines } from '../../shared';
import type { ServiceResponse } from '../../shared';
import type { Operation } from '../resources/operation';
import { inputItems } from './inputItems';

/*
 * Items that write are all checked first, then sent in their order, and after one that fails none is sent any more.
 * With Continue On Fail each is checked and sent before the next. What an earlier try of n8n's Retry On Fail has sent
 * is not sent again.
 */

type Items = readonly INodeExecutionData[];

/** Checks one item, and gives what sends it. */
type Prepare = () => Promise<() => Promise<Items>>;

/** A call that was begun: what came, or why nobody knows whether it was written, and the items that it gave. */
interface Call {
	response?: ServiceResponse;
	doubt?: unknown;
	items?: Items;
}

/** What one input item has sent, in this try and those before it. */
export class Sent {
	readonly calls: Call[] = [];

	/** How many calls the item takes. */
	planned = 1;

	/** What its calls gave. */
	get items(): INodeExecutionData[] {
		return this.calls.flatMap(({ items = [] }) => items);
	}

	/**
	 * Makes a call, unless it was made before.
	 *
	 * @throws what the earlier call ran into, when nobody knows whether it was written
	 */
	async once(call: () => Promise<ServiceResponse>, index = 0): Promise<ServiceResponse> {
		const made = (this.calls[index] ??= {});
		if (made.doubt !== undefined) throw made.doubt;
		made.response ??= await call().catch((error: unknown) => {
			if (isUncertain(error)) made.doubt = error;
			throw error;
		});
		return made.response;
	}

	/** Notes what a call gave. */
	gave(items: Items, index: number): void {
		const made = this.calls[index];
		if (made) made.items = items;
	}
}

/** By the items: n8n gives the same ones to each try of a run, and new ones to each run. */
const sentOf = new WeakMap<INodeExecutionData, Sent>();

function known(item: INodeExecutionData): Sent {
	const sent = sentOf.get(item) ?? new Sent();
	sentOf.set(item, sent);
	return sent;
}

/** All items of one try of the node. */
export class Writes {
	/** The items that have come, and who waits for what they give. */
	private readonly entries = new Map<
		number,
		{ prepare: Prepare; resolve(items: Items): void; reject(error: unknown): void }
	>();

	private last: Promise<unknown> = Promise.resolve();

	constructor(
		readonly sent: readonly Sent[],
		private readonly isEachByItself: boolean,
	) {}

	has(itemIndex: number): boolean {
		return this.entries.has(itemIndex);
	}

	/**
	 * Takes an item in, and gives what it gave; nothing where another one failed, whose error ends the run.
	 *
	 * @throws what its check or a call of it ran into
	 */
	async take(itemIndex: number, prepare: Prepare): Promise<Items> {
		return await new Promise((resolve, reject) => {
			this.entries.set(itemIndex, { prepare, resolve, reject });
			if (this.isEachByItself) this.last = this.last.then(async () => await this.work([itemIndex]));
			else if (this.entries.size === this.sent.length) void this.work([...this.sent.keys()]);
		});
	}

	/** Checks items, then sends them in their order. */
	private async work(places: readonly number[]): Promise<void> {
		const entries = places.flatMap((place) => this.entries.get(place) ?? []);
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

	get hasBegun(): boolean {
		return this.sent.some(({ calls }) => calls.length > 0);
	}

	/** What each call gave that the service took: its item and the id, `null` where the service named none. */
	ids(): Array<{ itemIndex: number; id: unknown }> {
		return this.sent.flatMap(({ calls }, itemIndex) =>
			calls.flatMap(({ items }) => {
				if (!items) return [];
				return (items.length > 0 ? items : [undefined]).map((item) => ({ itemIndex, id: item?.json.id ?? null }));
			}),
		);
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

/** The try that is under way of what n8n executes, by the object that all its items and tries share. */
const underWay = new WeakMap<object, Writes>();

/**
 * The writes that an input item belongs to, with the place of the item; none for a read. As a tool of an agent the node
 * may be given the input of the agent in place of its own: then the item stands alone.
 */
export function writesOf(
	functions: IExecuteSingleFunctions,
	operation: Operation,
): [Writes | undefined, place: number] {
	const itemIndex = functions.getItemIndex();
	const all = inputItems(functions);
	const item = all[itemIndex];
	const isOwn = item?.json === functions.getInputData().json;
	const alone = (sent = new Sent()): [Writes, number] => [new Writes([sent], true), 0];
	if (operation.takesAllItems) return alone(isOwn && item ? known(item) : undefined);
	if (operation.effect === 'read') return [undefined, 0];
	if (!isOwn) return alone();
	const key = functions.getExecuteData();
	const current = underWay.get(key);
	// An item that comes a second time begins another try.
	const isCurrent = current !== undefined && !current.has(itemIndex);
	const writes = isCurrent ? current : new Writes(all.map(known), functions.continueOnFail());
	underWay.set(key, writes);
	return [writes, itemIndex];
}
