import { CALLS_PER_SECOND } from '../api/versions';
import { systemClock } from '../base/clock';

/** The part of a key's allowance that a credential lets this process have. */
export interface Share {
	/** The id of the credential in n8n. */
	readonly credential: string;
	readonly callsPerSecond: number;
}

/** Time for which the former value of an edited credential counts after its last use: a run that began with it may go on. */
const OUTLIVED_MS = 60_000;

/** Time for which a credential counts after its last use: nobody tells when one was deleted, or got another key. */
const FORGOTTEN_MS = 7_200_000;

/** The uses of one credential. Times are on {@link systemClock}'s scale. */
interface Uses {
	/** The last use of each value; the present value stands at the end. */
	readonly values: Map<number, number>;
	/** The last time that a call was made with the credential, or waited for its turn. */
	neededAt: number;
}

function presentValue(uses: Uses): number | undefined {
	return [...uses.values.keys()].at(-1);
}

/** Forgets values that a credential had before, once they have outlived their last use. */
function forgetFormerValues(uses: Uses, now: number): void {
	const present = presentValue(uses);

	for (const [value, usedAt] of uses.values) {
		const isFormer = value !== present;
		const hasOutlived = now - usedAt > OUTLIVED_MS;
		if (isFormer && hasOutlived) {
			uses.values.delete(value);
		}
	}
}

/** The shares of the credentials that hold one key. The lowest counts: whoever set it knows that others use the key. */
export class Shares {
	private readonly credentials = new Map<string, Uses>();

	/** Notes that a call is made with a credential. */
	use(share: Share): void {
		const { credential, callsPerSecond } = share;
		const now = systemClock.now();
		const known = this.credentials.get(credential);
		const values = known?.values ?? new Map<number, number>();

		// The present value goes to the end.
		values.delete(callsPerSecond);
		values.set(callsPerSecond, now);
		this.credentials.set(credential, { values, neededAt: now });
	}

	/** Notes that a call waits with the present value of its credential: the credential is not forgotten meanwhile. */
	keep(share: Share): void {
		const uses = this.credentials.get(share.credential);
		if (!uses) return;

		const isPresent = presentValue(uses) === share.callsPerSecond;
		if (isPresent) {
			uses.neededAt = systemClock.now();
		}
	}

	/** The calls per second that this process may make. */
	lowest(): number {
		this.forget();

		const allUses = [...this.credentials.values()];
		const values = allUses.flatMap((uses) => [...uses.values.keys()]);
		return Math.min(CALLS_PER_SECOND, ...values);
	}

	/** Forgets former values, and credentials that are used no more. */
	private forget(): void {
		const now = systemClock.now();

		for (const [credential, uses] of this.credentials) {
			if (now - uses.neededAt > FORGOTTEN_MS) {
				this.credentials.delete(credential);
			} else {
				forgetFormerValues(uses, now);
			}
		}
	}
}
