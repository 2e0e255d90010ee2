import { CALLS_PER_SECOND } from '../api/versions';
import { systemClock } from '../base/clock';

const WINDOW_MS = 1_000;

/** Kept to the edge of the window, because timers fire a moment too early; it grows with the scatter of the answers. */
const EDGE_MS = 10;
const MAX_SCATTER_MS = 30;

/** Calls remembered; answers of like size that name the quickest; latest answers that tell the scatter. */
const CALLS = { remembered: 100, alike: 10, latest: 20 };

/** How long a process keeps the pace that a refusal has left it, before it looks whether others still use the key. */
const HOLD_MS = 7_800;

/** A refusal so soon after the pause of the one before shows that the pace is still too fast. */
const SOON_MS = 3_000;

/** Pace after the look, as a part of what is allowed; the rest comes back with the square of the seconds. */
const REGAINED = 0.92;
const RECOVERY_PER_SECOND_SQUARED = 0.0006;

/** Each three answers of the look let one more call be under way; how soon it is asked whether there is one. */
const ANSWERS_PER_CALL = 3;
const LOOK_AGAIN_MS = 25;

/** Calls in a second from which on a process keeps all that it had, and below which refusals leave it a part of its pace. */
const ENOUGH = 5;
const FEW = 4;
const SLOW_DOWN = 0.92;

/** How much longer the distance between calls may be for the scatter of the answers, while others use the key. */
const MAX_SLACK_MS = 100;

/** A call that was let through. Say when it is over, with or without an answer, or how long a refusal asks to pause. */
export interface Permit {
	ended(bytes?: number, pauseMs?: number): void;
}

/** A call that was sent; how long it took and how much later it counts as arrived, once it is over. */
type Call = { readonly sentAt: number; bytes: number; tookMs: number; lateMs?: number; isRefused: boolean };

/**
 * When the next call of a key may go. The service counts a call when it arrives; we know when it was sent and answered.
 * What an answer takes longer than the quickest of its size counts as lost on the way there: ten slow calls and ten
 * fast ones could arrive in one second.
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
	private latestCalls: Call[] = [];

	/** Milliseconds until a call may go, or until it is to be asked again; 0 when it may go now. */
	wait(): number {
		const now = systemClock.now();
		const isHeldBack = this.isLooking(now) && this.callsUnderLook(now) > 0;
		const perSecond = isHeldBack ? Math.min(this.allowed, this.left) : this.perSecond(now);

		const slack = perSecond < this.allowed ? Math.min(MAX_SLACK_MS, this.scatterMs()) : 0;
		const distance = perSecond < CALLS_PER_SECOND ? (WINDOW_MS + EDGE_MS + slack) / perSecond : 0;
		const mayFollowAt = (this.latestCalls[0]?.sentAt ?? -Infinity) + distance;

		const wait = Math.max(0, this.placeFreeAt() - now, mayFollowAt - now, this.pausedUntil - now);
		return isHeldBack ? Math.min(wait, LOOK_AGAIN_MS) : wait;
	}

	/** Lets a call go now. */
	send(): Permit {
		const call: Call = { sentAt: systemClock.now(), bytes: 0, tookMs: Infinity, isRefused: false };
		this.latestCalls = [call, ...this.latestCalls].slice(0, CALLS.remembered);
		return {
			ended: (bytes = 0, pauseMs) => {
				call.bytes = bytes;
				call.lateMs = this.lateMs(call);
				call.tookMs = systemClock.now() - call.sentAt;
				if (pauseMs !== undefined) this.slowDown(call, pauseMs);
			},
		};
	}

	/** Takes note of a refusal. */
	private slowDown(call: Call, pauseMs: number): void {
		const now = systemClock.now();
		const sincePause = now - this.pausedUntil;
		call.isRefused = true;

		// In between, the call of another process that looks was one too many: that process goes back.
		const tellsNothing = this.left < Infinity && sincePause >= SOON_MS && !this.isLooking(now);
		if (!tellsNothing) this.left = this.leftByOthers(call);
		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
	}

	/**
	 * The calls per second that others leave to this process, by a call that was refused. Whole calls: two processes of 2.5
	 * may have six calls in one second. One less than there were, so that the look of another process finds room.
	 */
	private leftByOthers(refused: Call): number {
		const taken = this.latestCalls.filter(({ sentAt, isRefused }) => {
			return !isRefused && sentAt <= refused.sentAt && sentAt > refused.sentAt - WINDOW_MS;
		});
		const whole = taken.length >= ENOUGH ? taken.length : taken.length - 1;
		return whole >= 1 ? whole : SLOW_DOWN * Math.min(FEW, this.left);
	}

	/** Whether refusals are so long ago that it is time to look whether others still use the key. */
	private isLooking(now: number): boolean {
		return this.left < Infinity && now - this.pausedUntil >= HOLD_MS;
	}

	/** How many more calls of the look are under way than its answers allow; 0 or less where one more may go. */
	private callsUnderLook(now: number): number {
		const since = Math.min(now, this.pausedUntil + HOLD_MS);
		const calls = this.latestCalls.filter(({ sentAt }) => sentAt >= since);
		const answers = calls.filter(({ tookMs }) => tookMs < Infinity).length;
		return calls.length - answers - Math.floor(answers / ANSWERS_PER_CALL);
	}

	private perSecond(now: number): number {
		if (!this.isLooking(now)) return Math.min(this.allowed, this.left);

		const seconds = (now - this.pausedUntil) / 1_000;
		const regained = Math.max(this.left, REGAINED * this.allowed);
		return Math.min(this.allowed, regained + RECOVERY_PER_SECOND_SQUARED * seconds ** 2);
	}

	/** When the first of as many calls as a window may hold has left it. */
	private placeFreeAt(): number {
		const arrivals = this.latestCalls
			.map((call) => call.sentAt + (call.lateMs ?? this.lateMs(call)))
			.sort((a, b) => b - a);
		const edge = EDGE_MS + Math.min(MAX_SCATTER_MS, this.scatterMs());
		return (arrivals[Math.ceil(this.allowed) - 1] ?? -Infinity) + WINDOW_MS + edge;
	}

	/** The middle one of the times that the latest answers were late. */
	private scatterMs(): number {
		const answered = this.latestCalls.filter(({ tookMs }) => tookMs < Infinity).slice(0, CALLS.latest);
		const late = answered.map(({ lateMs = 0 }) => lateMs).sort((a, b) => a - b);
		return late[Math.floor(late.length / 2)] ?? 0;
	}

	/** How much later than it was sent a call has arrived at most, if its answer comes now; at most a whole window. */
	private lateMs({ sentAt, bytes }: Call): number {
		const alike = this.latestCalls.filter((call) => call.tookMs < Infinity && call.bytes * 2 >= bytes);
		const quickest = alike.length < CALLS.alike ? 0 : Math.min(...alike.map(({ tookMs }) => tookMs));
		return Math.min(WINDOW_MS, Math.max(0, systemClock.now() - sentAt - quickest));
	}
}
