import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeLinks } from './links';
import { readManifest } from './manifest';
import { placeholdersIn, writeOwner } from './owner';
import { release, scan } from './release';
import { writeTables } from '../docs/tables';
import { japanesePages, outdatedIn, writeTranslated } from '../docs/translations';

/*
 * Everything about publishing (docs/internals/publishing.md): `npm run release` makes a release; `npm run release -- links`, `owner`,
 * `scan`, `tables` and `translated` do one step of it.
 */

const ROOT = join(__dirname, '..', '..');

function tell(lines: readonly string[]): void {
	process.stdout.write(`${lines.join('\n')}\n`);
}

function links(): void {
	const changed = writeLinks(ROOT);
	tell(changed.length === 0 ? ['All links are up to date'] : changed.map((file) => `Updated the links in ${file}`));
}

function owner(args: string[]): void {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ args, options: { organization: text, repository: text, name: text, email: text } });
	writeOwner(ROOT, values);
	writeLinks(ROOT);
	const open = placeholdersIn(readManifest(ROOT));
	tell(open.length === 0 ? ['All files name the owner now'] : open);
}

/** Writes down that Japanese pages follow the English ones; without a page, tells which of them do not. */
function translated(pages: string[]): void {
	if (pages.length > 0) {
		const changed = writeTranslated(ROOT, pages);
		tell(changed.length === 0 ? ['These pages said so already'] : changed.map((page) => `Wrote the marks of ${page}`));
		return;
	}

	const outdated = japanesePages(ROOT).flatMap((page) => outdatedIn(ROOT, page));
	tell(outdated.length === 0 ? ['All Japanese pages follow the English ones'] : outdated);
}

const COMMANDS: Readonly<Record<string, (args: string[]) => void>> = {
	links,
	owner,
	scan: () => scan(ROOT),
	tables: () => tell(writeTables(ROOT)),
	translated,
	release: () => release(ROOT, process.env.GITHUB_ACTIONS === 'true'),
};

const [name = 'release', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
try {
	if (!command)
		throw new Error(`There is no command "${name}". Choose one of these: ${Object.keys(COMMANDS).join(', ')}`);
	command(args);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
