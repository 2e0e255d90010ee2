import path from 'path';
import type { TroubleClass } from '../../test/trigger/classes';
import { MUTATION_RUNS, USUAL_SEED } from '../../test/trigger/history';
import { ROOT } from './apply';
import type { Mutant } from './mutants';
import { makeProgram, runProgram } from './program';

const SOURCE = 'firstFinding.ts';

/** A bug that keeps the trigger from ever coming to an end is caught too. */
const MAX_MS = 600_000;

/** Histories of a class that are lived through. */
const CLASS_RUNS = 100;

/** Those of a class, those without any, and those that are stored because they once went wrong. */
type Group = TroubleClass | 'none' | 'stored';

/** What the program that lives through histories is given. */
export interface Wanted {
	/** Of the project. */
	readonly root: string;
	readonly group: Group;
	readonly seed: number;
	readonly runs: number;
	/** The names of those that go wrong without a bug; where they are given, the first other one ends the program. */
	readonly known?: readonly string[];
}

interface Finding {
	name: string;
	wrong: string;
}

/** @returns `undefined` when a history does not come to an end */
async function findings(program: string, group: Group, known?: readonly string[]): Promise<Finding[] | undefined> {
	const wanted: Wanted = { root: ROOT, group, seed: USUAL_SEED, runs: group === 'none' ? MUTATION_RUNS : CLASS_RUNS, known };
	const { stdout, stderr, isRight, isTooSlow } = await runProgram(program, [JSON.stringify(wanted)], MAX_MS);
	if (isTooSlow) return undefined;
	if (!isRight) throw new Error(stderr);
	return stdout.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Finding);
}

/** Lives through histories with bugs. */
export class Histories {
	/** Histories of a group in which the trigger without a bug is found wrong as well: they catch none. */
	private readonly unfit = new Map<Group, Promise<readonly string[]>>();

	/** @param folder for the program without a bug */
	constructor(private readonly folder: string) {}

	/**
	 * Lets the trigger live with a bug: in the histories of its class, in those that are stored, which take seconds, and in
	 * those without any class.
	 *
	 * @param folder for the program with the bug
	 * @returns which history catches the bug and how, or `undefined` when none does
	 */
	async caught(mutant: Mutant, folder: string): Promise<string | undefined> {
		const program = path.join(folder, 'withBug.js');
		await makeProgram(SOURCE, program, mutant);
		const { class: own } = mutant;
		return (own && (await this.caughtIn(program, own))) ?? (await this.caughtIn(program, 'stored')) ?? (await this.caughtIn(program, 'none'));
	}

	private async caughtIn(program: string, group: Group): Promise<string | undefined> {
		if (!this.unfit.has(group)) this.unfit.set(group, this.unfitOf(group));
		const found = await findings(program, group, await this.unfit.get(group));
		if (!found) return 'a history does not come to an end';
		const [finding] = found;
		return finding && `${finding.name}${group === 'none' || group === 'stored' ? '' : ` of \`${group}\``}: ${finding.wrong}`;
	}

	private async unfitOf(group: Group): Promise<readonly string[]> {
		const program = path.join(this.folder, `${group}.js`);
		await makeProgram(SOURCE, program);
		return ((await findings(program, group)) ?? []).map(({ name }) => name);
	}
}
