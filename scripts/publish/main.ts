import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeLinks } from './links';
import { readManifest } from './manifest';
import { placeholdersIn, writeOwner } from './owner';
import { release } from './release';

/*
 * Everything about publishing: npm run links, npm run owner, npm run release (docs/internals/publishing.md).
 */

const ROOT = join(__dirname, '..', '..');

function tell(lines: readonly string[]): void {
	process.stdout.write(`${lines.join('\n')}\n`);
}

function links(): void {
	const changed = writeLinks(ROOT);
	tell(changed.length === 0 ? ['All links are right'] : changed.map((file) => `Wrote the links of ${file}`));
}

function owner(args: string[]): void {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ args, options: { organization: text, repository: text, name: text, email: text } });
	writeOwner(ROOT, values);
	writeLinks(ROOT);
	const open = placeholdersIn(readManifest(ROOT));
	tell(open.length === 0 ? ['The owner is written down everywhere'] : open);
}

const COMMANDS: Readonly<Record<string, (args: string[]) => void>> = {
	links,
	owner,
	release: () => release(ROOT, process.env.GITHUB_ACTIONS === 'true'),
};

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
try {
	if (!command) throw new Error(`Commands: ${Object.keys(COMMANDS).join(', ')}`);
	command(args);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
