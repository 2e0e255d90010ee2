import { CALLS_PER_SECOND } from '../api/versions';
import { systemClock } from '../base/clock';

const WINDOW_MS = 1_000;

/** Distance kept to the edge of the window, because timers fire a moment too early; it grows with the scatter. */
const EDGE_MS = 10;
const MAX_SCATTER_MS = 30;

/** Number of calls remembered. */
const REMEMBERED_CALLS = 100;

/** Fewest responses of like size of which the quickest tells anything. */
const FEWEST_ALIKE = 10;

/** Number of latest responses that tell the scatter. */
const SCATTER_SAMPLES = 20;

/** Time for which a process keeps the pace that a refusal has left it, before it looks whether others still use the key. */
const HOLD_MS = 7_800;

/** Time after a pause in which another refusal shows that the pace is still too fast. */
const SOON_MS = 3_000;

/** Pace after the look, as a part of what is allowed; the rest comes back with the square of the seconds. */
const REGAINED = 0.92;
const RECOVERY_PER_SECOND_SQUARED = 0.0006;

/** Responses of the look that let one more call be under way; time after which it is asked again whether there is one. */
const RESPONSES_PER_CALL = 3;
const LOOK_AGAIN_MS = 25;

/** Calls in a second from which on a process keeps all that it had, and below which refusals leave it a part of its pace. */
const ENOUGH = 5;
const FEW = 4;
const SLOW_DOWN = 0.92;

/** Longest time that the scatter of the responses adds to the distance between calls, while others use the key. */
const MAX_SLACK_MS = 100;

/** A call that was let through. */
export interface Permit {
	/**
	 * Says that the call is over.
	 *
	 * @param bytes of the response; none where there was no response
	 * @param pauseMs the time for which a refusal asks to pause
	 */
	end(bytes?: number, pauseMs?: number): void;
}

/** A call that was sent; how long it took and how much later it counts as arrived, once it is over. */
interface Call {
	readonly sentAt: number;
	bytes: number;
	tookMs: number;
	lateMs?: number;
	isRefused: boolean;
}

function isOver(call: Call): boolean {
	return call.tookMs < Infinity;
}

function medianOf(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted[middle] ?? 0;
}

/**
 * Says when the next call of a key may go. The service counts a call when it arrives; we know when it was sent and
 * answered. The time that a response takes longer than the quickest of its size counts as lost on the way there: ten
 * slow calls and ten fast ones could arrive in one second.
 *
 * Only refusals tell of other processes with the key. A refusal shows how many calls of a second the others have left to
 * this process; it keeps to that number, at even distances, for {@link HOLD_MS}. Then it looks whether they are still
 * there: it speeds up, and the next refusal sets it back.
 */
export class Pace {
	/** Calls per second that this process may use. */
	allowed = CALLS_PER_SECOND;

	/** Calls per second that a refusal has left of them. */
	private left = Infinity;
	private pausedUntil = -Infinity;
	/** The calls remembered, the latest first. */
	private latestCalls: Call[] = [];

	/** Milliseconds until a call may go, or until it is to be asked again; 0 when it may go now. */
	wait(): number {
		const now = systemClock.now();
		const isHeldBack = this.isLooking(now) && this.callsUnderLook(now) > 0;
		const perSecond = isHeldBack ? this.slowedPace() : this.paceAt(now);

		const lastSentAt = this.latestCalls[0]?.sentAt ?? -Infinity;
		const mayFollowAt = lastSentAt + this.distanceMs(perSecond);
		const mayGoAt = Math.max(this.windowFreeAt(), mayFollowAt, this.pausedUntil);
		const wait = Math.max(0, mayGoAt - now);

		return isHeldBack ? Math.min(wait, LOOK_AGAIN_MS) : wait;
	}

	/** Lets a call go now. */
	send(): Permit {
		const call: Call = {
			sentAt: systemClock.now(),
			bytes: 0,
			tookMs: Infinity,
			isRefused: false,
		};
		this.latestCalls = [call, ...this.latestCalls].slice(0, REMEMBERED_CALLS);

		return {
			end: (bytes = 0, pauseMs) => {
				call.bytes = bytes;
				call.lateMs = this.lateMs(call);
				call.tookMs = systemClock.now() - call.sentAt;
				if (pauseMs !== undefined) {
					this.slowDown(call, pauseMs);
				}
			},
		};
	}

