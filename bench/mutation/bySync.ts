import path from 'path';
import type { Mutant } from './mutant';
import { makeProgram, runProgram } from './program';

/** A bug that keeps the planner from ever coming to an end is caught too. */
const MAX_MS = 300_000;

/** Longest text of a finding in the table. */
const SHOWN = 80;

/**
 * Lets the planner go through its stories and small worlds with a bug.
 *
 * @param folder for the program that is made
 * @returns which of them catches the bug and how, or `undefined` when none does
 */
export async function caughtByStories(mutant: Mutant, folder: string): Promise<string | undefined> {
	const program = path.join(folder, 'syncFinding.js');
	await makeProgram('syncFinding.ts', program, mutant);
	const { stdout, stderr, isRight, isTooSlow } = await runProgram(program, [], MAX_MS);
	if (isTooSlow) return 'a story does not come to an end';
	if (!isRight) return `a story breaks off: ${stderr.split('\n').find((line) => line.includes('Error:')) ?? ''}`.slice(0, SHOWN);
	return stdout === '' ? undefined : stdout.replace(/[|{}]/g, ' ').slice(0, SHOWN);
}
