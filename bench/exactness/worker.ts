import fc from 'fast-check';
import { count, noFigures } from '../../test/trigger/figures';
import type { Figures } from '../../test/trigger/figures';
import { histories } from '../../test/trigger/generate/histories';
import { ours } from '../../test/trigger/ours';
import { shrink } from '../../test/trigger/shrink';
import { simulate } from '../../test/trigger/simulate';
import { CONTESTANTS } from './contestants';

/** Some histories in a row, of one seed. */
export interface Portion {
	readonly seed: number;
	readonly runs: number;
	/** How many of them the peers live through as well. */
	readonly peerRuns: number;
}

/** A history with which our trigger went wrong. */
export interface Failure {
	readonly seed: number;
	/** Where fast-check finds the history again. */
	readonly path: string;
	readonly report: string;
}

/** What a process has to say: a failure as soon as it is found, figures at the end of a portion. */
export type Message =
	| { readonly failure: Failure }
	| {
			readonly ours: Figures;
			/** In the order of the contestants. */
			readonly contest: readonly Figures[];
	  };

async function run({ seed, runs, peerRuns }: Portion, say: (message: Message) => void): Promise<void> {
	const figures = noFigures();
	const contest = CONTESTANTS.map(noFigures);
	for (const [index, history] of fc.sample(histories, { seed, numRuns: runs }).entries()) {
		const outcome = await simulate(history, ours);
		count(figures, outcome);
		if (outcome.findings.length > 0) {
			const path = String(index);
			say({ failure: { seed, path, report: await shrink(histories, seed, path) } });
		}
		if (index >= peerRuns) continue;
		for (const [place, { trigger, adapt, rest }] of CONTESTANTS.entries()) {
			const own = contest[place];
			if (own) count(own, await simulate(adapt(history), trigger, rest));
		}
	}
	say({ ours: figures, contest });
}

process.on('message', (portion: Portion) => {
	void run(portion, (message) => process.send?.(message));
});
