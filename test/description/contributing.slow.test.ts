import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { loadedNode } from '../support/engine/supplies';
import { worldPerTest } from '../support/engine/world';
import { copyOf, textOf } from '../support/repository';

/** The steps of CONTRIBUTING.md under "Add an operation", carried out on a copy of the repository as they stand there. */

const world = worldPerTest();
const folder = copyOf('nodes', 'credentials', 'package.json', 'tsconfig.json');

/** One step: code that becomes a new file, goes below a line of an existing one, or takes the place of a text. */
const STEP = /^<!-- (\S+), (new|below: .+?|instead of: .+?) -->\n```ts\n([^]*?)^```$/gm;

function apply(file: string, place: string, code: string): void {
	const path = join(folder, file);
	mkdirSync(dirname(path), { recursive: true });
	if (place === 'new') return writeFileSync(path, code, { flag: 'wx' });
	const [, kind = '', known = ''] = /^(below|instead of): (.+)$/.exec(place) ?? [];
	const text = readFileSync(path, 'utf8');
	if (text.split(known).length !== 2) throw new Error(`CONTRIBUTING.md: ${file} does not have "${known}" once`);
	writeFileSync(path, text.replace(known, kind === 'below' ? `${known}\n${code.trimEnd()}` : code.trimEnd()));
}

it('the recipe for a new operation works as it is written: it has the right types, is offered and sends its request', async () => {
	const steps = [...textOf('CONTRIBUTING.md').matchAll(STEP)];
	expect(steps).toHaveLength(3);
	for (const [, file = '', place = '', code = ''] of steps) apply(file, place, code);
	const config = { extends: './tsconfig.json', include: ['nodes/**/*.ts'] };
	writeFileSync(join(folder, 'tsconfig.nodes.json'), JSON.stringify(config));
	const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.nodes.json'];
	execFileSync(process.execPath, tsc, { cwd: folder });

	world.allowViolations();
	const path = join(folder, 'nodes/BusinessCardData/BusinessCardData.node');
	const { BusinessCardData } = (await import(path)) as { BusinessCardData: new () => INodeType };
	const type = loadedNode(new BusinessCardData());
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
	expect(error?.message).toContain('exists in API version 2.5, 3.2');
	expect(world.emulator.calls).toEqual([]);
});
