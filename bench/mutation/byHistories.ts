import path from 'path';
import type { TroubleClass } from '../../test/trigger/classes';
import { MUTATION_RUNS, USUAL_SEED } from '../../test/trigger/history';
import type { Mutant } from './mutants';
import { makeProgram, runProgram } from './program';

const SOURCE = 'firstFinding.ts';

/** A bug that keeps the trigger from ever coming to an end is caught too. */
const MAX_MS = 600_000;

/** Histories of a class that are lived through. */
const CLASS_RUNS = 100;

interface Finding {
	place: number;
	wrong: string;
}

/** @returns `undefined` when a history does not come to an end */
function findings(program: string, name: TroubleClass | 'none', known?: readonly number[]): Finding[] | undefined {
	const runs = name === 'none' ? MUTATION_RUNS : CLASS_RUNS;
	const args = [String(USUAL_SEED), String(runs), name, ...(known ? [known.join()] : [])];
	const { stdout, stderr, status, error } = runProgram(program, args, MAX_MS);
	if (error) return undefined;
	if (status !== 0) throw new Error(stderr);
	return stdout.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Finding);
}

/** Lives through histories with one bug after the other. */
export class Histories {
	/** Histories of a class in which the trigger without a bug is found wrong as well: they catch none. */
	private readonly unfit = new Map<TroubleClass | 'none', readonly number[]>();

	/** @param folder for the programs that are made */
	constructor(private readonly folder: string) {}

	/**
	 * Lets the trigger live with a bug.
	 *
	 * @returns which history catches the bug and how, or `undefined` when none does
	 */
	async caught(mutant: Mutant): Promise<string | undefined> {
		const program = path.join(this.folder, 'withBug.js');
		await makeProgram(SOURCE, program, mutant);
		const { class: own } = mutant;
		return (own && (await this.caughtIn(program, own))) ?? (await this.caughtIn(program, 'none'));
	}

	private async caughtIn(program: string, name: TroubleClass | 'none'): Promise<string | undefined> {
		const found = findings(program, name, await this.unfitOf(name));
		if (!found) return 'a history does not come to an end';
		const [finding] = found;
		return finding && `history ${finding.place + 1}${name === 'none' ? '' : ` of \`${name}\``}: ${finding.wrong}`;
	}

	private async unfitOf(name: TroubleClass | 'none'): Promise<readonly number[]> {
		const known = this.unfit.get(name);
		if (known) return known;
		const program = path.join(this.folder, 'withoutBug.js');
		await makeProgram(SOURCE, program);
		const places = (findings(program, name) ?? []).map(({ place }) => place);
		this.unfit.set(name, places);
		return places;
	}
}
