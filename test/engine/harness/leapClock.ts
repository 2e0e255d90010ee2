import { systemClock } from '../../../nodes/shared';

/** The clock of the package with its waiting left out. */
export interface LeapClock {
	/** Lets time pass. */
	leap(ms: number): void;
	/** Milliseconds that have passed since the last time this was asked, or since time was let pass. */
	passed(): number;
}

/**
 * For the tests of a file, a pause takes no time: the clock leaps to its end. What is on the wire takes the time it
 * takes, so this is for stories that are told one after another: a leap is one for all of them.
 */
export function leapOverPauses(): LeapClock {
	const { now, sleep } = systemClock;
	let leapt = 0;

	beforeAll(() => {
		Object.assign(systemClock, {
			now: () => now() + leapt,
			async sleep(ms: number, signal?: AbortSignal) {
				if (signal?.aborted) return;
				leapt += ms;
				// A turn of the machine, so that what waits beside this pause goes on as well.
				await new Promise((resolve) => setImmediate(resolve));
			},
		} satisfies typeof systemClock);
	});

	afterAll(() => {
		Object.assign(systemClock, { now, sleep });
	});

	let asked = now();
	const passed = () => {
		const since = now() + leapt - asked;
		asked += since;
		return since;
	};
	return {
		leap(ms) {
			leapt += ms;
			passed();
		},
		passed,
	};
}
