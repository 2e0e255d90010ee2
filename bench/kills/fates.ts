import type { ExecutionStatus } from '../../tools/realN8n/types';

/** What can become of records that a poll has brought, with how the table heads it. */
export const FATES = {
	once: 'came once',
	unmarked: 'came once, and the execution does not say so',
	lost: 'lost',
	waiting: 'in an execution that does not run',
	crashed: 'in a crashed execution',
	failed: 'in a failed execution',
	emptied: 'in a failed execution that no longer holds them',
	twice: 'came twice',
} as const;

/** What became of records. */
export type Fate = keyof typeof FATES;

/** What is found of the records of a batch in one workflow. */
export interface Traces {
	/** How often they were delivered. */
	readonly deliveries: number;
	/** The executions that hold them. */
	readonly holding: readonly ExecutionStatus[];
	/** Whether an execution of that time holds no records any more. */
	readonly hasEmptied: boolean;
}

/** What is left of records that were not delivered, the first that fits. */
const undelivered: ReadonlyArray<{ fate: Fate; fits: (traces: Traces) => boolean }> = [
	{ fate: 'crashed', fits: ({ holding }) => holding.includes('crashed') },
	{ fate: 'failed', fits: ({ holding }) => holding.includes('error') || holding.includes('canceled') },
	{ fate: 'waiting', fits: ({ holding }) => holding.length > 0 },
	{ fate: 'emptied', fits: ({ hasEmptied }) => hasEmptied },
	{ fate: 'lost', fits: () => true },
];

/** Judges what was found. @throws when n8n says that it delivered what has not come */
export function fateOf(traces: Traces): Fate {
	const { deliveries, holding } = traces;
	if (deliveries > 1) return 'twice';
	if (deliveries === 1) return holding.includes('success') ? 'once' : 'unmarked';
	if (holding.includes('success')) throw new Error('An execution that succeeded delivered nothing.');
	return undelivered.find(({ fits }) => fits(traces))?.fate ?? 'lost';
}
