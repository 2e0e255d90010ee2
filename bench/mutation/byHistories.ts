import path from 'path';
import type { TroubleClass } from '../../test/triggerBefore/classes';
import { MUTATION_RUNS, USUAL_SEED } from '../../test/triggerBefore/history';
import { ROOT } from './apply';
import type { Catcher } from './lastTime';
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
	/** The name of the one that comes first. */
	readonly first?: string | undefined;
}

interface Finding {
	name: string;
	wrong: string;
}

/** @returns `undefined` when a history does not come to an end */
async function findings(program: string, group: Group, known?: readonly string[], first?: string): Promise<Finding[] | undefined> {
	const wanted: Wanted = { root: ROOT, group, seed: USUAL_SEED, runs: group === 'none' ? MUTATION_RUNS : CLASS_RUNS, known, first };
	const { stdout, stderr, isRight, isTooSlow } = await runProgram(program, [JSON.stringify(wanted)], MAX_MS);
	if (isTooSlow) return undefined;
	if (!isRight) throw new Error(stderr);
	return stdout.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Finding);
}

/** Lives through histories with bugs. */
export class Histories {
	/** Histories of a group in which the trigger without a bug is found wrong as well: they catch none. */
	private readonly unfit = new Map<Group, Promise<readonly string[]>>();

	/**
	 * @param folder for the program without a bug
	 * @param last what caught the bugs last time, which is tried first
	 */
	constructor(
		private readonly folder: string,
		private readonly last: ReadonlyMap<string, Catcher>,
	) {}

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
		const { class: own, name } = mutant;
		const groups: Group[] = [...(own ? [own] : []), 'stored', 'none'];
		const last = this.last.get(name);
		const first = last && 'history' in last ? last : undefined;
		for (const group of groups.sort((a, b) => Number(b === first?.group) - Number(a === first?.group))) {
			const caught = await this.caughtIn(program, group, first?.history);
			if (caught !== undefined) return caught;
		}
		return undefined;
	}

	private async caughtIn(program: string, group: Group, first: string | undefined): Promise<string | undefined> {
		if (!this.unfit.has(group)) this.unfit.set(group, this.unfitOf(group));
		const found = await findings(program, group, await this.unfit.get(group), first);
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
