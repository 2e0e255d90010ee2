import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** What a finished command leaves behind. */
export interface CommandResult {
	code: number | null;
	signal: NodeJS.Signals | null;
	/** Everything it wrote, both streams in the order it came. */
	output: string;
	/** What it wrote to its standard output alone. */
	stdout: string;
}

/** Options of {@link runCommand}. */
export interface CommandOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Ends the command and all its children. */
	signal?: AbortSignal;
}

const groups = new Set<number>();

/*
 * Children run in process groups of their own so that a whole tree can be ended by its id. The price is
 * that they would outlive a crash of this process; this is what makes them end with it all the same.
 */
process.on('exit', () => {
	for (const pid of groups) signalGroup(pid, 'SIGKILL');
});

/** Sends a signal to a process and all its children; false when there is nobody left to receive it. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
	try {
		process.kill(-pid, signal);
		return true;
	} catch {
		return false;
	}
}

/** Starts a program as the leader of its own process group, which ends with this process at the latest. */
export function spawnGroup(command: string, args: string[], options: SpawnOptions): ChildProcess {
	const child = spawn(command, args, { ...options, detached: true });
	const { pid } = child;
	if (pid !== undefined) {
		groups.add(pid);
		child.once('exit', () => groups.delete(pid));
	}
	return child;
}

/**
 * Runs a program to its end.
 * @returns its exit code and output; a code other than 0 is for the caller to judge
 * @throws when the program cannot be started or the signal fires
 */
export async function runCommand(
	command: string,
	args: string[],
	{ cwd, env, signal }: CommandOptions,
): Promise<CommandResult> {
	signal?.throwIfAborted();
	const child = spawnGroup(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
	const output: string[] = [];
	const stdout: string[] = [];
	const watch = (stream: NodeJS.ReadableStream | null, also?: string[]): void => {
		stream?.setEncoding('utf8').on('data', (text: string) => {
			output.push(text);
			also?.push(text);
		});
	};
	watch(child.stdout, stdout);
	watch(child.stderr);
	const abort = (): void => {
		if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
	};
	signal?.addEventListener('abort', abort, { once: true });
	try {
		return await new Promise<CommandResult>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (code, ended) => {
				if (signal?.aborted) reject(new Error(`${command} ${args[0] ?? ''} was stopped.`));
				else resolve({ code, signal: ended, output: output.join(''), stdout: stdout.join('') });
			});
		});
	} finally {
		signal?.removeEventListener('abort', abort);
	}
}
