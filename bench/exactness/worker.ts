import fc from 'fast-check';
import type { TroubleClass } from '../../test/triggerBefore/classes';
import { count, noFigures } from '../../test/triggerBefore/figures';
import type { Figures } from '../../test/triggerBefore/figures';
import { again, histories, historiesOf } from '../../test/triggerBefore/generate/histories';
import type { History } from '../../test/triggerBefore/history';
import { ours } from '../../test/triggerBefore/ours';
import { simulate } from '../../test/triggerBefore/simulate';
import { CONTESTS } from './contestants';

/** Some histories in a row, of one seed. */
export interface Portion {
	readonly seed: number;
	readonly runs: number;
	/** How many of them the peers live through as well. */
	readonly peerRuns: number;
}

/** A history with which our trigger went wrong. */
export interface Failure {
	/** The command that tells it. */
	readonly again: string;
	readonly report: string;
}

/** What a process has to say: a failure as soon as it is found, figures at the end of a portion. */
export type Message =
	| { readonly failure: Failure }
	| {
			readonly ours: Figures;
			/** In the order of the contests. */
			readonly contest: readonly Figures[];
	  };

/** The histories that the peers live through as well, by their classes: drawn once for all circumstances that have them. */
function drawnFor(seed: number, runs: number): (classes: readonly TroubleClass[] | undefined) => readonly History[] {
	const drawn = new Map<string | undefined, readonly History[]>();
	return (classes) => {
		const key = classes?.join();
		const known = drawn.get(key) ?? fc.sample(classes ? historiesOf(classes) : histories, { seed, numRuns: runs });
		drawn.set(key, known);
		return known;
	};
}

async function run({ seed, runs, peerRuns }: Portion, say: (message: Message) => void): Promise<void> {
	const figures = noFigures();
	for (const [index, history] of fc.sample(histories, { seed, numRuns: runs }).entries()) {
		const outcome = await simulate(history, ours);
		count(figures, outcome);
		if (outcome.findings.length === 0) continue;
		say({ failure: { again: again(seed, index), report: JSON.stringify(outcome.findings[0]) } });
	}
	const contest = CONTESTS.map(noFigures);
	const drawn = drawnFor(seed, peerRuns);
	for (const [place, { contestant, circumstance }] of peerRuns > 0 ? CONTESTS.entries() : []) {
		const own = contest[place] ?? noFigures();
		for (const history of drawn(circumstance.classes)) {
			count(own, await simulate(circumstance.adapt(history), contestant.trigger, contestant.rest));
		}
	}
	say({ ours: figures, contest });
}

process.on('message', (portion: Portion) => {
	void run(portion, (message) => process.send?.(message));
});
