/** Anything with an id. */
export interface Identified {
	readonly id: string;
}

interface Entry<T> {
	readonly key: number;
	readonly item: T;
	live: boolean;
}

function compare<T extends Identified>(a: Entry<T>, b: Entry<T>): number {
	if (a.key !== b.key) return a.key - b.key;
	if (a.item.id === b.item.id) return 0;
	return a.item.id < b.item.id ? -1 : 1;
}

/**
 * Records in ascending order of a number, ties by id. Changes are collected and merged in at the next
 * read, so that loading 100,000 records costs one sort and a change between two pages one merge.
 */
export class SortedIndex<T extends Identified> {
	constructor(private readonly keyOf: (item: T) => number) {}

	private sorted: Array<Entry<T>> = [];
	private pending: Array<Entry<T>> = [];
	private stale = false;
	private readonly entries = new Map<string, Entry<T>>();

	/** Adds a record, in place of the one with its id if there is one. */
	put(item: T): void {
		this.remove(item.id);
		const entry = { key: this.keyOf(item), item, live: true };
		this.entries.set(item.id, entry);
		this.pending.push(entry);
		this.stale = true;
	}

	/** Removes the record with this id; nothing happens when there is none. */
	remove(id: string): void {
		const entry = this.entries.get(id);
		if (!entry) return;
		entry.live = false;
		this.entries.delete(id);
		this.stale = true;
	}

	/** The records whose key lies in [from, to], in ascending order, each handed to `visit`. */
	scan(visit: (item: T) => void, from = -Infinity, to = Infinity): void {
		this.flush();
		const { sorted } = this;
		for (let index = this.firstAtOrAfter(from); index < sorted.length; index += 1) {
			const entry = sorted[index];
			if (!entry || entry.key > to) return;
			visit(entry.item);
		}
	}

	private firstAtOrAfter(key: number): number {
		let low = 0;
		let high = this.sorted.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.sorted[middle]?.key ?? Infinity) < key) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	private flush(): void {
		if (!this.stale) return;
		// What was sorted is one run already, so that sorting it with what is new is hardly more than a merge.
		this.sorted = [...this.sorted, ...this.pending].filter((entry) => entry.live).sort(compare);
		this.pending = [];
		this.stale = false;
	}
}
