import fc from 'fast-check';
import { histories } from '../../test/trigger/generate/histories';
import { ours } from '../../test/trigger/ours';
import { simulate } from '../../test/trigger/simulate';

/**
 * Lives through the histories of `.ci/run` until one goes wrong, and prints its place among them and what was found.
 * Prints nothing when none does.
 */
async function main(): Promise<void> {
	const [seed, runs] = process.argv.slice(2).map(Number);
	for (const [place, history] of fc.sample(histories, { seed, numRuns: runs ?? 0 }).entries()) {
		const findings = await simulate(history, ours).then(
			(outcome) => outcome.findings.map(({ wrong }) => wrong),
			(error: unknown) => [`error: ${String(error)}`],
		);
		if (findings.length === 0) continue;
		console.log(JSON.stringify({ place, wrong: findings[0] }));
		return;
	}
}

void main();
