import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Runs the randomised tests with new seeds, round after round, and tells what each failure can be repeated with. The tests of
 * `npm test` have a fixed seed: what is found here becomes a test of its own, by name.
 */

const HELP = `npm run soak -- [options]

  --rounds <n>     new seeds to try (10)
  --minutes <n>    no round is begun after so many (60)
  --times <n>      how many times as often as in npm test each test tries (10)
  --only <words>   test files whose path contains this
`;

const ROOT = resolve(__dirname, '../..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const MAX_ROUND_MS = 3_600_000;

interface Assertion {
	readonly fullName: string;
	readonly status: string;
}

interface Results {
	readonly numPassedTests: number;
	readonly numTotalTests: number;
	readonly testResults: ReadonlyArray<{
		readonly name: string;
		readonly status: string;
		readonly assertionResults: readonly Assertion[];
	}>;
}

/** A test that failed, and the command that lets it fail again. */
function findingsOf({ testResults }: Results, seed: number, times: string): string[] {
	const again = (file: string) => `TEST_SEED=${seed} TEST_TIMES=${times} npx jest -c test/soak/jest.config.mjs ${relative(ROOT, file)}`;
	return testResults.flatMap(({ name, status, assertionResults }) => {
		const failed = assertionResults.filter((assertion) => assertion.status === 'failed');
		if (status === 'failed' && failed.length === 0) return [again(name)];
		return failed.map(({ fullName }) => `${fullName}\n    ${again(name)}`);
	});
}

/** One round with one seed. @returns what failed, and how many tests did not */
function round(seed: number, times: string, only: readonly string[], folder: string): { findings: string[]; passed: number } {
	const outputFile = join(folder, `${seed}.json`);
	const args = [JEST, '-c', 'test/soak/jest.config.mjs', '--silent', '--json', `--outputFile=${outputFile}`, ...only];
	const env = { ...process.env, TEST_SEED: String(seed), TEST_TIMES: times };
	const { error } = spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore', timeout: MAX_ROUND_MS });
	if (error) return { findings: [`the round did not come to an end: ${error.message}`], passed: 0 };
	const results = JSON.parse(readFileSync(outputFile, 'utf8')) as Results;
	if (results.numTotalTests === 0) throw new Error('There is no such test');
	return { findings: findingsOf(results, seed, times), passed: results.numPassedTests };
}

function main(): void {
	const { values } = parseArgs({
		options: {
			rounds: { type: 'string', default: '10' },
			minutes: { type: 'string', default: '60' },
			times: { type: 'string', default: '10' },
			only: { type: 'string' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return console.log(HELP);
	const folder = mkdtempSync(join(tmpdir(), 'soak-'));
	const end = Date.now() + Number(values.minutes) * 60_000;
	const rounds = Number(values.rounds);
	let done = 0;
	let wrong = 0;
	while (done < rounds && Date.now() < end) {
		const seed = randomInt(2 ** 31 - 1);
		const { findings, passed } = round(seed, values.times, values.only === undefined ? [] : [values.only], folder);
		done += 1;
		wrong += findings.length;
		console.log(`Round ${done} of ${rounds}, TEST_SEED=${seed}: ${passed} passed, ${findings.length} failed`);
		for (const finding of findings) console.log(`  ${finding}`);
	}
	rmSync(folder, { recursive: true });
	console.log(`\n${done} rounds, ${wrong} findings`);
	process.exitCode = wrong > 0 ? 1 : 0;
}

main();
