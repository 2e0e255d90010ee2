import { historyOf } from './generate';
import { plainTrigger, WRONGS } from './plain';
import type { Wrong } from './plain';
import { simulate } from './simulate';
import { STORIES } from './stories';

/** Troubles that the plain trigger bears. */
const BORNE = ['late', 'clock', 'crowd', 'tide', 'meanwhile', 'kill', 'failure'];

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

/** Whether the oracle finds anything in a story. */
async function isCaught(wrong: Wrong): Promise<boolean> {
	for (const history of Object.values(STORIES)) {
		const { findings } = await simulate(history, plainTrigger(wrong), { isShort: true });
		if (findings.some(({ kind }) => kind !== 'costly')) return true;
	}
	return false;
}

it.each(Object.entries(STORIES))('the plain trigger bears it when %s', async (_, history) => {
	const { findings } = await simulate(history, plainTrigger(), { isShort: true });
	expect(findings).toEqual([]);
});

it('the plain trigger breaks no promise in histories that it is made for', async () => {
	for (const seed of SEEDS) {
		const { world, ...others } = historyOf(seed, 'realistic', BORNE);
		const history = { ...others, world: { ...world, latencyMs: 100 } };
		const { findings } = await simulate(history, plainTrigger(), { isShort: true });
		expect({ seed, findings }).toEqual({ seed, findings: [] });
	}
});

it.each(WRONGS)('a trigger with this wrong decision is caught: %s', async (wrong) => {
	expect(await isCaught(wrong)).toBe(true);
});
