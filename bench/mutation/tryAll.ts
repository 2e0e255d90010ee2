import { mkdirSync, mkdtempSync, rmSync } from 'fs';
import { availableParallelism, tmpdir } from 'os';
import path from 'path';
import { putBetweenMarks } from '../../tools/generated';
import { ProjectCopy } from './bySuites';
import type { Mutant } from './mutant';

/** Tells what catches a bug, in a folder for its program; `undefined` when nothing does. */
type Quick = (mutant: Mutant, folder: string) => Promise<string | undefined>;

/** Deliberate bugs, and what is to catch them. */
export interface Trial {
	readonly mutants: readonly Mutant[];
	/** Gives what is tried first, for as many bugs at once as the machine has cores. */
	readonly quick: (folder: string) => Quick;
	/** Tests that are run one bug after the other when that catches nothing. */
	readonly suites: readonly string[];
	/** The page that has the table. */
	readonly page: string;
}

function rowOf({ name, file }: Mutant, caught: string | undefined): string {
	return `| ${name} | \`${file}\` | ${caught ?? '**nothing**'} |`;
}

/** What catches each bug, in their order. */
async function caughtOf(mutants: readonly Mutant[], { quick, suites }: Trial, folder: string): Promise<Array<string | undefined>> {
	const caughtQuickly = quick(folder);
	const caught: Array<string | undefined> = [];
	const note = (place: number, mutant: Mutant, by: string | undefined) => {
		caught[place] = by;
		if (by !== undefined) console.log(rowOf(mutant, by));
	};
	let made: ProjectCopy | undefined;
	const copy = () => (made ??= new ProjectCopy(path.join(folder, 'project'), suites));
	const queue = mutants.entries();
	const work = async () => {
		for (const [place, mutant] of queue) {
			const own = path.join(folder, String(place));
			mkdirSync(own);
			note(place, mutant, await caughtQuickly(mutant, own));
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, work));
	for (const [place, mutant] of mutants.entries()) {
		if (caught[place] === undefined) note(place, mutant, copy().caughtBySuites(mutant));
	}
	return caught;
}

/** Tries every deliberate bug against the tests, and writes down what catches it; fails the process when one is not caught. */
export async function tryAll(trial: Trial): Promise<void> {
	const folder = mkdtempSync(path.join(tmpdir(), 'mutation-'));
	const [only] = process.argv.slice(2);
	const mutants = trial.mutants.filter(({ name }) => only === undefined || name.includes(only));
	const caught = await caughtOf(mutants, trial, folder).finally(() => rmSync(folder, { recursive: true }));
	const missed = mutants.filter((_, place) => caught[place] === undefined).length;
	const rows = mutants.map((mutant, place) => rowOf(mutant, caught[place]));
	const heading = [`${rows.length} bugs, ${rows.length - missed} of them caught.`, '', '| bug | in `nodes/` | caught by |', '|---|---|---|'];
	if (only === undefined) putBetweenMarks(trial.page, 'mutation', [...heading, ...rows].join('\n'));
	if (missed > 0) process.exitCode = 1;
}
