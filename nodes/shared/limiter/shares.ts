import { CALLS_PER_SECOND } from '../api/versions';
import { systemClock } from '../base/clock';

/** What a credential lets this process have of the allowance of its key. */
export interface Share {
	/** The id of the credential in n8n. */
	readonly credential: string;
	readonly callsPerSecond: number;
}

/** How long the former value of an edited credential counts after its last use: a run may go on that began with it. */
const OUTLIVED_MS = 60_000;

/** How long a credential counts after its last use: nobody tells when one was deleted, or got another key. */
const FORGOTTEN_MS = 7_200_000;

/** What is known of one credential. Times are on {@link systemClock}'s scale. */
interface Uses {
	/** When each value was used last; the present value stands at the end. */
	readonly values: Map<number, number>;
	/** When a call was made with the credential, or waited for its turn, last. */
	neededAt: number;
}

function presentOf({ values }: Uses): number | undefined {
	return [...values.keys()].at(-1);
}

/** The shares of the credentials that hold one key. The lowest counts: whoever set it knows that others use the key. */
export class Shares {
	private readonly credentials = new Map<string, Uses>();

	/** Notes that a call is made with a credential. */
	use({ credential, callsPerSecond }: Share): void {
		const now = systemClock.now();
		const { values = new Map<number, number>() } = this.credentials.get(credential) ?? {};

		// The present value goes to the end.
		values.delete(callsPerSecond);
		values.set(callsPerSecond, now);
		this.credentials.set(credential, { values, neededAt: now });
	}

	/** Notes that a call waits with the present value of its credential: the credential is not forgotten meanwhile. */
	keep({ credential, callsPerSecond }: Share): void {
		const uses = this.credentials.get(credential);
		if (uses && presentOf(uses) === callsPerSecond) uses.neededAt = systemClock.now();
	}

	/** The calls per second that this process may make. */
	lowest(): number {
		this.forget();
		const values = [...this.credentials.values()].flatMap((uses) => [...uses.values.keys()]);
		return Math.min(CALLS_PER_SECOND, ...values);
	}

	/** Forgets former values, and credentials that are used no more. */
	private forget(): void {
		const now = systemClock.now();

		for (const [credential, uses] of this.credentials) {
			if (now - uses.neededAt > FORGOTTEN_MS) this.credentials.delete(credential);

			const present = presentOf(uses);
			for (const [value, usedAt] of uses.values) {
				if (value !== present && now - usedAt > OUTLIVED_MS) uses.values.delete(value);
			}
		}
	}
}
