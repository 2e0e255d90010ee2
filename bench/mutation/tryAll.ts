import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import path from 'path';
import { putBetweenMarks } from '../../tools/generated';
import { ProjectCopy } from './bySuites';
import type { Mutant } from './mutants';

/** Deliberate bugs, and what is to catch them. */
export interface Trial {
	readonly mutants: readonly Mutant[];
	/** What is tried first, in a folder for its programs: what catches a bug, or `undefined`. */
	readonly quick: (folder: string) => (mutant: Mutant) => Promise<string | undefined>;
	/** Tests that are run when that catches nothing; those of the trigger unless said. */
	readonly suites?: readonly string[];
	/** The page that has the table. */
	readonly page: string;
}

/** Tries every deliberate bug against the tests, and writes down what catches it; fails the process when one is not caught. */
export async function tryAll({ mutants, quick, suites, page }: Trial): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'mutation-'));
	const [only] = process.argv.slice(2);
	const caughtQuickly = quick(folder);
	const rows: string[] = [];
	let copy: ProjectCopy | undefined;
	let missed = 0;
	try {
		for (const mutant of mutants) {
			if (only !== undefined && !mutant.name.includes(only)) continue;
			const caught =
				(await caughtQuickly(mutant)) ?? (copy ??= new ProjectCopy(path.join(folder, 'project'), suites)).caughtBySuites(mutant);
			if (caught === undefined) missed += 1;
			const row = `| ${mutant.name} | \`${mutant.file}\` | ${caught ?? '**nothing**'} |`;
			console.log(row);
			rows.push(row);
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
	const heading = [`${rows.length} bugs, ${rows.length - missed} of them caught.`, '', '| bug | in `nodes/` | caught by |', '|---|---|---|'];
	if (only === undefined) putBetweenMarks(page, 'mutation', [...heading, ...rows].join('\n'));
	if (missed > 0) process.exitCode = 1;
}
