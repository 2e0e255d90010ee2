import { CALLS_PER_SECOND } from '../api/versions';
import type { Clock } from '../base/clock';

const WINDOW_MS = 1_000;

/**
 * Kept to the edge of the window, because timers fire a moment too early; it grows with the scatter of the latest
 * answers.
 */
const EDGE_MS = 10;
const MAX_SCATTER_MS = 30;

/** Nothing holds its place longer than this because it may have been late. */
const MAX_LATE_MS = 1_000;

/**
 * So many answers are remembered; so many name the quickest, of like size as soon as they suffice; so many tell the
 * scatter.
 */
const ANSWERS = { remembered: 100, enough: 10, alike: 5, latest: 20 };

/** What a refusal leaves of the calls per second; they come back with the square of the seconds. */
const SLOW_DOWN = 0.92;
const SLOWEST_PER_SECOND = 1;
const RECOVERY_PER_SECOND_SQUARED = 0.0006;

/** A pause is longer by up to so much: of two processes that go on at one moment, one would be refused every time. */
const LONGER_PAUSE_MS = 200;

/**
 * A call that was let through. Say what became of it: an answer came, with its size; none will come; it was refused.
 */
export interface Permit {
	answered(bytes?: number): void;
	failed(): void;
	/** Answered, as one call too many: every call of the key waits `pauseMs`. */
	refused(pauseMs: number): void;
}

/** A call that was sent, and how much later it counts as arrived; known once its answer is there. */
type Call = { readonly sentAt: number; lateMs?: number };

/**
 * When the next call of a key may go.
 *
 * The service counts a call when it arrives; we know when it was sent and answered. What an answer takes longer than
 * the quickest of its size counts as lost on the way there: ten slow calls and ten fast ones could arrive in one
 * second. Only refusals tell of other processes with the key: calls keep a distance then, for ten at once would be
 * refused at once.
 */
export class Pace {
	/** Calls per second that this process may use, and what a refusal has left of them. */
	allowed = CALLS_PER_SECOND;
	private slowed = Infinity;

	private pausedUntil = -Infinity;
	private calls: Call[] = [];
	private answers: Array<{ tookMs: number; bytes: number; lateMs: number }> = [];

	/** @param random numbers in [0, 1) */
	constructor(
		private readonly clock: Clock,
		private readonly random: () => number,
	) {}

	/** Milliseconds until a call may go; 0 when it may go now. */
	wait(): number {
		const now = this.clock.now();
		const perSecond = this.perSecond(now);
		const distance = perSecond < CALLS_PER_SECOND ? (WINDOW_MS + EDGE_MS) / perSecond : 0;
		const { sentAt = -Infinity } = this.calls.at(-1) ?? {};
		return Math.max(0, this.placeFreeAt(now) - now, sentAt + distance - now, this.pausedUntil - now);
	}

	/** Lets a call go now. */
	send(): Permit {
		const now = this.clock.now();
		const call: Call = { sentAt: now };
		this.calls = [...this.calls.filter((other) => now - this.arrivalOf(other, now) < 2 * WINDOW_MS), call];
		return {
			answered: (bytes = 0) => this.note(call, bytes),
			// It tells nothing about the others.
			failed: () => (call.lateMs ??= Math.min(MAX_LATE_MS, this.clock.now() - now)),
			refused: (pauseMs) => {
				this.note(call, 0);
				this.slowed = Math.max(SLOWEST_PER_SECOND, SLOW_DOWN * this.perSecond(this.clock.now()));
				const until = this.clock.now() + pauseMs + LONGER_PAUSE_MS * this.random();
				this.pausedUntil = Math.max(this.pausedUntil, until);
			},
		};
	}

	/** Notes the answer to a call, once. */
	private note(call: Call, bytes: number): void {
		if (call.lateMs !== undefined) return;
		const tookMs = this.clock.now() - call.sentAt;
		call.lateMs = Math.min(MAX_LATE_MS, Math.max(0, tookMs - this.quickest(bytes)));
		this.answers = [{ tookMs, bytes, lateMs: call.lateMs }, ...this.answers].slice(0, ANSWERS.remembered);
	}

	private perSecond(now: number): number {
		const seconds = Math.max(0, now - this.pausedUntil) / 1_000;
		return Math.min(this.allowed, this.slowed + RECOVERY_PER_SECOND_SQUARED * seconds ** 2);
	}

	/** When the first of as many calls as a window may hold has left it. */
	private placeFreeAt(now: number): number {
		const arrivals = this.calls.map((call) => this.arrivalOf(call, now)).sort((a, b) => b - a);
		const late = this.answers.slice(0, ANSWERS.latest).map(({ lateMs }) => lateMs);
		const scatter = late.sort((a, b) => a - b)[late.length >> 1] ?? 0;
		return (arrivals[Math.ceil(this.allowed) - 1] ?? -Infinity) + WINDOW_MS + EDGE_MS + Math.min(MAX_SCATTER_MS, scatter);
	}

	/** A call without an answer may still be on its way. */
	private arrivalOf({ sentAt, lateMs }: Call, now: number): number {
		return sentAt + (lateMs ?? Math.min(MAX_LATE_MS, Math.max(0, now - sentAt - this.quickest(0))));
	}

	/** What an answer of such a size takes at least; 0 while too little is known. */
	private quickest(bytes: number): number {
		if (this.answers.length < ANSWERS.enough) return 0;
		const alike = this.answers.filter((answer) => answer.bytes * 2 >= bytes);
		return Math.min(...(alike.length < ANSWERS.alike ? this.answers : alike).map(({ tookMs }) => tookMs));
	}
}
