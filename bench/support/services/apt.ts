import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../tools/realN8n/processes';

/** The Debian package that brings each program. */
const packages = { 'redis-server': 'redis-server', postgres: 'postgresql' } as const;

type Program = keyof typeof packages;

/** Where to look, now or again after an installation. */
type Folders = string[] | (() => Promise<string[]>);

async function find(program: Program, folders: Folders): Promise<string | undefined> {
	const known = typeof folders === 'function' ? await folders() : folders;
	return known.map((folder) => join(folder, program)).find(existsSync);
}

/**
 * Finds a program and installs it with apt-get where it is missing.
 * @returns its path
 * @throws with what to do when it is missing and cannot be installed
 */
export async function ensureProgram(program: Program, folders: Folders): Promise<string> {
	const there = await find(program, folders);
	if (there !== undefined) return there;
	const args = ['install', '--yes', '--no-install-recommends', packages[program]];
	if (process.getuid?.() !== 0) throw new Error(`There is no ${program}: run "sudo apt-get ${args.join(' ')}" first.`);
	/* Without a run level the package does not start the service that it brings. */
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
	const installed = await runCommand('apt-get', args, { cwd: '/', env });
	const found = await find(program, folders);
	if (found === undefined) throw new Error(`"apt-get ${args.join(' ')}" did not bring ${program}:\n${installed.output}`);
	return found;
}
