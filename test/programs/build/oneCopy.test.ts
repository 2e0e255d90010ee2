import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyOf } from '../../support/repository';

/** The build on a copy of the repository: whatever a process of n8n loads, it has one limiter for each key. */

const run = promisify(execFile);
const folder = copyOf('nodes', 'credentials', 'scripts/build.mjs', 'package.json', 'tsconfig.json');

async function build(): Promise<void> {
	await run(process.execPath, ['scripts/build.mjs'], { cwd: folder });
}

/** The built files that have a text. */
async function filesWith(text: string): Promise<string[]> {
	const files = (await readdir(join(folder, 'dist'), { recursive: true })).filter((file) => file.endsWith('.js'));
	const texts = await Promise.all(files.map(async (file) => await readFile(join(folder, 'dist', file), 'utf8')));
	return files.filter((_, index) => texts[index]?.includes(text));
}

describe('the built files', () => {
	beforeAll(build);

	test('have one limiter, one registry of limiters and one client', async () => {
		for (const name of ['Limiter', 'Pace', 'ServiceClient']) {
			expect([name, await filesWith(`var ${name} = class`)]).toEqual([name, ['nodes/shared/index.js']]);
		}
	});

	test('are loaded once: node, trigger and credential load the same shared file', async () => {
		const entries = [
			'nodes/BusinessCardData/BusinessCardData.node.js',
			'nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node.js',
			'credentials/BusinessCardDataApi.credentials.js',
		];
		const program = `
			for (const entry of ${JSON.stringify(entries)}) require('./dist/' + entry);
			console.log(JSON.stringify(Object.keys(require.cache).filter((path) => path.includes('/dist/') && !path.includes('node_modules')).map((path) => path.split('/dist/').pop())));
		`;
		const { stdout } = await run(process.execPath, ['-e', program], { cwd: folder });
		expect((JSON.parse(stdout) as string[]).sort()).toEqual([...entries, 'nodes/shared/index.js'].sort());
	});
});

test.each([
	['the file of the door', '../shared/index'],
	['a room past the door', '../shared/http/client'],
])('the build fails when a node imports %s', async (_, from) => {
	const file = join(folder, 'nodes/BusinessCardData/BusinessCardData.node.ts');
	const text = await readFile(file, 'utf8');
	await writeFile(file, `${text}\nexport * as again from '${from}';\n`);
	await expect(build()).rejects.toThrow(
		/would be bundled twice, into nodes\/shared\/index\.ts and nodes\/BusinessCardData/,
	);
	await writeFile(file, text);
});
