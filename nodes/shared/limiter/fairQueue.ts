import { Chain } from './chain';
import type { Link } from './chain';

/** All that wait of one asker. */
interface Line<T> {
	readonly asker: string;
	/** Those that were served once in vain: they go before those that were not. */
	readonly repeated: Chain<T>;
	readonly fresh: Chain<T>;
}

/**
 * Serves the askers in turn, and what one asker wants in the order in which it asked: a node with thousands of items
 * delays another one by a single call at a time. Every step costs the same however many wait.
 */
export class FairQueue<T> {
	/** Where each asker's line stands among the turns; an asker without anything waiting has no line. */
	private readonly lines = new Map<string, Link<Line<T>>>();

	private readonly turns = new Chain<Line<T>>();

	get isEmpty(): boolean {
		return this.turns.isEmpty;
	}

	/**
	 * Joins the line of an asker.
	 *
	 * @param first whether it goes before what the same asker wants for the first time
	 * @returns what takes it out again; without effect once it was served
	 */
	add(asker: string, value: T, first = false): () => void {
		const line = this.lineOf(asker);
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
		this.lines.set(line.asker, this.turns.append(line));
		this.closeIfEmpty(line);
		return value;
	}

	private lineOf(asker: string): Line<T> {
		const known = this.lines.get(asker);
		if (known) return known.value;
		const line: Line<T> = { asker, repeated: new Chain(), fresh: new Chain() };
		this.lines.set(asker, this.turns.append(line));
		return line;
	}

	private closeIfEmpty(line: Line<T>): void {
		const turn = this.lines.get(line.asker);
		if (!turn || !line.repeated.isEmpty || !line.fresh.isEmpty) return;
		this.turns.remove(turn);
		this.lines.delete(line.asker);
	}
}
