import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { settle, VirtualTime } from '../virtualTime';

/** Node tells here of each HTTP request that this process begins. */
const REQUESTS = 'http.client.request.start';

/** Turns of the event loop in which nothing began or ended: what was to follow from the last thing has followed. */
const QUIET_TURNS = 4;

/** A time that stands still but for its leaps: what a busy machine takes longer for takes no longer by it. */
class LeapClock extends VirtualTime {
	/** Calls of this process that have begun and not ended. */
	private readonly underWay = new Set<ClientRequest>();

	/** Those of them whose answer the service holds back. */
	private heldBack = 0;

	/** How often a call or a pause has begun or ended. */
	private events = 0;

	/** Tells who waits for such an event. */
	private told = (): void => undefined;

	private isLeaping = false;

	/** The pauses of the package and of the tests. */
	override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		const end = super.sleep(ms, signal);
		this.happen();
		void this.leapOn();
		await end;
		this.happen();
	}

	/** The pauses of the service: lets it hold an answer back for so long. */
	async holdBack(ms: number, signal?: AbortSignal): Promise<void> {
		this.heldBack += 1;
		await this.sleep(ms, signal);
		this.heldBack -= 1;
	}

	readonly notice = (message: unknown): void => {
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
		do await this.quiet();
		while (this.wakeFirst());
		this.isLeaping = false;
	}

	private async quiet(): Promise<void> {
		for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
			const seen = this.events;
			await settle();
			if (this.underWay.size > this.heldBack) await new Promise<void>((resolve) => (this.told = resolve));
			if (seen !== this.events) turns = -1;
		}
	}
}

/**
 * For the tests of a file, pauses take no time: when nothing is on the wire and nothing else is going on in this process, the
 * clock of the package leaps to the end of the next pause. What is on the wire takes the time it takes.
 */
export const leapClock = new LeapClock().rule();

subscribe(REQUESTS, leapClock.notice);
afterAll(() => void unsubscribe(REQUESTS, leapClock.notice));
