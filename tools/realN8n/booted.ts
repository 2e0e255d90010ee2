import { readFile } from 'node:fs/promises';
import { waitFor } from './wait';
import type { N8nInstance } from './instance';

const bootTimeoutMs = 90_000;
/** n8n's last line at a start: all workflows that are to be active have been tried by then. */
const lastLine = 'Editor is now accessible';

async function boots({ logPath }: N8nInstance): Promise<number> {
	return (await readFile(logPath, 'utf8')).split(lastLine).length - 1;
}

/** Starts n8n again and waits until its workflows are active too: it answers requests some time before. */
export async function startCompletely(n8n: N8nInstance): Promise<void> {
	const before = await boots(n8n);
	await n8n.start();
	await waitFor(
		'n8n to be through with its start',
		async () => ((await boots(n8n)) > before ? true : undefined),
		{
			timeoutMs: bootTimeoutMs,
			explain: () => n8n.logTail(),
		},
	);
}
