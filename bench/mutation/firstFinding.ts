import fc from 'fast-check';
import { chosenHistories } from '../../test/triggerBefore/generate/histories';
import type { History } from '../../test/triggerBefore/history';
import { ours } from '../../test/triggerBefore/ours';
import { simulate } from '../../test/triggerBefore/simulate';
import { storedHistories } from '../../test/triggerBefore/stored';
import type { Wanted } from './byHistories';

/** The histories that are wanted, each with its name. */
function historiesOf({ root, group, seed, runs }: Wanted): Array<[name: string, read: () => History]> {
	if (group === 'stored') return storedHistories(root);
	const drawn = fc.sample(chosenHistories(group), { seed, numRuns: runs });
	return drawn.map((history, place) => [`history ${place + 1}`, () => history]);
}

/**
 * Lives through histories, and prints the name of each that goes wrong among them and what was found. Ends with the first
 * one whose name is not among those that are known.
 */
async function main(): Promise<void> {
	const wanted = JSON.parse(process.argv[2] ?? '') as Wanted;
	const isFirst = ([name]: [string, unknown]) => Number(name === wanted.first);
	for (const [name, read] of historiesOf(wanted).sort((a, b) => isFirst(b) - isFirst(a))) {
		const [wrong] = await simulate(read(), ours).then(
			({ findings }) => findings.map((finding) => finding.wrong as string),
			(error: unknown) => [`error: ${String(error)}`],
		);
		if (wrong === undefined || wanted.known?.includes(name)) continue;
		console.log(JSON.stringify({ name, wrong }));
		if (wanted.known) return;
	}
}

void main();
