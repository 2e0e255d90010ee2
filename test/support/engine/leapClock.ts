import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { systemClock } from '../../../nodes/shared';

/** Node tells here of each HTTP request that this process begins. */
const REQUESTS = 'http.client.request.start';

/** Turns of the event loop in which nothing began or ended: what was to follow from the last thing has followed. */
const QUIET_TURNS = 4;

/** So often pauses that follow from pauses are ended at the end. */
const MOST_LAST_TURNS = 100;

interface Sleeper {
	readonly at: number;
	wake(): void;
}

/** A time that stands still but for its leaps: what a busy machine takes longer for takes no longer by it. */
class LeapingTime {
	private time = systemClock.now();

	private readonly sleepers = new Set<Sleeper>();

	/** Calls of this process that have begun and not ended. */
	private readonly underWay = new Set<ClientRequest>();

	/** Those of them whose answer the service holds back. */
	private heldBack = 0;

	/** How often a call or a pause has begun or ended. */
	private events = 0;

	/** Tells who waits for such an event. */
	private told = (): void => undefined;

	private isLeaping = false;

	private readonly real = { now: systemClock.now, sleep: systemClock.sleep };

	now = (): number => this.time;

	/** When it was asked last how much has passed. */
	private asked = this.time;

	passed = (): number => {
		const since = this.time - this.asked;
		this.asked = this.time;
		return since;
	};

	leap = (ms: number): void => {
		this.time += ms;
		this.asked = this.time;
	};

	/** The pauses of the package. */
	sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
		if (signal?.aborted) return;
		await new Promise<void>((resolve) => {
			const sleeper: Sleeper = {
				at: this.time + ms,
				wake: () => {
					this.happen();
					this.sleepers.delete(sleeper);
					signal?.removeEventListener('abort', sleeper.wake);
					resolve();
				},
			};
			signal?.addEventListener('abort', sleeper.wake);
			this.sleepers.add(sleeper);
			this.happen();
			void this.leapOn();
		});
	};

	/** The pauses of the service. */
	holdBack = async (ms: number, signal?: AbortSignal): Promise<void> => {
		this.heldBack += 1;
		await this.sleep(ms, signal);
		this.heldBack -= 1;
	};

	begin(): void {
		subscribe(REQUESTS, this.notice);
		Object.assign(systemClock, { now: this.now, sleep: this.sleep } satisfies typeof systemClock);
	}

	/** Lets every pause end first: what went on sleeping by the real clock would hold up the end of the process. */
	async end(): Promise<void> {
		for (let turns = 0; turns < MOST_LAST_TURNS && this.sleepers.size > 0; turns += 1) {
			for (const { at, wake } of [...this.sleepers]) {
				this.time = Math.max(this.time, at);
				wake();
			}
			for (let turn = 0; turn < QUIET_TURNS; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
		}
		unsubscribe(REQUESTS, this.notice);
		Object.assign(systemClock, this.real);
	}

	private readonly notice = (message: unknown): void => {
		const { request } = message as { request: ClientRequest };
		this.underWay.add(request);
		this.happen();
		const end = () => {
			this.underWay.delete(request);
			this.happen();
		};
		request.once('close', end);
		// One whose answer is waited for no longer is never closed.
		request.once('timeout', end);
	};

	private happen(): void {
		this.events += 1;
		this.told();
	}

	/** Leaps from pause to pause, for as long as there are any. */
	private async leapOn(): Promise<void> {
		if (this.isLeaping) return;
		this.isLeaping = true;
		while (this.sleepers.size > 0) {
			await this.quiet();
			const [next] = [...this.sleepers].sort((a, b) => a.at - b.at);
			if (!next) break;
			this.time = Math.max(this.time, next.at);
			next.wake();
		}
		this.isLeaping = false;
	}

	private async quiet(): Promise<void> {
		let seen = this.events;
		for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
			await new Promise<void>((resolve) => setImmediate(resolve));
			if (this.underWay.size > this.heldBack) await new Promise<void>((resolve) => (this.told = resolve));
			if (seen !== this.events) turns = -1;
			seen = this.events;
		}
	}
}

/** What a test can ask and tell the clock. */
export interface LeapClock {
	/** Milliseconds; pauses alone count. */
	readonly now: () => number;
	/** Lets time pass. */
	readonly leap: (ms: number) => void;
	/** Milliseconds that have passed since this was asked last, or since time was let pass. */
	readonly passed: () => number;
	/** A pause of the test's own. */
	readonly sleep: (ms: number) => Promise<void>;
	/** Lets the service hold an answer back for so long. */
	readonly holdBack: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const time = new LeapingTime();
let isAsked = false;

/**
 * For the tests of a file, pauses take no time: when nothing is on the wire and nothing else is going on in this process, the
 * clock of the package leaps to the end of the next pause. What is on the wire takes the time it takes, so stories may be told
 * side by side. Whoever asks gets the same clock. A program that is no test has it from the first question to its end.
 */
export function leapOverPauses(): LeapClock {
	if (!isAsked && typeof beforeAll !== 'function') time.begin();
	else if (!isAsked) {
		beforeAll(() => time.begin());
		afterAll(async () => await time.end());
	}
	isAsked = true;
	return time;
}
