import { mkdtempSync, rmSync } from 'fs';
import { tmpdir } from 'os';
import path from 'path';
import { putBetweenMarks } from './generated';
import { ROOT } from './mutation/apply';
import { ProjectCopy } from './mutation/bySuites';
import { caughtByStories } from './mutation/bySync';
import { SYNC_MUTANTS } from './mutation/syncMutants';

const PAGE = path.join(ROOT, 'docs', 'sync-exactness.md');

const SUITES = ['test/sync/rules', 'test/engine/sync'];

/** Tries every deliberate bug of a sync against its tests, and writes down what catches it; fails when one is not caught. */
async function main(): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'mutation-'));
	const [only] = process.argv.slice(2);
	const rows: string[] = [];
	let copy: ProjectCopy | undefined;
	let missed = 0;
	try {
		for (const mutant of SYNC_MUTANTS) {
			if (only !== undefined && !mutant.name.includes(only)) continue;
			const caught =
				(await caughtByStories(mutant, folder)) ??
				(copy ??= new ProjectCopy(path.join(folder, 'project'), SUITES)).caughtBySuites(mutant);
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
