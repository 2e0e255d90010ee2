/** So long after its last use a value of a credential still counts beside the one that took its place. */
const OUTLIVED_MS = 60_000;

/**
 * What the credentials of one key let this process have of the key's allowance. The lowest counts: whoever set it knows of
 * others who use the key.
 *
 * A credential that was edited counts with its present value, as soon as what began with the former one is over. One that
 * was deleted counts until n8n is started again, because nobody says that it is gone.
 */
export class Shares {
	/** When each value was used last, by the id of the credential. */
	private readonly values = new Map<string, Map<number, number>>();

	/**
	 * Notes that a credential is in use.
	 *
	 * @returns the lowest value of all
	 */
	note(credential: string, callsPerSecond: number, now: number): number {
		const known = this.values.get(credential) ?? new Map<number, number>();
		for (const [value, usedAt] of known) if (now - usedAt > OUTLIVED_MS) known.delete(value);
		known.set(callsPerSecond, now);
		this.values.set(credential, known);
		return Math.min(...[...this.values.values()].flatMap((each) => [...each.keys()]));
	}
}
