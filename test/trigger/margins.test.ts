import type { History, Step } from './history';
import { ours } from './ours';
import { PLAIN_POLL, PLAIN_SERVICE, plainHistory } from './plain';
import { simulate } from './simulate';

/** Coincidences that chance hardly ever brings together. */

function history(steps: Step[], changes: Partial<History> = {}): History {
	const traits = { ...PLAIN_SERVICE, pageSize: 25, tokens: 'keyset' as const };
	return plainHistory([PLAIN_POLL, ...steps], { traits, overlap: 5, ...changes });
}

test('a change that becomes visible between the first call of a long poll and the next is not passed by the floor', async () => {
	const { findings } = await simulate(
		history([
			{ do: 'wait', ms: 10_000 },
			{ do: 'change', pick: 0, times: 1, late: 5 },
			{ do: 'wait', ms: 1_000 },
			{ do: 'tide', count: 60, everyMs: 25, adds: true },
			{ do: 'wait', ms: 900 },
			{
				...PLAIN_POLL,
				latency: 1_500,
				meanwhile: [{ call: 1, deeds: [{ do: 'wait', ms: 1_200 }, { do: 'add', count: 60, status: 0, late: 0 }] }],
			},
		]),
		ours,
	);
	expect(findings).toEqual([]);
});
