import { seedOf } from '../seed';
import { historyOf } from './generate';
import { ours } from './ours';
import { simulate } from './simulate';
import { smallHistories } from './smallHistories';

const RUNS = Number(process.env['RUNS'] ?? 100);
const LENGTH = Number(process.env['EVENTS'] ?? 3);

it(`breaks no promise in ${RUNS} random histories`, async () => {
	const first = seedOf();
	for (let seed = first; seed < first + RUNS; seed += 1) {
		const { findings } = await simulate(historyOf(seed), ours);
		expect({ seed, findings }).toEqual({ seed, findings: [] });
	}
});

it(`breaks no promise in any history of ${LENGTH} events`, async () => {
	let emitted = 0;
	for (const { name, history } of smallHistories(LENGTH)) {
		const outcome = await simulate(history, ours, { isShort: true });
		emitted += outcome.emitted;
		if (outcome.findings.length > 0) expect({ name, findings: outcome.findings }).toEqual({ name, findings: [] });
	}
	expect(emitted).toBeGreaterThan(0);
});
