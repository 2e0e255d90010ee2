import { CALLS_PER_SECOND } from '../api/versions';

const WINDOW_MS = 1_000;

/**
 * Keeps the edge of the window from being met exactly: clocks are read and timers fire a moment too early. While calls
 * follow each other without end they also keep this distance, so that the service has a place free before each of them and
 * not ten at once: through it another process that uses the key gets in.
 */
const EDGE_MS = 10;

/** Where answers take now longer and now shorter, arrivals are guessed less well: the edge grows with it, up to so much. */
const MAX_SCATTER_MS = 30;

/** Nothing holds its place longer than this because it may have been late. */
const MAX_DELAY_MS = 1_000;

/**
 * More answers than these have to be known before the quickest of them tells what a way without delay takes: the first
 * calls of a process find everything cold, and may all have been late.
 */
const ENOUGH_ANSWERS = 10;

/** The quickest of so many answers counts; older ones may have come by another way. */
const REMEMBERED_ANSWERS = 100;

/** So many of the latest delays tell how much they scatter. */
const REMEMBERED_DELAYS = 20;

/** A large answer is compared with the large ones, as soon as there are so many of them. */
const ENOUGH_ALIKE = 5;

/**
 * Each refusal leaves so much of the pace, those of calls that were under way together leave half of it at least, and
 * the pace comes back with the square of the time.
 */
const SLOW_DOWN = 0.92;
const SLOW_DOWN_TOGETHER = 0.5;
const SLOWEST_PER_SECOND = 1;
const RECOVERY_PER_SECOND_SQUARED = 0.0006;

/**
 * Distances of a slowed pace are longer or shorter by up to half of this share, and a pause is longer by up to so much:
 * two processes must not fall into step, or one of them is refused every time.
 */
const UNEVENNESS = 0.1;
const LONGER_PAUSE_MS = 100;

/** A call that was sent. */
export interface Call {
	readonly sentAt: number;
	/** How much later than it was sent it counts as arrived; known once its response is there. */
	delay?: number;
}

interface Arrival {
	readonly tookMs: number;
	readonly bytes: number;
}

/** What refusals made of the pace. */
interface Slowness {
	readonly perSecond: number;
	/** From when on it becomes faster again. */
	readonly since: number;
	/** When the first of the refusals came that belong together, and the least that they leave. */
	readonly firstAt: number;
	readonly least: number;
}

/**
 * When the next call of a key may go: what the limiter knows of the service, without waiting itself. All times are
 * those of the limiter's clock.
 *
 * The service counts a call when it arrives, we know when it was sent and when its response came. A call that took longer
 * than others is taken to have lost that time on its way there: otherwise ten slow calls, followed by fast ones, put more
 * than ten into one second of the service. A constant way costs nothing.
 *
 * Other processes may use the same key; only the service's 429 tells. Each one slows the calls down, and from then on
 * they keep a distance: processes that send ten calls at once have ten of them refused at once. The pace recovers slowly
 * at first, while the others may still be there, and then faster and faster.
 */
export class Pace {
	/** What this process may use of the allowance. Less than all of it is used evenly: the rest belongs to others at any moment. */
	allowed = CALLS_PER_SECOND;

	/** What may still count in the service's window; ten at most. */
	private readonly calls: Call[] = [];

	private readonly arrivals: Arrival[] = [];

	/** How late the latest calls were, and the middle one of them. */
	private readonly delays: number[] = [];

	private scatterMs = 0;

	/** What a response of any size takes when nothing delays it; 0 while too little is known. */
	private quickestMs = 0;

	private lastSentAt = -Infinity;

	/** What the distance to the next call is multiplied by, while the pace is slowed. */
	private stretch = 1;

	private pausedUntil = -Infinity;

	private slowness: Slowness | undefined;

	constructor(private readonly random: () => number) {}

	/** Milliseconds until a call may go; 0 when it may go now. */
	wait(now: number): number {
		return Math.max(0, this.placeFreeAt(now) - now, this.lastSentAt + this.distance(now) - now, this.pausedUntil - now);
	}

	/** Notes a call that goes now. */
	send(now: number): Call {
		const call: Call = { sentAt: now };
		// Of those that left the window any may be forgotten; a slow one in front must not keep the places behind it.
		if (this.calls.length < CALLS_PER_SECOND) this.calls.push(call);
		else this.calls[this.calls.indexOf(this.oldest(now))] = call;
		this.lastSentAt = now;
		this.stretch = 1 + UNEVENNESS * (this.random() - 0.5);
		return call;
	}

