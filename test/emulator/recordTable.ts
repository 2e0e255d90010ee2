import { SortedIndex, type Identified } from './sortedIndex';

/** Records of one kind by id, with named orders. */
export class RecordTable<T extends Identified, Order extends string> {
	/**
	 * @param orders the number that each named order sorts by
	 * @param changed called after every change
	 */
	constructor(
		readonly orders: Readonly<Record<Order, (item: T) => number>>,
		private readonly changed: () => void,
	) {
		const names = Object.keys(orders) as Order[];
		this.indexes = new Map(names.map((name) => [name, new SortedIndex<T>(orders[name])]));
	}

	private readonly records = new Map<string, T>();
	private readonly indexes: ReadonlyMap<Order, SortedIndex<T>>;

	get size(): number {
		return this.records.size;
	}

	get(id: string): T | undefined {
		return this.records.get(id);
	}

	/** All records, in no particular order. */
	values(): IterableIterator<T> {
		return this.records.values();
	}

	/** @throws Error when there is no record with this id: a slip in the test that asks */
	mustGet(id: string): T {
		const record = this.records.get(id);
		if (!record) throw new Error(`There is no record ${id}`);
		return record;
	}

	put(record: T): T {
		this.records.set(record.id, record);
		for (const index of this.indexes.values()) index.put(record);
		this.changed();
		return record;
	}

	/** Removes a record; true when there was one. */
	delete(id: string): boolean {
		if (!this.records.delete(id)) return false;
		for (const index of this.indexes.values()) index.remove(id);
		this.changed();
		return true;
	}

	/** Records in ascending order (ties by id) whose key lies in [from, to] and that `keep` accepts. */
	select(order: Order, keep: (item: T) => boolean, from?: number, to?: number): T[] {
		const found: T[] = [];
		this.indexes.get(order)?.scan(
			(item) => {
				if (keep(item)) found.push(item);
			},
			from,
			to,
		);
		return found;
	}
}
