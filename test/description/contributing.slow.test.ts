import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { loadedNode } from '../support/engine/supplies';
import { worldPerTest } from '../support/engine/world';
import { copyOf, textOf } from '../support/repository';

/** The recipes of CONTRIBUTING.md, carried out on a copy of the repository as they stand there. */

const world = worldPerTest();

const TESTS = ['description', 'emulator', 'engine', 'support'].map((folder) => `test/${folder}`);
const COPIED = ['nodes', 'credentials', 'package.json', 'tsconfig.json', ...TESTS];

/** One step: code that becomes a new file, goes below a line of an existing one, or takes the place of a text. */
const STEP = /^<!-- (\S+), (new|below: .+?|instead of: .+?) -->\n```ts\n([^]*?)^```$/gm;

/** The text below a heading of CONTRIBUTING.md, up to the next heading of its level. */
function sectionOf(heading: string): string {
	const [, section = ''] = textOf('CONTRIBUTING.md').split(`\n## ${heading}\n`);
	const [text = ''] = section.split('\n## ');
	return text;
}

function apply(folder: string, file: string, place: string, code: string): void {
	const path = join(folder, file);
	mkdirSync(dirname(path), { recursive: true });
	if (place === 'new') return writeFileSync(path, code, { flag: 'wx' });

	const [, kind = '', known = ''] = /^(below|instead of): (.+)$/.exec(place) ?? [];
	const text = readFileSync(path, 'utf8');
	if (text.split(known).length !== 2) throw new Error(`CONTRIBUTING.md: ${file} does not have "${known}" once`);
	writeFileSync(
		path,
		text.replace(known, () => (kind === 'below' ? `${known}\n${code.trimEnd()}` : code.trimEnd())),
	);
}

/** Carries out the steps of a recipe. @returns how many there were. @throws when the types no longer fit */
function follow(folder: string, heading: string): number {
	const steps = [...sectionOf(heading).matchAll(STEP)];
	for (const [, file = '', place = '', code = ''] of steps) apply(folder, file, place, code);

	const include = ['nodes/**/*.ts', 'test/description/requestCases.ts', 'test/emulator/index.ts'];
	writeFileSync(join(folder, 'tsconfig.steps.json'), JSON.stringify({ extends: './tsconfig.json', include }));
	const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.steps.json'];
	const { status, stdout } = spawnSync(process.execPath, tsc, { cwd: folder, encoding: 'utf8' });
	if (status !== 0) throw new Error(`After the steps of "${heading}":\n${stdout}`);
	return steps.length;
}

/** The node as it is in a copy. */
async function nodeIn(folder: string): Promise<INodeType> {
	const path = join(folder, 'nodes/BusinessCardData/BusinessCardData.node');
	const { BusinessCardData } = (await import(path)) as { BusinessCardData: new () => INodeType };
	return loadedNode(new BusinessCardData());
}

describe('Add an operation', () => {
	const folder = copyOf(...COPIED);

	it('works as it is written: it has the right types, is offered and sends its request', async () => {
		expect(follow(folder, 'Add an operation')).toBe(3);
		world.allowViolations();
		const type = await nodeIn(folder);

		const notes = { resource: 'businessCard', operation: 'getNotes', businessCardId: 'c/1' };
		const parameters = { ...notes, author: 'a@example.com', limit: 7 };
		await world.run(parameters, { type });
		const [call] = world.emulator.calls;
		expect([call?.method, call?.path]).toEqual(['GET', '/v3.2/bizCards/c%2F1/notes']);
		expect(call?.query).toEqual([
			['author', 'a@example.com'],
			['limit', '7'],
		]);

		world.emulator.clearLog();
		const { error } = await world.run({ ...parameters, apiVersion: '={{ "2.0" }}' }, { type });
		expect(error?.message).toContain('2.5');
		expect(world.emulator.calls).toEqual([]);
	});
});

describe('Add a field', () => {
	const folder = copyOf(...COPIED);

	it('works as it is written: it has the right types, is sent, and the contract and the emulator know it', async () => {
		expect(follow(folder, 'Add a field')).toBe(5);
		world.allowViolations();

		const search = { resource: 'businessCard', operation: 'search', filters: { title: '部長' }, limit: 7 };
		await world.run(search, { type: await nodeIn(folder) });
		expect(Object.fromEntries(world.emulator.calls[0]?.query ?? [])).toMatchObject({ title: '部長' });

		const path = (file: string) => join(folder, 'test', file);
		const { CONTRACT } = (await import(path('description/contract'))) as typeof import('./contract');
		const { REQUEST_CASES } = (await import(path('description/requestCases'))) as typeof import('./requestCases');
		const { ENDPOINTS } = (await import(path('emulator'))) as typeof import('../emulator');
		expect(CONTRACT['businessCard.search']?.collections.filters).toContain('title');
		expect(REQUEST_CASES['businessCard.search']?.full).toMatchObject({ filters: { title: '部長' } });
		expect(ENDPOINTS.find(({ id }) => id === 'E2')?.parameters.map(({ name }) => name)).toContain('title');
	});
});
