import { delimiter, dirname } from 'node:path';
import { runCommand, type CommandResult } from './processes';

/** Options of {@link npm}. */
export interface NpmOptions {
	/** The folder of the package.json that npm works on. */
	folder: string;
	/** Where the Node.js stands that npm and what it starts run on; the one of this process when left out. */
	nodeFolder?: string;
	signal?: AbortSignal;
}

/*
 * A script started by `npm run` inherits npm's own settings as variables, among them those of the
 * repository's .npmrc. They would win over the .npmrc of the folder that npm is to work on now.
 */
const inherited =
	/^(INIT_CWD$|npm_(lifecycle|package|command|config_(local_prefix|prefix|ignore_scripts|legacy_peer_deps)))/i;

/** The environment without what an outer npm run put there for its own package. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
}

/** The search path with a folder before all others. */
export function pathFrom(folder: string): string {
	return [folder, process.env.PATH ?? ''].join(delimiter);
}

/** The last lines of a text, for error messages. */
export function tail(text: string, lines = 30): string {
	return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * Runs npm and expects it to succeed.
 * @throws with the end of npm's output when it ends with another code than 0
 */
export async function npm(
	args: string[],
	{ folder, nodeFolder = dirname(process.execPath), signal }: NpmOptions,
): Promise<CommandResult> {
	const result = await runCommand('npm', args, {
		cwd: folder,
		env: { ...cleanEnvironment(), PATH: pathFrom(nodeFolder) },
		signal,
	});
	if (result.code !== 0) {
		throw new Error(
			`"npm ${args.join(' ')}" in ${folder} ended with code ${result.code ?? result.signal}. Its last lines:\n${tail(result.output)}`,
		);
	}
	return result;
}
