import { fork } from 'child_process';
import path from 'path';

/** Which worlds are searched. */
export interface Bounds {
	readonly departments: number;
	readonly users: number;
	/** Also worlds that differ from others by the names of their departments alone. */
	readonly everyNaming: boolean;
}

/** What a process searches of them. */
export interface Share extends Bounds {
	/** This process takes every so-many-th world, beginning with its own number. */
	readonly processes: number;
	readonly number: number;
}

/** What a process has found so far. */
export interface ShareResult {
	readonly worlds: number;
	readonly faults: readonly string[];
	readonly ended: boolean;
}

const WORKER = path.join(__dirname, 'worldsWorker.ts');

async function search(share: Share, hear: (result: ShareResult) => void): Promise<void> {
	const child = fork(WORKER);
	await new Promise<void>((resolve, reject) => {
		child.on('message', (result: ShareResult) => {
			hear(result);
			if (result.ended) resolve();
		});
		child.on('error', reject);
		child.on('exit', (code) => {
			if (code !== 0) reject(new Error(`A process ended with ${String(code)}`));
		});
		child.send(share);
	});
}

/**
 * Searches every world within the bounds.
 *
 * @param tell is told now and then how many have been searched, and what is wrong with the planner in any of them
 * @returns how many there are, and what is wrong
 */
export async function searchWorlds(
	bounds: Bounds,
	processes: number,
	tell: (worlds: number, faults: readonly string[]) => void,
): Promise<Pick<ShareResult, 'worlds' | 'faults'>> {
	const results = Array.from({ length: processes }, (): ShareResult => ({ worlds: 0, faults: [], ended: false }));
	const worlds = () => results.reduce((sum, result) => sum + result.worlds, 0);
	const faults = () => results.flatMap((result) => result.faults);
	const hearFrom = (number: number) => (result: ShareResult) => {
		results[number] = result;
		tell(worlds(), faults());
	};
	await Promise.all(results.map(async (_, number) => await search({ ...bounds, processes, number }, hearFrom(number))));
	return { worlds: worlds(), faults: faults() };
}
