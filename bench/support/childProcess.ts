import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program of the benchmark in a process of its own, so that it shares no event loop and no memory with others. */
export interface Child {
	readonly process: ChildProcess;
	/** The first line that it prints, as JSON. */
	readonly firstLine: Promise<unknown>;
	/** Ends it, and waits until it has ended. */
	end(): Promise<void>;
}

/**
 * Starts a TypeScript program. `firstLine` fails when it ends without having printed a line of JSON.
 *
 * @param flags of Node.js itself
 */
export function startProgram(file: string, args: readonly string[], flags: readonly string[] = []): Child {
	const all = [...flags, '--import', 'tsx', file, ...args];
	const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
	const firstLine = new Promise<unknown>((resolve, reject) => {
		createInterface({ input: child.stdout }).on('line', (line) => {
			if (line.startsWith('{')) resolve(JSON.parse(line));
		});
		child.once('close', (code) => reject(new Error(`${file} ended with ${String(code)} before it said anything`)));
	});
	return {
		process: child,
		firstLine,
		async end() {
			child.kill('SIGTERM');
			await ended;
		},
	};
}
