import type { History, PollStep, Step } from './history';
import { DEFAULT_MAX_RECORDS, MANY_CALLS } from './history';
import { ours } from './ours';
import { simulate } from './simulate';

/** Coincidences that chance hardly ever brings together. */

const POLL: PollStep = {
	do: 'poll',
	latency: 1,
	calls: MANY_CALLS,
	maxRecords: DEFAULT_MAX_RECORDS,
	fault: undefined,
	meanwhile: [],
	abandoned: false,
};

function history(steps: Step[], changes: Partial<History> = {}): History {
	return {
		event: 'businessCardUpdated',
		traits: {
			pageSize: 25,
			includesFrom: true,
			includesTo: true,
			tokens: 'keyset',
			keepsOrder: true,
			saysMoreWhenFull: false,
			ties: 'id',
		},
		clockOffset: 0,
		overlap: 5,
		statuses: ['completed'],
		includeTags: false,
		includePastBizCards: false,
		population: { count: 20, over: 3_600, waiting: 0 },
		steps: [POLL, ...steps],
		...changes,
	};
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
				...POLL,
				latency: 1_500,
				meanwhile: [{ call: 1, deeds: [{ do: 'wait', ms: 1_200 }, { do: 'add', count: 60, status: 0, late: 0 }] }],
			},
		]),
		ours,
	);
	expect(findings).toEqual([]);
});
