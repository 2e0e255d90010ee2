import { Chain } from './chain';
import type { Link } from './chain';

/** All that wait of one caller. */
interface Line<T> {
	readonly caller: string;
	/** Those that were served once in vain: they go before those that were not. */
	readonly repeated: Chain<T>;
	readonly fresh: Chain<T>;
}

/**
 * Serves the callers in turn, and what one caller wants in the order in which it asked: a node with thousands of items
 * delays another one by a single call at a time. Every step costs the same however many wait.
 */
export class FairQueue<T> {
	/** Where each caller's line stands among the turns; an caller without anything waiting has no line. */
	private readonly lines = new Map<string, Link<Line<T>>>();

	private readonly turns = new Chain<Line<T>>();

	get isEmpty(): boolean {
		return this.turns.isEmpty;
	}

	/**
	 * Joins the line of an caller.
	 *
	 * @param first whether it goes before what the same caller wants for the first time
	 * @returns what takes it out again; without effect once it was served
	 */
	add(caller: string, value: T, first = false): () => void {
		const line = this.lineOf(caller);
		const chain = first ? line.repeated : line.fresh;
		const link = chain.append(value);
		return () => {
			if (link.isIn) {
				chain.remove(link);
				this.closeIfEmpty(line);
			}
		};
	}

	/** Serves the next one; `undefined` when nobody waits. */
	take(): T | undefined {
		const line = this.turns.shift();
		if (!line) return undefined;
		const value = line.repeated.shift() ?? line.fresh.shift();
		this.lines.set(line.caller, this.turns.append(line));
		this.closeIfEmpty(line);
		return value;
	}

	private lineOf(caller: string): Line<T> {
		const known = this.lines.get(caller);
		if (known) return known.value;
		const line: Line<T> = { caller, repeated: new Chain(), fresh: new Chain() };
		this.lines.set(caller, this.turns.append(line));
		return line;
	}

	private closeIfEmpty(line: Line<T>): void {
		const turn = this.lines.get(line.caller);
		if (!turn || !line.repeated.isEmpty || !line.fresh.isEmpty) return;
		this.turns.remove(turn);
		this.lines.delete(line.caller);
	}
}
