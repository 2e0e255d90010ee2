import type { SeenSecond } from './state';

/**
 * The records met so far, by the second they were stamped with: what tells a repeated record from a new one. It can
 * forget from the oldest second on, so it stays as small as the term that is read again.
 */
export class Ledger {
	private readonly seconds = new Map<number, Set<string>>();

	private readonly keys = new Map<string, number>();

	constructor(seen: readonly SeenSecond[]) {
		for (const [second, ...keys] of seen) {
			this.addSecond(second);
			for (const key of keys) this.add(second, key);
		}
	}

	/** Notes that a second has been read, whatever was met in it. */
	addSecond(second: number): void {
		if (!this.seconds.has(second)) this.seconds.set(second, new Set());
	}

	has(key: string): boolean {
		return this.keys.has(key);
	}

	/** Notes a record; one that is met with a later stamp is kept for as long as the later one. */
	add(second: number, key: string): void {
		const known = this.keys.get(key);
		if (known !== undefined) {
			if (known >= second) return;
			this.remove(known, key);
		}
		this.keys.set(key, second);
		this.addSecond(second);
		this.seconds.get(second)?.add(key);
	}

	/** How many records were met in a second and after it. */
	countFrom(first: number): number {
		let count = 0;
		for (const [second, keys] of this.seconds) if (second >= first) count += keys.size;
		return count;
	}

	/** How many records were met in a second. */
	countIn(second: number): number {
		return this.seconds.get(second)?.size ?? 0;
	}

	/** The stamp of the n-th newest record, or `undefined` when fewer were met. */
	newest(n: number): number | undefined {
		let left = n;
		for (const [second, keys] of this.sorted().reverse()) {
			left -= keys.size;
			if (left <= 0) return second;
		}
		return undefined;
	}

	/** Forgets every second for which `keep` says no. */
	prune(keep: (second: number) => boolean): void {
		for (const [second, keys] of this.seconds) {
			if (keep(second)) continue;
			for (const key of keys) this.keys.delete(key);
			this.seconds.delete(second);
		}
	}

	/** The seconds in which anything was met. */
	get readSeconds(): readonly number[] {
		return [...this.seconds.keys()];
	}

	/** The ledger as it is stored. */
	toSeen(): SeenSecond[] {
		return this.sorted().map(([second, keys]) => [second, ...keys]);
	}

	private sorted(): Array<[number, Set<string>]> {
		return [...this.seconds].sort(([a], [b]) => a - b);
	}

	private remove(second: number, key: string): void {
		const group = this.seconds.get(second);
		group?.delete(key);
		if (group?.size === 0) this.seconds.delete(second);
		this.keys.delete(key);
	}
}
