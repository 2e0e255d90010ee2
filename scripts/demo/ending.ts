const parentLookEveryMs = 1000;

/** Ctrl-C in a terminal arrives twice: from the terminal itself, and passed on by npm. */
const sameRequestMs = 1000;

/**
 * A signal that fires when the demo is to end: on Ctrl-C, when it is told to by the system, or when the process
 * that started it is gone, because npm does not pass everything on. Asking again later ends it at once.
 * @param told called the first time
 */
export function endSignal(told: () => void): AbortSignal {
	const controller = new AbortController();
	let askedAt = 0;
	const end = (): void => {
		if (controller.signal.aborted) {
			if (performance.now() - askedAt > sameRequestMs) process.exit(1);
			return;
		}
		askedAt = performance.now();
		told();
		controller.abort(new Error('The demo was ended.'));
	};
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, end);
	const { ppid } = process;
	const parentLook = setInterval(() => {
		if (process.ppid === ppid) return;
		clearInterval(parentLook);
		if (!controller.signal.aborted) end();
	}, parentLookEveryMs);
	parentLook.unref();
	return controller.signal;
}
