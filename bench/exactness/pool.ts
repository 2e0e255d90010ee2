import { fork } from 'child_process';
import path from 'path';
import type { Message, Portion } from './worker';

const WORKER = path.join(__dirname, 'worker.ts');

/** One process: it takes portion after portion from the list. */
async function work(portions: Portion[], hear: (message: Message) => void): Promise<void> {
	const child = fork(WORKER);
	await new Promise<void>((resolve, reject) => {
		const goOn = () => {
			const portion = portions.shift();
			if (portion) child.send(portion);
			else child.disconnect();
		};
		child.on('message', (message: Message) => {
			hear(message);
			if (!('failure' in message)) goOn();
		});
		child.on('error', reject);
		child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A process ended with ${String(code)}`))));
		goOn();
	});
}

/**
 * Lives through portions of histories in several processes.
 *
 * @param hear is told what they find, as soon as they do
 * @throws Error when a process ends before its work is done
 */
export async function runPortions(
	portions: readonly Portion[],
	processes: number,
	hear: (message: Message) => void,
): Promise<void> {
	const left = [...portions];
	await Promise.all(Array.from({ length: processes }, async () => await work(left, hear)));
}
