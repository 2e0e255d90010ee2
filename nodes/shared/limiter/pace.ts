import { CALLS_PER_SECOND } from '../api/versions';
import { systemClock } from '../base/clock';

const WINDOW_MS = 1_000;

/** Kept to the edge of the window, because timers fire a moment too early; it grows with the scatter of the answers. */
const EDGE_MS = 10;
const MAX_SCATTER_MS = 30;

/** So many calls are remembered; so many answers of like size name the quickest; so many tell the scatter. */
const CALLS = { remembered: 100, alike: 10, latest: 20 };

/** What a refusal leaves of the calls per second; they come back with the square of the seconds. */
const SLOW_DOWN = 0.92;
const RECOVERY_PER_SECOND_SQUARED = 0.0006;

/** A call that was let through. Say when it is over, with or without an answer, or how long a refusal asks to pause. */
export interface Permit {
	ended(bytes?: number, pauseMs?: number): void;
}

/** A call that was sent; how long it took and how much later it counts as arrived, once it is over. */
type Call = { readonly sentAt: number; bytes: number; tookMs: number; lateMs?: number };

/**
 * When the next call of a key may go. The service counts a call when it arrives; we know when it was sent and answered.
 * What an answer takes longer than the quickest of its size counts as lost on the way there: ten slow calls and ten
 * fast ones could arrive in one second. Only refusals tell of other processes with the key: calls keep a distance then,
 * for ten at once would be refused at once.
 */
export class Pace {
	/** Calls per second that this process may use, and what a refusal has left of them. */
	allowed = CALLS_PER_SECOND;
	private slowed = Infinity;
	private pausedUntil = -Infinity;
	private latestCalls: Call[] = [];

	/** Milliseconds until a call may go; 0 when it may go now. */
	wait(): number {
		const now = systemClock.now();
		const perSecond = this.perSecond(now);
		const distance = perSecond < CALLS_PER_SECOND ? (WINDOW_MS + EDGE_MS) / perSecond : 0;
		const mayFollowAt = (this.latestCalls[0]?.sentAt ?? -Infinity) + distance;
		return Math.max(0, this.placeFreeAt() - now, mayFollowAt - now, this.pausedUntil - now);
	}

	/** Lets a call go now. */
	send(): Permit {
		const call: Call = { sentAt: systemClock.now(), bytes: 0, tookMs: Infinity };
		this.latestCalls = [call, ...this.latestCalls].slice(0, CALLS.remembered);
		return {
			ended: (bytes = 0, pauseMs) => {
				const now = systemClock.now();
				call.bytes = bytes;
				call.lateMs = this.lateMs(call);
				call.tookMs = now - call.sentAt;
				if (pauseMs === undefined) return;
				this.slowed = SLOW_DOWN * this.perSecond(now);
				this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
			},
		};
	}

	private perSecond(now: number): number {
		const seconds = Math.max(0, now - this.pausedUntil) / 1_000;
		return Math.min(this.allowed, this.slowed + RECOVERY_PER_SECOND_SQUARED * seconds ** 2);
	}

	/** When the first of as many calls as a window may hold has left it. */
	private placeFreeAt(): number {
		const arrivals = this.latestCalls
			.map((call) => call.sentAt + (call.lateMs ?? this.lateMs(call)))
			.sort((a, b) => b - a);
		const answered = this.latestCalls.filter(({ tookMs }) => tookMs < Infinity).slice(0, CALLS.latest);
		const late = answered.map(({ lateMs = 0 }) => lateMs).sort((a, b) => a - b);
		const edge = EDGE_MS + Math.min(MAX_SCATTER_MS, late[late.length >> 1] ?? 0);
		return (arrivals[Math.ceil(this.allowed) - 1] ?? -Infinity) + WINDOW_MS + edge;
	}

	/** How much later than it was sent a call has arrived at most, if its answer comes now; a whole window says enough. */
	private lateMs({ sentAt, bytes }: Call): number {
		const alike = this.latestCalls.filter((call) => call.tookMs < Infinity && call.bytes * 2 >= bytes);
		const quickest = alike.length < CALLS.alike ? 0 : Math.min(...alike.map(({ tookMs }) => tookMs));
		return Math.min(WINDOW_MS, Math.max(0, systemClock.now() - sentAt - quickest));
	}
}
