/** How close records lie in time, over all that was added. */
export class Density {
	private records = 0;

	private seconds = 0;

	/** Adds what a time range of so many seconds held. */
	add(records: number, seconds: number): void {
		if (!Number.isFinite(seconds)) return;
		this.records += records;
		this.seconds += Math.max(0, seconds);
	}

	/** Records per second; `undefined` while no time has passed between any. */
	get perSecond(): number | undefined {
		return this.seconds > 0 ? this.records / this.seconds : undefined;
	}
}

/** How much what was met last counts against all that was met. */
const WEIGHT_OF_LATEST = 0.25;

/**
 * Records per second to expect ahead: what was met last is the best guess for what follows at once, all that was met for
 * what follows later, empty time ranges included; between them lies their weighted geometric mean.
 */
export function expected(latest: number | undefined, overall: number | undefined): number {
	const far = overall ?? latest ?? 0;
	return (latest ?? far) ** WEIGHT_OF_LATEST * far ** (1 - WEIGHT_OF_LATEST);
}
