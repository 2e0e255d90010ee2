import { readFile } from 'node:fs/promises';
import { waitFor } from './wait';
import type { N8nInstance } from './instance';

const bootTimeoutMs = 90_000;
/** n8n's last line at a start: all workflows that are to be active have been tried by then. */
const lastLine = 'Editor is now accessible';

async function boots({ logPath }: N8nInstance): Promise<number> {
	return (await readFile(logPath, 'utf8')).split(lastLine).length - 1;
}

/**
 * Starts of which one may fail: after a kill n8n 2.41 can end while it amends an execution that had not begun, because its own statistics
 * ask when it did. The execution is amended by then, and whoever runs n8n starts it again.
 */
const maxStarts = 2;

/** Starts n8n again and waits until its workflows are active too: it answers requests some time before. */
export async function startCompletely(n8n: N8nInstance): Promise<void> {
	const before = await boots(n8n);
	for (let starts = 1; starts <= maxStarts; starts += 1) {
		await n8n.start();
		const isThrough = await waitFor(
			'n8n to be through with its start',
			async () => ((await boots(n8n)) > before ? true : n8n.pid === undefined ? false : undefined),
			{
				timeoutMs: bootTimeoutMs,
				explain: () => n8n.logTail(),
			},
		);
		if (isThrough) return;
	}
	throw new Error(`n8n ended during each of ${maxStarts} starts.\n${n8n.logTail()}`);
}
