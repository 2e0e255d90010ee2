import { spawnSync } from 'child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'fs';
import path from 'path';
import { ROOT, withBug } from './apply';
import type { Mutant } from './mutants';

const COPIED = [
	'nodes',
	'credentials',
	'package.json',
	'tsconfig.json',
	'jest.config.mjs',
	'test/jest',
	'test/engine',
	'test/emulator',
	'test/unit',
	'test/trigger',
	'test/sync',
	'test/smallWorld',
	'test/description',
	'test/inFull.ts',
	'test/seed.ts',
	'tools',
];

const SUITES = ['test/trigger/margins', 'test/engine/trigger', 'test/unit', 'test/smallWorld'];

interface JestReport {
	testResults: Array<{ assertionResults: Array<{ status: string; fullName: string }> }>;
}

/** A copy of the project in which bugs can be tried. */
export class ProjectCopy {
	/** What fails in a suite without a bug as well, because of the machine: it catches none. */
	private readonly unfit = new Map<string, readonly string[]>();

	/** @param suites what is run, in this order; those of the trigger unless said */
	constructor(
		private readonly folder: string,
		private readonly suites: readonly string[] = SUITES,
	) {
		for (const name of COPIED) {
			const target = path.join(folder, name);
			mkdirSync(path.dirname(target), { recursive: true });
			cpSync(path.join(ROOT, name), target, { recursive: true });
		}
		symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
	}

	/** The first test of the suites that catches a bug, or `undefined` when none does. */
	caughtBySuites(mutant: Mutant): string | undefined {
		const file = path.join(this.folder, 'nodes', mutant.file);
		const source = readFileSync(file, 'utf8');
		for (const suite of this.suites) {
			const unfit = this.unfit.get(suite) ?? this.failures(suite);
			this.unfit.set(suite, unfit);
			writeFileSync(file, withBug(mutant));
			const failure = this.failures(suite).find((name) => !unfit.includes(name));
			writeFileSync(file, source);
			if (failure !== undefined) return failure;
		}
		return undefined;
	}

	private failures(suite: string): string[] {
		const report = path.join(this.folder, 'report.json');
		const jest = path.join(this.folder, 'node_modules', 'jest', 'bin', 'jest.js');
		spawnSync('node', [jest, suite, '--json', `--outputFile=${report}`], { cwd: this.folder, stdio: 'ignore', env: { ...process.env, TEST_IN_FULL: 'yes' } });
		const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
		const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
		return tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
	}
}
