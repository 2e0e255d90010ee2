import { spawnSync } from 'child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'fs';
import path from 'path';
import { ROOT, withBug } from './apply';
import type { Mutant } from './mutants';

const COPIED = ['nodes', 'credentials', 'package.json', 'tsconfig.json', 'jest.config.mjs', 'test/engine', 'test/emulator', 'test/unit', 'test/trigger'];

const SUITES = ['test/engine/trigger', 'test/unit'];

interface JestReport {
	testResults: Array<{ assertionResults: Array<{ status: string; fullName: string }> }>;
}

/** A copy of the project in which bugs can be tried. */
export class ProjectCopy {
	constructor(private readonly folder: string) {
		for (const name of COPIED) {
			const target = path.join(folder, name);
			mkdirSync(path.dirname(target), { recursive: true });
			cpSync(path.join(ROOT, name), target, { recursive: true });
		}
		symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
	}

	/** The first test of the trigger's suites that catches a bug, or `undefined` when none does. */
	caughtBySuites(mutant: Mutant): string | undefined {
		const file = path.join(this.folder, 'nodes', mutant.file);
		const source = readFileSync(file, 'utf8');
		writeFileSync(file, withBug(mutant));
		const report = path.join(this.folder, 'report.json');
		const jest = path.join(this.folder, 'node_modules', 'jest', 'bin', 'jest.js');
		spawnSync('node', [jest, ...SUITES, '--json', `--outputFile=${report}`], { cwd: this.folder, stdio: 'ignore' });
		writeFileSync(file, source);
		const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
		const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
		return tests.find(({ status }) => status === 'failed')?.fullName;
	}
}
