import { fork } from 'child_process';
import path from 'path';

/** What a process searches, and what it says. */
export interface Share {
	readonly departments: number;
	readonly users: number;
	/** This process takes every so-many-th world, beginning with its own number. */
	readonly processes: number;
	readonly number: number;
}

export interface ShareResult {
	readonly worlds: number;
	readonly faults: readonly string[];
}

const WORKER = path.join(__dirname, 'worldsWorker.ts');

async function search(share: Share): Promise<ShareResult> {
	const child = fork(WORKER);
	return await new Promise((resolve, reject) => {
		child.on('message', (result: ShareResult) => resolve(result));
		child.on('error', reject);
		child.on('exit', (code) => {
			if (code !== 0) reject(new Error(`A process ended with ${String(code)}`));
		});
		child.send(share);
	});
}

/**
 * Searches every world of so many departments and users.
 *
 * @returns how many there are, and what is wrong with the planner in any of them
 */
export async function searchWorlds(departments: number, users: number, processes: number): Promise<ShareResult> {
	const shares = Array.from({ length: processes }, (_, number) => ({ departments, users, processes, number }));
	const results = await Promise.all(shares.map(search));
	return { worlds: results.reduce((sum, { worlds }) => sum + worlds, 0), faults: results.flatMap(({ faults }) => faults) };
}
