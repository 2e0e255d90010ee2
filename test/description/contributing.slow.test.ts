import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The steps of CONTRIBUTING.md under "Add an operation", carried out on a copy of the repository as they stand there:
 * the new operation passes the type check, shows up in the panel, sends its request, and gives the record.
 */

const REPOSITORY = join(__dirname, '../..');
const COPIED = ['nodes', 'credentials', 'test/emulator', 'test/engine', 'test/description', 'test/jest', 'test/inFull.ts', 'test/seed.ts', 'tools', 'package.json', 'jest.config.mjs', 'tsconfig.json'];
const SUITES = ['test/engine/pairs.test.ts', 'test/description/requests.test.ts', 'test/description/parameters.test.ts'];
const NEW_OPERATION = 'tag.get';
const PATIENCE_MS = 300_000;

/** One step: code that becomes a new file, or goes below a line of an existing one. */
interface Step {
	readonly file: string;
	readonly below: string | undefined;
	readonly code: string;
}

const STEP = /^<!-- (\S+), (?:new|below: (.+?)) -->\n```ts\n([^]*?)^```$/gm;

async function readSteps(): Promise<Step[]> {
	const text = await readFile(join(REPOSITORY, 'CONTRIBUTING.md'), 'utf8');
	return [...text.matchAll(STEP)].map(([, file = '', below, code = '']) => ({ file, below, code }));
}

async function apply(folder: string, { file, below, code }: Step): Promise<void> {
	const path = join(folder, file);
	if (below === undefined) {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, code, { flag: 'wx' });
		return;
	}
	const lines = (await readFile(path, 'utf8')).split('\n');
	const places = lines.flatMap((line, index) => (line === below ? [index] : []));
	const [place] = places;
	if (place === undefined || places.length > 1) {
		throw new Error(`CONTRIBUTING.md: ${file} has ${places.length} lines "${below}"`);
	}
	lines.splice(place + 1, 0, code.replace(/\n$/, ''));
	await writeFile(path, lines.join('\n'));
}

/** Runs a tool of the repository in the copy. @throws with what it printed when it fails */
async function tool(folder: string, script: string, args: readonly string[]): Promise<string> {
	const program = join(folder, 'node_modules', script);
	const options = { cwd: folder, timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
	const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], options).catch((error: unknown) => {
		const { stdout: printed = '', stderr = '' } = error as { stdout?: string; stderr?: string };
		throw new Error(`${script} failed\n${printed}\n${stderr}`);
	});
	return stdout;
}

interface Assertion {
	readonly fullName: string;
	readonly status: string;
}

interface Report {
	readonly testResults: ReadonlyArray<{ readonly assertionResults: readonly Assertion[] }>;
}

function passed(report: string): string[] {
	const { testResults } = JSON.parse(report) as Report;
	return testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.filter(({ status }) => status === 'passed')
		.map(({ fullName }) => fullName);
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
		const steps = await readSteps();
		expect(steps.filter(({ below }) => below === undefined)).toHaveLength(2);
		for (const step of steps) await apply(folder, step);
		await writeFile(
			join(folder, 'tsconfig.nodes.json'),
			JSON.stringify({ extends: './tsconfig.json', include: ['nodes/**/*.ts', 'test/emulator/handlers/*.ts'] }),
		);

		const [, report] = await Promise.all([
			tool(folder, 'typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.nodes.json']),
			tool(folder, 'jest/bin/jest.js', [...SUITES, '--json', '--silent', '--maxWorkers=1', '-t', `${NEW_OPERATION}\\b`]),
		]);

		const names = passed(report);
		for (const version of ['2.0', '2.5']) {
			expect(names).toContain(`${NEW_OPERATION} works in version ${version}`);
		}
		expect(names.filter((name) => name.includes(NEW_OPERATION)).length).toBeGreaterThan(2);
	},
	PATIENCE_MS,
);
