/** Numbers that look random and are the same for the same seed. */
export class Random {
	constructor(private state: number) {}

	/** From 0 up to, but not including, 1 (mulberry32). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** A whole number, both bounds included. */
	whole(least: number, most: number): number {
		return least + Math.floor(this.next() * (most - least + 1));
	}

	chance(share: number): boolean {
		return this.next() < share;
	}

	pick<T>(list: readonly T[]): T {
		const picked = list[this.whole(0, list.length - 1)];
		if (picked === undefined) throw new Error('There is nothing to pick from');
		return picked;
	}

	/** One of several, each with its weight. */
	weighted<T>(options: ReadonlyArray<readonly [weight: number, option: T]>): T {
		let left = this.next() * options.reduce((sum, [weight]) => sum + weight, 0);
		for (const [weight, option] of options) {
			left -= weight;
			if (left < 0) return option;
		}
		return this.pick(options)[1];
	}
}
