/** A seeded source of numbers: equal seeds give equal companies on every machine. */
export class Random {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0;
	}

	/** A number in [0, 1) (mulberry32). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = this.state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** A whole number from `low` to `high`, both included. */
	whole(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	/** True in `share` of all cases. */
	chance(share: number): boolean {
		return this.next() < share;
	}

	/** One of the items. @throws Error when there is none */
	pick<T>(items: readonly T[]): T {
		const item = items[Math.floor(this.next() * items.length)];
		if (item === undefined) throw new Error('Nothing to pick from');
		return item;
	}

	/** Up to `count` different items. */
	some<T>(items: readonly T[], count: number): T[] {
		const picks = items.length === 0 ? 0 : count;
		return [...new Set(Array.from({ length: picks }, () => this.pick(items)))];
	}
}