	/** The response of a call is there. */
	answered(call: Call, now: number, bytes: number): void {
		if (call.delay !== undefined) return;
		const arrival: Arrival = { tookMs: now - call.sentAt, bytes };
		this.arrivals.push(arrival);
		call.delay = this.delayOf(arrival);
		if (this.arrivals.length > REMEMBERED_ANSWERS) this.arrivals.shift();
		this.quickestMs = this.usual(0);
		if (this.arrivals.length <= ENOUGH_ANSWERS) return;
		this.delays.push(call.delay);
		if (this.delays.length > REMEMBERED_DELAYS) this.delays.shift();
		this.scatterMs = [...this.delays].sort((a, b) => a - b)[this.delays.length >> 1] ?? 0;
	}

	/** No answer will come: the call broke down or was cut off, which tells nothing about the usual time. */
	failed(call: Call, now: number): void {
		call.delay ??= Math.min(MAX_DELAY_MS, now - call.sentAt);
	}

	/** The service refused a call as one too many, and wants `pauseMs` without any. */
	refused(call: Call, now: number, pauseMs: number): void {
		const before = Math.min(this.allowed, this.callsPerSecond(now));
		const together = this.slowness && call.sentAt <= this.slowness.firstAt ? this.slowness : undefined;
		const { firstAt, least } = together ?? { firstAt: now, least: Math.max(SLOWEST_PER_SECOND, before * SLOW_DOWN_TOGETHER) };
		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs + this.random() * LONGER_PAUSE_MS);
		this.slowness = { perSecond: Math.max(least, before * SLOW_DOWN), since: this.pausedUntil, firstAt, least };
	}

	/** When the oldest of as many calls as the window may hold has left it. */
	private placeFreeAt(now: number): number {
		const places = Math.ceil(this.allowed);
		const arrivals = this.calls.map((call) => this.arrivalOf(call, now)).sort((a, b) => b - a);
		const oldest = arrivals[places - 1];
		return oldest === undefined ? -Infinity : oldest + WINDOW_MS + EDGE_MS + Math.min(MAX_SCATTER_MS, this.scatterMs);
	}

	/** How far apart two calls have to be. */
	private distance(now: number): number {
		const perSecond = this.callsPerSecond(now);
		const slowed = perSecond < CALLS_PER_SECOND ? (WINDOW_MS / perSecond) * this.stretch : 0;
		const share = this.allowed < CALLS_PER_SECOND ? (WINDOW_MS + EDGE_MS) / this.allowed : 0;
		if (slowed > 0 || share > 0) return Math.max(slowed, share);
		const isBusy = now - this.placeFreeAt(now) < WINDOW_MS;
		return isBusy ? EDGE_MS : 0;
	}

	private callsPerSecond(now: number): number {
		if (!this.slowness) return CALLS_PER_SECOND;
		const { perSecond, since } = this.slowness;
		const seconds = Math.max(0, now - since) / 1_000;
		const recovered = perSecond + RECOVERY_PER_SECOND_SQUARED * seconds ** 2;
		if (recovered < CALLS_PER_SECOND) return recovered;
		this.slowness = undefined;
		return CALLS_PER_SECOND;
	}

	private oldest(now: number): Call {
		return this.calls.reduce((oldest, call) => (this.arrivalOf(call, now) < this.arrivalOf(oldest, now) ? call : oldest));
	}

	/** When a call counts as arrived. One without answer may still be on its way. */
	private arrivalOf({ sentAt, delay }: Call, now: number): number {
		return sentAt + (delay ?? Math.min(MAX_DELAY_MS, Math.max(0, now - sentAt - this.quickestMs)));
	}

	private delayOf({ tookMs, bytes }: Arrival): number {
		return Math.min(MAX_DELAY_MS, Math.max(0, tookMs - this.usual(bytes)));
	}

	/** What a response of such a size takes when nothing delays it; 0 while too little is known. */
	private usual(bytes: number): number {
		if (this.arrivals.length <= ENOUGH_ANSWERS) return 0;
		const alike = this.arrivals.filter((arrival) => arrival.bytes * 2 >= bytes);
		const compared = alike.length < ENOUGH_ALIKE ? this.arrivals : alike;
		return compared.reduce((least, { tookMs }) => Math.min(least, tookMs), Infinity);
	}
}
