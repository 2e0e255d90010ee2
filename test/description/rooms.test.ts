import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { roomsRule } from '../../tools/rooms/rule';
import { roomOf, ROOMS, TESTS } from '../../tools/rooms/table';

/** Who may import whom: the table and the rule that lint holds every import against. */

const REPOSITORY = join(__dirname, '../..');

/** What lint says of a file with this text. */
function problems(file: string, text: string): string[] {
	const linter = new Linter({ cwd: REPOSITORY });
	const messages = linter.verify(
		text,
		{
			files: ['**/*.ts'],
			languageOptions: { parser: tseslint.parser as Linter.Parser },
			plugins: { rooms: { rules: { imports: roomsRule } } },
			rules: { 'rooms/imports': 'error' },
		},
		join(REPOSITORY, file),
	);
	return messages.map(({ message }) => message.replace(/: the table of rooms.*/, ''));
}

/** Every file of TypeScript, those that are new and not kept yet included. */
function sources(): string[] {
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'];
	return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).split('\n').filter((file) => file !== '');
}

describe('the table', () => {
	test('has a row of its own for each room, node, benchmark and script', () => {
		const rows = ROOMS.map(({ folder }) => folder);
		const parents = ['nodes', 'nodes/shared', 'bench', 'scripts'];
		const folders = sources().flatMap((file) => parents.flatMap((parent) => new RegExp(`^${parent}/[^/]+(?=/)`).exec(file) ?? []));
		expect([...new Set(folders)].filter((folder) => !rows.includes(folder))).toEqual([]);
		expect(folders).toContain('nodes/shared/base');
		expect(new Set(rows).size).toBe(rows.length);
	});

	test('has no row of a folder that is not there', () => {
		const named = ROOMS.flatMap(({ folder, imports }) => [folder, ...imports]);
		expect(named.filter((folder) => !existsSync(join(REPOSITORY, folder)))).toEqual([]);
	});

	test('has a room for every file of TypeScript in the repository', () => {
		expect(sources().filter((file) => !roomOf(file))).toEqual([]);
	});

	test('goes in no circle inside nodes/shared', () => {
		const rooms = new Map(ROOMS.filter(({ folder }) => folder.startsWith('nodes/shared')).map((room) => [room.folder, room.imports]));
		const reaches = (from: string, seen: readonly string[] = []): string[] =>
			(rooms.get(from) ?? []).flatMap((next) => (seen.includes(next) ? [next] : [next, ...reaches(next, [...seen, next])]));
		expect([...rooms.keys()].filter((room) => reaches(room).includes(room))).toEqual([]);
	});

	test('lets nothing that is published import tests, benchmarks, scripts or tools', () => {
		const published = ROOMS.filter(({ folder }) => /^(?:nodes|credentials)/.test(folder));
		expect(published.flatMap(({ imports }) => imports).filter((folder) => !folder.startsWith('nodes'))).toEqual([]);
	});

	test('takes a test for one of the tests wherever it stands', () => {
		expect(roomOf('test/emulator/paging.test.ts')?.folder).toBe(TESTS);
		expect(roomOf('test/programs/kills/fates.test.ts')?.folder).toBe('test/programs');
	});
});

