import { DEFAULT_MAX_RECORDS, MANY_CALLS } from './history';
import type { History, PollStep, Step } from './history';
import type { ServiceTraits } from './model';

/** What is plain of each kind: the ground on which a test builds what it is about. */

export const PLAIN_POLL: PollStep = {
	do: 'poll',
	latency: 1,
	calls: MANY_CALLS,
	maxRecords: DEFAULT_MAX_RECORDS,
	fault: undefined,
	meanwhile: [],
	abandoned: false,
};

export const MINUTE: Step = { do: 'wait', ms: 60_000 };

/** A service as a trigger may wish for. */
export const PLAIN_SERVICE: ServiceTraits = {
	pageSize: 300,
	includesFrom: true,
	includesTo: true,
	tokens: 'contents',
	keepsOrder: true,
	saysMoreWhenFull: false,
	ties: 'id',
};

/** A few cards of the last hour, and what happens then. */
export function plainHistory(steps: readonly Step[], changes: Partial<History> = {}): History {
	return {
		event: 'businessCardUpdated',
		classes: [],
		traits: PLAIN_SERVICE,
		clockOffset: 0,
		overlap: 300,
		statuses: ['completed'],
		includeTags: false,
		includePastBizCards: false,
		population: { count: 20, over: 3_600, waiting: 0 },
		steps,
		...changes,
	};
}
