import fc from 'fast-check';
import { histories } from './history';
import { ours } from './ours';
import { simulate } from './simulate';

it('loses nothing and repeats nothing in 2,000 histories', async () => {
	let polls = 0, calls = 0, mostCalls = 0, bytes = 0, emitted = 0;
	const details = await fc.check(
		fc.asyncProperty(histories, async (history) => {
			const outcome = await simulate(history, ours);
			polls += outcome.polls; calls += outcome.calls; emitted += outcome.emitted;
			mostCalls = Math.max(mostCalls, outcome.mostCalls);
			bytes = Math.max(bytes, outcome.stateBytes);
			if (outcome.findings.length) throw new Error(JSON.stringify(outcome.findings.slice(0, 3), undefined, 1));
		}),
		{ numRuns: Number(process.env.RUNS ?? 2000), seed: Number(process.env.TEST_SEED ?? 20260101), endOnFailure: false },
	);
	console.log({ polls, calls, mostCalls, bytes, emitted, runs: details.numRuns });
	if (details.failed) throw new Error(fc.defaultReportMessage(details));
}, 300_000);
