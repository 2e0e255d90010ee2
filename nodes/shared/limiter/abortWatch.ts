/**
 * Tells many that a signal fired, with one listener for each signal: thousands of items of an execution wait for one
 * cancel signal, and a signal looks through all its listeners when one more is added.
 */
export class AbortWatch {
	private readonly watched = new Map<AbortSignal, Set<() => void>>();

	/**
	 * @param then what to do at once when the signal fires
	 * @returns what ends the watch
	 */
	add(signal: AbortSignal, then: () => void): () => void {
		const told = this.watched.get(signal) ?? this.listen(signal);
		told.add(then);
		return () => {
			told.delete(then);
			if (told.size === 0) this.unlisten(signal);
		};
	}

	private listen(signal: AbortSignal): Set<() => void> {
		const told = new Set<() => void>();
		this.watched.set(signal, told);
		signal.addEventListener('abort', this.onAbort);
		return told;
	}

	private unlisten(signal: AbortSignal): void {
		this.watched.delete(signal);
		signal.removeEventListener('abort', this.onAbort);
	}

	private readonly onAbort = (event: Event): void => {
		const signal = event.target as AbortSignal;
		const told = this.watched.get(signal) ?? [];
		this.unlisten(signal);
		for (const then of [...told]) then();
	};
}
