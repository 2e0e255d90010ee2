import { spawnSync } from 'child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'fs';
import path from 'path';
import { ROOT, withBug } from './apply';
import type { Mutant } from './mutant';

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
	'test/description',
	'test/inFull.ts',
	'test/seed.ts',
	'tools',
];

interface JestReport {
	testResults: Array<{ name: string; assertionResults: Array<{ status: string; fullName: string }> }>;
}

/** A test, and how it went. */
interface Result {
	readonly file: string;
	readonly test: string;
	readonly hasFailed: boolean;
}

/** A copy of the project in which bugs can be tried. */
export class ProjectCopy {
	/** How the tests of a suite go without a bug. What fails then as well, because of the machine, catches none. */
	private readonly withoutBug = new Map<string, readonly Result[]>();

	/** @param suites what is run, in this order */
	constructor(
		private readonly folder: string,
		private readonly suites: readonly string[],
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
		for (const suite of this.suites) {
			const caught = this.caughtBy(mutant, suite, [suite]);
			if (caught !== undefined) return caught;
		}
		return undefined;
	}

	private caughtBy(mutant: Mutant, suite: string, args: readonly string[]): string | undefined {
		const unfit = this.resultsOf(suite).filter(({ hasFailed }) => hasFailed);
		const file = path.join(this.folder, 'nodes', mutant.file);
		const source = readFileSync(file, 'utf8');
		writeFileSync(file, withBug(mutant));
		const failure = this.run(args).find(({ test, hasFailed }) => hasFailed && !unfit.some((known) => known.test === test));
		writeFileSync(file, source);
		return failure?.test;
	}

	private resultsOf(suite: string): readonly Result[] {
		const known = this.withoutBug.get(suite) ?? this.run([suite]);
		this.withoutBug.set(suite, known);
		return known;
	}

	private run(args: readonly string[]): Result[] {
		const report = path.join(this.folder, 'report.json');
		const jest = path.join(this.folder, 'node_modules', 'jest', 'bin', 'jest.js');
		const all = [jest, ...args, '--json', `--outputFile=${report}`];
		spawnSync('node', all, { cwd: this.folder, stdio: 'ignore', env: { ...process.env, TEST_IN_FULL: 'yes' } });
		const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
		return testResults.flatMap(({ name, assertionResults }) =>
			assertionResults.map(({ status, fullName }) => ({ file: name, test: fullName, hasFailed: status === 'failed' })),
		);
	}
}
