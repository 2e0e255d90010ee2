const parentLookEveryMs = 1000;

/**
 * A signal that fires when the demo is to end: on Ctrl-C, when it is told to by the system, or when the process
 * that started it is gone, because npm does not pass everything on. Asking a second time ends it at once.
 * @param told called the first time
 */
export function endSignal(told: () => void): AbortSignal {
	const controller = new AbortController();
	const end = (): void => {
		if (controller.signal.aborted) process.exit(1);
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
