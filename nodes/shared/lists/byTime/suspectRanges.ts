import type { Seconds } from './position';

/**
 * Where something may have been skipped: a page token can stand for a number of records to pass over, and then a
 * record that leaves its place moves all that follow, and the first one of the next page is never shown.
 */
export class SuspectRanges {
	private led: Seconds[] = [];

	private left = new Set<number>();

	/** A token has led from one second to another. */
	ledFrom(from: number, to: number): void {
		this.led.push({ from: Math.min(from, to), to: Math.max(from, to) });
	}

	/** A record that was shown in a second has another time by now. */
	hasLeft(second: number): void {
		this.left.add(second);
	}

	/** Everything through which a token has led while a record left it; gone into by now. */
	settle(): Seconds[] {
		const isDoubtful = ({ from, to }: Seconds) => [...this.left].some((second) => second >= from && second <= to);
		const doubtful = this.led.filter(isDoubtful).sort((a, b) => a.from - b.from);
		this.led = this.led.filter((seconds) => !doubtful.includes(seconds));
		this.left.clear();
		const merged: Seconds[] = [];
		for (const { from, to } of doubtful) {
			const before = merged[merged.length - 1];
			if (before && from <= before.to) merged[merged.length - 1] = { from: before.from, to: Math.max(before.to, to) };
			else merged.push({ from, to });
		}
		return merged;
	}
}