	/** Takes note of a refusal. */
	private slowDown(call: Call, pauseMs: number): void {
		const now = systemClock.now();
		const sincePause = now - this.pausedUntil;
		call.isRefused = true;

		// In between, the call of another process that looks was one too many: that process goes back.
		const isInBetween = sincePause >= SOON_MS && !this.isLooking(now);
		const tellsNothing = this.left < Infinity && isInBetween;
		if (!tellsNothing) {
			this.left = this.leftByOthers(call);
		}

		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
	}

	/**
	 * The calls per second that others leave to this process, by a call that was refused. Whole calls: two processes of 2.5
	 * may have six calls in one second. One less than there were, so that the look of another process finds room.
	 */
	private leftByOthers(refused: Call): number {
		const windowStart = refused.sentAt - WINDOW_MS;
		const accepted = this.latestCalls.filter((call) => {
			const isInWindow = call.sentAt <= refused.sentAt && call.sentAt > windowStart;
			return isInWindow && !call.isRefused;
		});

		const whole = accepted.length >= ENOUGH ? accepted.length : accepted.length - 1;
		if (whole >= 1) return whole;

		return SLOW_DOWN * Math.min(FEW, this.left);
	}

	/** Whether refusals are so long ago that it is time to look whether others still use the key. */
	private isLooking(now: number): boolean {
		const isSlowed = this.left < Infinity;
		return isSlowed && now - this.pausedUntil >= HOLD_MS;
	}

	/** How many more calls of the look are under way than its responses allow; 0 or less where one more may go. */
	private callsUnderLook(now: number): number {
		const since = Math.min(now, this.pausedUntil + HOLD_MS);
		const calls = this.latestCalls.filter((call) => call.sentAt >= since);
		const responses = calls.filter(isOver).length;
		const allowedMore = Math.floor(responses / RESPONSES_PER_CALL);

		return calls.length - responses - allowedMore;
	}

	/** Calls per second while others use the key. */
	private slowedPace(): number {
		return Math.min(this.allowed, this.left);
	}

	/** Calls per second at a time: slowed, or on the way back to what is allowed. */
	private paceAt(now: number): number {
		if (!this.isLooking(now)) {
			return this.slowedPace();
		}

		const seconds = (now - this.pausedUntil) / 1_000;
		const regained = Math.max(this.left, REGAINED * this.allowed);
		const recovered = RECOVERY_PER_SECOND_SQUARED * seconds ** 2;
		return Math.min(this.allowed, regained + recovered);
	}

	/** The distance between two calls; none where the window alone keeps them apart. */
	private distanceMs(perSecond: number): number {
		if (perSecond >= CALLS_PER_SECOND) return 0;

		const isSlowed = perSecond < this.allowed;
		const slack = isSlowed ? Math.min(MAX_SLACK_MS, this.scatterMs()) : 0;
		return (WINDOW_MS + EDGE_MS + slack) / perSecond;
	}

	/** The time when the first of as many calls as a window may hold has left it. */
	private windowFreeAt(): number {
		const arrivals = this.latestCalls.map((call) => {
			const lateMs = call.lateMs ?? this.lateMs(call);
			return call.sentAt + lateMs;
		});
		arrivals.sort((a, b) => b - a);

		const first = arrivals[Math.ceil(this.allowed) - 1] ?? -Infinity;
		const edge = EDGE_MS + Math.min(MAX_SCATTER_MS, this.scatterMs());
		return first + WINDOW_MS + edge;
	}

	/** The scatter of the responses: the median of the times by which the latest were late. */
	private scatterMs(): number {
		const samples = this.latestCalls.filter(isOver).slice(0, SCATTER_SAMPLES);

		return medianOf(samples.map((call) => call.lateMs ?? 0));
	}

	/** Upper bound on the time by which a call arrived late, if its response comes now; at most a whole window. */
	private lateMs(call: Call): number {
		const elapsedMs = systemClock.now() - call.sentAt;
		const lateMs = Math.max(0, elapsedMs - this.quickestMs(call.bytes));
		return Math.min(WINDOW_MS, lateMs);
	}

	/** Shortest time of a call with a response of at least half the size; 0 where there are too few. */
	private quickestMs(bytes: number): number {
		const alike = this.latestCalls.filter((call) => {
			return isOver(call) && call.bytes * 2 >= bytes;
		});
		if (alike.length < FEWEST_ALIKE) return 0;

		const times = alike.map((call) => call.tookMs);
		return Math.min(...times);
	}
}