/** A file, where it must not import from, and what is said. */
const FORBIDDEN: ReadonlyArray<readonly [what: string, file: string, from: string, problem: string]> = [
	['a lower room from a higher one', 'nodes/shared/values/x.ts', '../http/errors', 'nodes/shared/values does not import nodes/shared/http'],
	['a room from the door', 'nodes/shared/api/x.ts', '..', 'nodes/shared/api does not import nodes/shared'],
	['a room from the door by its file', 'nodes/shared/api/x.ts', '../index', 'nodes/shared/api does not import nodes/shared'],
	['a node from a room past the door', 'nodes/BusinessCardData/x.ts', '../shared/http/client', 'nodes/BusinessCardData does not import nodes/shared/http'],
	['a node from a folder of a room', 'nodes/BusinessCardData/execution/x.ts', '../../shared/organization/plan', 'nodes/BusinessCardData does not import nodes/shared/organization'],
	['a node from the other one', 'nodes/BusinessCardData/x.ts', '../BusinessCardDataTrigger/events', 'nodes/BusinessCardData does not import nodes/BusinessCardDataTrigger'],
	['the other one from a node', 'nodes/BusinessCardDataTrigger/x.ts', '../BusinessCardData/resources', 'nodes/BusinessCardDataTrigger does not import nodes/BusinessCardData'],
	['the panel from a node', 'nodes/panel/x.ts', '../BusinessCardData/resources', 'nodes/panel does not import nodes/BusinessCardData'],
	['the panel from a room past the door', 'nodes/panel/x.ts', '../shared/api/versions', 'nodes/panel does not import nodes/shared/api'],
	['the watermark from the panel', 'nodes/BusinessCardDataTrigger/watermark/x.ts', '../../panel/fields', 'nodes/BusinessCardDataTrigger/watermark does not import nodes/panel'],
	['the credential from a room past the door', 'credentials/X.credentials.ts', '../nodes/shared/http/credentials', 'credentials does not import nodes/shared/http'],
	['what is published from a test', 'nodes/shared/base/x.ts', '../../../test/inFull', 'nodes/shared/base does not import test'],
	['what is published from tools', 'nodes/shared/base/x.ts', '../../../tools/jpeg', 'nodes/shared/base does not import tools'],
	['the emulator from our code', 'test/emulator/x.ts', '../../nodes/shared', 'test/emulator does not import nodes/shared'],
	['the emulator from a test', 'test/emulator/x.ts', '../seed', 'test/emulator does not import test'],
	['a test from a script', 'test/engine/x.test.ts', '../../scripts/probe/run', 'test does not import scripts/probe'],
	['a test from a benchmark', 'test/unit/x.test.ts', '../../bench/kills/fates', 'test does not import bench/kills'],
	['a benchmark from a test', 'bench/kills/x.ts', '../../test/engine/pairs', 'bench/kills does not import test'],
	['a benchmark from another one', 'bench/performance/x.ts', '../kills/fates', 'bench/performance does not import bench/kills'],
	['a benchmark from a script', 'bench/kills/x.ts', '../../scripts/demo/drip', 'bench/kills does not import scripts/demo'],
	['a script from another one', 'scripts/screenshots/x.ts', '../demo/drip', 'scripts/screenshots does not import scripts/demo'],
	['a script from a benchmark', 'scripts/compat/x.ts', '../../bench/support/markdown', 'scripts/compat does not import bench/support'],
	['tools from a test', 'tools/x.ts', '../test/inFull', 'tools does not import test'],
	['a file from a folder without a room', 'tools/x.ts', '../elsewhere/y', 'elsewhere/y is in no room'],
	['a package that the room does not have', 'nodes/shared/cards/x.ts', 'luxon', 'nodes/shared/cards does not import the package luxon'],
	['a module of Node that the room does not have', 'nodes/shared/http/x.ts', 'node:fs', 'nodes/shared/http does not import the package node:fs'],
	['more than types of n8n', 'nodes/BusinessCardDataTrigger/watermark/x.ts', 'n8n-workflow', 'nodes/BusinessCardDataTrigger/watermark imports only types of the package n8n-workflow'],
];

test.each(FORBIDDEN)('lint refuses to import %s', (_, file, from, problem) => {
	expect(problems(file, `import { y } from '${from}';\n`)).toEqual([problem]);
});

/** Every form in which one file can import another. */
const FORMS: readonly string[] = [
	"import { y } from '../http/errors';",
	"import type { Y } from '../http/errors';",
	"import { type Y } from '../http/errors';",
	"import * as y from '../http/errors';",
	"import '../http/errors';",
	"import y = require('../http/errors');",
	"export { y } from '../http/errors';",
	"export type { Y } from '../http/errors';",
	"export * from '../http/errors';",
	"export const y = await import('../http/errors');",
	"export const y = require('../http/errors');",
	"export type Y = import('../http/errors').Y;",
	"export type Y = typeof import('../http/errors');",
];

test.each(FORMS)('lint sees %s', (text) => {
	expect(problems('nodes/shared/values/x.ts', text)).toEqual(['nodes/shared/values does not import nodes/shared/http']);
});

test('lint lets through what the table has', () => {
	const allowed: ReadonlyArray<readonly [file: string, from: string]> = [
		['nodes/BusinessCardData/execution/x.ts', '../../shared'],
		['nodes/BusinessCardData/execution/x.ts', './y'],
		['nodes/shared/lists/byTime/x.ts', '../../http/client'],
		['nodes/BusinessCardDataTrigger/watermark/x.ts', '../state'],
		['test/programs/kills/x.test.ts', '../../../bench/kills/fates'],
		['test/description/x.test.ts', '../../package.json'],
		['nodes/panel/x.ts', 'n8n-workflow'],
	];
	expect(allowed.flatMap(([file, from]) => problems(file, `import { y } from '${from}';\n`))).toEqual([]);
	expect(problems('nodes/shared/api/x.ts', "import type { INode } from 'n8n-workflow';\n")).toEqual([]);
});
