import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The steps of CONTRIBUTING.md under "Add an operation", carried out on a copy of the repository as they stand there. */

const REPOSITORY = join(__dirname, '../..');
const TEST = ['emulator', 'jest', 'inFull.ts', 'seed.ts', 'support'].map((path) => `test/${path}`);
const COPIED = ['nodes', 'credentials', ...TEST, 'package.json', 'tsconfig.json'];
const PATIENCE_MS = 300_000;

/** One step: code that becomes a new file, goes below a line of an existing one, or takes the place of a text. */
const STEP = /^<!-- (\S+), (new|below: .+?|instead of: .+?) -->\n```ts\n([^]*?)^```$/gm;

/** What the new operation has to do: it is offered, and sends its request. */
const PROOF = `
import { worldPerTest } from './support/engine/world';

const world = worldPerTest();

test('the new operation sends its request', async () => {
	world.allowViolations();
	const parameters = { resource: 'businessCard', operation: 'getNotes', businessCardId: 'c/1', author: 'a@example.com', limit: 7 };
	await world.run(parameters);
	const [call] = world.emulator.calls;
	expect(call?.method).toBe('GET');
	expect(call?.path).toBe('/v3.2/bizCards/c%2F1/notes');
	expect(call?.query).toEqual([['author', 'a@example.com'], ['limit', '7']]);
	world.emulator.clearLog();
	const { error } = await world.run({ ...parameters, apiVersion: '={{ "2.0" }}' });
	expect(error?.message).toContain('exists in API version 2.5, 3.2');
	expect(world.emulator.calls).toEqual([]);
});
`;

async function apply(folder: string, file: string, place: string, code: string): Promise<void> {
	const path = join(folder, file);
	await mkdir(dirname(path), { recursive: true });
	if (place === 'new') return await writeFile(path, code, { flag: 'wx' });
	const [, kind = '', known = ''] = /^(below|instead of): (.+)$/.exec(place) ?? [];
	const text = await readFile(path, 'utf8');
	if (text.split(known).length !== 2) throw new Error(`CONTRIBUTING.md: ${file} does not have "${known}" once`);
	await writeFile(path, text.replace(known, kind === 'below' ? `${known}\n${code.trimEnd()}` : code.trimEnd()));
}

/** Runs a tool of the repository in the copy. @throws with what it printed when it fails */
async function tool(folder: string, script: string, ...args: string[]): Promise<void> {
	const options = { cwd: folder, timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
	await promisify(execFile)(process.execPath, [join(folder, 'node_modules', script), ...args], options);
}

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'contributing-'));
	for (const path of COPIED) await cp(join(REPOSITORY, path), join(folder, path), { recursive: true });
	await symlink(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
});

afterEach(async () => {
	await rm(folder, { recursive: true, force: true });
});

it(
	'the recipe for a new operation works as it is written',
	async () => {
		const text = await readFile(join(REPOSITORY, 'CONTRIBUTING.md'), 'utf8');
		const steps = [...text.matchAll(STEP)];
		expect(steps).toHaveLength(3);
		for (const [, file = '', place = '', code = ''] of steps) await apply(folder, file, place, code);
		const config = { extends: './tsconfig.json', include: ['nodes/**/*.ts'] };
		await writeFile(join(folder, 'tsconfig.nodes.json'), JSON.stringify(config));
		await writeFile(join(folder, 'test/added.test.ts'), PROOF);
		await tool(folder, 'typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.nodes.json');
		await tool(folder, 'jest/bin/jest.js', '--testMatch', '**/test/added.test.ts', '--maxWorkers=1');
	},
	PATIENCE_MS,
);
