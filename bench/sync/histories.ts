import { fork } from 'child_process';
import path from 'path';
import { withModules, withProgram } from '../support/program';

/** Histories of one seed. */
export interface Portion {
	readonly seed: number;
	readonly runs: number;
}

/** What was wrong in a portion: with what it is found again, and the findings. */
export interface PortionResult {
	readonly lived: number;
	readonly failures: readonly string[];
}

const WORKER = path.join(__dirname, 'historiesWorker.ts');

/** Few enough that a failure is heard of soon. */
const PORTION = 250;

async function work(program: string, portions: Portion[], hear: (result: PortionResult) => void): Promise<void> {
	const child = fork(program, { execArgv: [], env: withModules() });
	await new Promise<void>((resolve, reject) => {
		const goOn = () => {
			const portion = portions.shift();
			if (portion) child.send(portion);
			else child.disconnect();
		};
		child.on('message', (result: PortionResult) => {
			hear(result);
			goOn();
		});
		child.on('error', reject);
		child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A process ended with ${String(code)}`))));
		goOn();
	});
}

/**
 * Lives through histories of a sync.
 *
 * @param seed of the first portion; each further one takes the next
 * @param hear is told after each portion how many have been lived through
 * @returns what went wrong
 */
export async function liveThrough(runs: number, seed: number, processes: number, hear: (lived: number) => void): Promise<string[]> {
	const portions = Array.from({ length: Math.ceil(runs / PORTION) }, (_, index) => ({
		seed: seed + index,
		runs: Math.min(PORTION, runs - index * PORTION),
	}));
	const failures: string[] = [];
	let lived = 0;
	const collect = (result: PortionResult) => {
		failures.push(...result.failures);
		hear((lived += result.lived));
	};
	await withProgram(WORKER, async (program) => {
		await Promise.all(Array.from({ length: processes }, async () => await work(program, portions, collect)));
	});
	return failures;
}
