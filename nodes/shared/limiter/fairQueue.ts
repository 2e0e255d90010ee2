/** What waits, by itself so that the same value may wait twice. */
interface Entry<T> {
	readonly value: T;
}

/** All that wait of one caller, in the order in which they came: a set keeps it, and gives up any of them at once. */
interface Line<T> {
	/** Those that were served once in vain: they go before those that were not. */
	readonly repeated: Set<Entry<T>>;
	readonly fresh: Set<Entry<T>>;
}

/**
 * Serves the callers in turn, and what one caller wants in the order in which it asked: a node with thousands of items
 * delays another one by a single call at a time.
 */
export class FairQueue<T> {
	/** The line of each caller that waits, the next one to be served first. */
	private readonly lines = new Map<string, Line<T>>();

	get isEmpty(): boolean {
		return this.lines.size === 0;
	}

	/**
	 * Joins the line of a caller.
	 *
	 * @param first whether it goes before what the same caller wants for the first time
	 * @returns what takes it out again; without effect once it was served
	 */
	add(caller: string, value: T, first = false): () => void {
		const line = this.lines.get(caller) ?? { repeated: new Set(), fresh: new Set() };
		this.lines.set(caller, line);
		const entries = first ? line.repeated : line.fresh;
		const entry = { value };
		entries.add(entry);
		return () => {
			if (entries.delete(entry) && isOver(line)) this.lines.delete(caller);
		};
	}

	/** Serves the next one; `undefined` when nobody waits. */
	take(): T | undefined {
		const [turn] = this.lines;
		if (!turn) return undefined;
		const [caller, line] = turn;
		const entries = line.repeated.size > 0 ? line.repeated : line.fresh;
		const [entry] = entries;
		if (entry) entries.delete(entry);
		this.lines.delete(caller);
		if (!isOver(line)) this.lines.set(caller, line);
		return entry?.value;
	}
}

function isOver({ repeated, fresh }: Line<unknown>): boolean {
	return repeated.size + fresh.size === 0;
}
