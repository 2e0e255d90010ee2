import fc from 'fast-check';
import { chosenHistories } from '../../test/trigger/generate/histories';
import { ours } from '../../test/trigger/ours';
import { simulate } from '../../test/trigger/simulate';

/**
 * Lives through histories of a class, and prints the place of each that goes wrong among them and what was found. Ends
 * with the first one whose place is not among those that are known.
 */
async function main(): Promise<void> {
	const [seed, runs, name, known] = process.argv.slice(2);
	const places = known?.split(',');
	for (const [place, history] of fc.sample(chosenHistories(name), { seed: Number(seed), numRuns: Number(runs) }).entries()) {
		const [wrong] = await simulate(history, ours).then(
			({ findings }) => findings.map((finding) => finding.wrong as string),
			(error: unknown) => [`error: ${String(error)}`],
		);
		if (wrong === undefined || places?.includes(String(place))) continue;
		console.log(JSON.stringify({ place, wrong }));
		if (places) return;
	}
}

void main();
