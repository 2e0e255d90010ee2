import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureN8n } from '../../test/support/realN8n/install';
import { nodeOf, repositoryFolder } from '../../test/support/realN8n/paths';
import { runCommand } from '../../test/support/realN8n/processes';
import { versionNamed } from '../../test/support/realN8n/versions';

/*
 * Runs the end-to-end tests in several versions of n8n, one after another, and prints a table of what came of it.
 * A version that is not run keeps what it had.
 */

const resultsPath = join(repositoryFolder, 'test/e2e/compat/results.json');

/** What each suite of test/e2e shows. */
const guarantees: Readonly<Record<string, string>> = {
	node: 'reads each record once, with at most ten calls per second',
	credential: 'credential test and activation tell what is wrong',
	errors: 'errors tell what to do, and no secret is written',
	trigger: 'the trigger emits each change once, over restarts, kills and outages',
	person: 'test event, start in the past, failed polls are shown',
	crash: 'a crash of n8n, and publishing while a poll runs',
	life: 'an hour of life: bursts, 429 storms, kills, edits',
	examples: 'the example workflows run',
	crmExamples: 'the recipes for CRMs, contacts, sheets and chat run',
	organizationSync: 'a sync of the organization that is killed is completed by the next run',
	organizationApproval: 'a sync that is larger than usual waits for approval by mail',
	aiTool: 'the AI Agent uses the node as its tool',
	agent: 'an agent finds, reads, and registers a card after approval',
	editorFields: 'the editor knows the fields before the first run',
};

const all = Object.keys(guarantees);
const ofTrigger = ['trigger', 'person', 'crash', 'life'];

/** The versions of the table, and the suites that make sense in them. */
const columns: Readonly<Record<string, { title: string; suites: readonly string[] }>> = {
	/* Its agents do not ask a person. */
	'1.123': { title: 'n8n 1.123', suites: all.filter((suite) => suite !== 'agent') },
	'2.8': { title: 'n8n 2.8', suites: all },
	'2.41': { title: 'n8n 2.41', suites: all },
	'2.41-durable': { title: 'n8n 2.41, durable scheduler and cursors', suites: ofTrigger },
};

interface SuiteResult {
	passed: number;
	failed: number;
}

interface VersionResult {
	/** n8n and Node.js. */
	versions: [string, string];
	suites: Record<string, SuiteResult>;
}

type Results = Record<string, VersionResult>;

/** What jest writes of a run, as far as it is read here. */
interface JestRun {
	testResults: Array<{ name: string; assertionResults: Array<{ status: string }> }>;
}

function say(text: string): void {
	process.stderr.write(`compat: ${text}\n`);
}

async function storedResults(): Promise<Results> {
	const text = await readFile(resultsPath, 'utf8').catch(() => '{}');
	return JSON.parse(text) as Results;
}

function suiteOf(path: string): string | undefined {
	return all.find((suite) => path.endsWith(`/${suite}.test.ts`));
}

/** A suite that could not even begin counts as a failure. */
function readRun({ testResults }: JestRun): VersionResult['suites'] {
	const suites: VersionResult['suites'] = {};
	for (const { name, assertionResults } of testResults) {
		const suite = suiteOf(name);
		if (suite === undefined) continue;
		const passed = assertionResults.filter(({ status }) => status === 'passed').length;
		const failed = assertionResults.filter(({ status }) => status === 'failed').length;
		suites[suite] = { passed, failed: assertionResults.length === 0 ? 1 : failed };
	}
	return suites;
}

async function runVersion(name: string, suites: readonly string[]): Promise<VersionResult> {
	const version = versionNamed(name);
	const { version: n8n } = await ensureN8n(say, undefined, version);
	const node = await runCommand(nodeOf(version), ['--version'], { cwd: repositoryFolder });
	const runFolder = join(repositoryFolder, 'test/e2e/compat/.run');
	const output = join(runFolder, `${name}.json`);
	await mkdir(runFolder, { recursive: true });
	const tests = suites.map((suite) => `test/e2e/${suite}.test.ts`);
	const jest = ['jest', '-c', 'test/e2e/jest.config.mjs', '--runInBand', '--json', `--outputFile=${output}`, ...tests];
	await runCommand('npx', jest, {
		cwd: repositoryFolder,
		env: { ...process.env, E2E_N8N: name },
		onLine: (line) => {
			if (!line.startsWith('{')) process.stderr.write(`${line}\n`);
		},
	});
	const run = JSON.parse(await readFile(output, 'utf8')) as JestRun;
	return { versions: [n8n, node.stdout.trim().replace('v', '')], suites: readRun(run) };
}

function cell(name: string, suite: string, results: Results): string {
	if (!columns[name]?.suites.includes(suite)) return '–';
	const result = results[name]?.suites[suite];
	if (!result) return 'not run';
	const { passed, failed } = result;
	return failed === 0 ? `passed (${passed})` : `**failed** (${failed} of ${passed + failed})`;
}

function table(results: Results): string {
	const names = Object.keys(columns);
	const heads = names.map((name) => {
		const [n8n, node] = results[name]?.versions ?? [];
		const title = columns[name]?.title ?? name;
		return n8n === undefined ? title : `${title.replace(/\d+\.\d+/, n8n)} (Node.js ${node})`;
	});
	const rows = Object.entries(guarantees).map(([suite, text]) => [
		text,
		...names.map((name) => cell(name, suite, results)),
	]);
	return [['', ...heads], ['---', ...names.map(() => '---')], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function chosen(wanted: string | undefined, known: readonly string[], what: string): readonly string[] {
	const names = wanted?.split(',') ?? known;
	for (const name of names) {
		if (!known.includes(name)) throw new Error(`There is no ${what} "${name}": ${known.join(', ')}.`);
	}
	return names;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { versions: { type: 'string' }, suites: { type: 'string' } },
	});
	const names = chosen(values.versions, Object.keys(columns), 'version');
	const wanted = chosen(values.suites, all, 'suite');
	const results = await storedResults();
	let failures = 0;
	for (const name of names) {
		const suites = (columns[name]?.suites ?? []).filter((suite) => wanted.includes(suite));
		if (suites.length === 0) continue;
		const started = performance.now();
		say(`n8n ${name}: ${suites.join(', ')}`);
		const result = await runVersion(name, suites);
		failures += Object.values(result.suites).filter(({ failed }) => failed > 0).length;
		results[name] = { ...result, suites: { ...results[name]?.suites, ...result.suites } };
		await writeFile(resultsPath, `${JSON.stringify(results, undefined, '\t')}\n`);
		say(`n8n ${name} took ${Math.round((performance.now() - started) / 60_000)} minutes`);
	}
	process.stdout.write(`${table(results)}\n`);
	process.exitCode = failures > 0 ? 1 : 0;
}

void main();
