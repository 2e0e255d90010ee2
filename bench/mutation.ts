import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import path from 'path';
import { putBetweenMarks } from './generated';
import { ROOT } from './mutation/apply';
import { Histories } from './mutation/byHistories';
import { ProjectCopy } from './mutation/bySuites';
import { MUTANTS } from './mutation/mutants';

const PAGE = path.join(ROOT, 'docs', 'exactness.md');

/** Tries every deliberate bug against the tests, and writes down what catches it; fails when one is not caught. */
async function main(): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'mutation-'));
	const [only] = process.argv.slice(2);
	const histories = new Histories(folder);
	const rows: string[] = [];
	let copy: ProjectCopy | undefined;
	let missed = 0;
	try {
		for (const mutant of MUTANTS) {
			if (only !== undefined && !mutant.name.includes(only)) continue;
			const caught =
				(await histories.caught(mutant)) ??
				(copy ??= new ProjectCopy(path.join(folder, 'project'))).caughtBySuites(mutant);
			if (caught === undefined) missed += 1;
			const row = `| ${mutant.name} | \`${mutant.file}\` | ${caught ?? '**nothing**'} |`;
			console.log(row);
			rows.push(row);
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
	const heading = [`${rows.length} bugs, ${rows.length - missed} of them caught.`, '', '| bug | in `nodes/` | caught by |', '|---|---|---|'];
	if (only === undefined) putBetweenMarks(PAGE, 'mutation', [...heading, ...rows].join('\n'));
	if (missed > 0) process.exitCode = 1;
}

void main();
