import { describeFaults } from './matrix';
import { lost, POLL_OUT_OF_TIME, unanswered } from './texts';

/** Everything that can happen to a connection, for every operation and a poll. */

const BROKEN = lost('The connection to the service was lost before the response was complete');
const SILENT = lost('The service did not respond in time');
const ON_POLLS = { 'a poll': POLL_OUT_OF_TIME };
const HARMLESS = { effect: { kind: 'harmless' } } as const;

/** How long a silent service is waited for; what it answers, it answers sooner by far. */
const PATIENCE_MS = 250;
const SILENCE_MS = 600_000;

const NOBODY_THERE = 'The service cannot be reached: nothing answers at its address';

describeFaults([
	{
		name: 'nobody at the address',
		effect: { kind: 'retried', said: unanswered(NOBODY_THERE) },
		// Nothing was sent, so there is nothing to look for in the service.
		onWrites: { kind: 'fails', calls: 0, said: unanswered(NOBODY_THERE) },
	},
	{ name: 'lost before the request is read', script: { kind: 'resetOnArrival' }, ...BROKEN },
	{ name: 'lost before the answer', script: { kind: 'reset' }, isDone: 'perhaps', ...BROKEN },
	{ name: 'lost after the head of the answer', script: { kind: 'resetAfterHeaders' }, isDone: 'always', ...BROKEN },
	{ name: 'lost in the middle of the answer', script: { kind: 'resetMidBody' }, isDone: 'always', ...BROKEN },
	{ name: 'lost after the answer', script: { kind: 'resetAfterBody' }, ...HARMLESS },
	{ name: 'silence', script: { kind: 'hang' }, patience: PATIENCE_MS, isDone: 'perhaps', ...SILENT, on: ON_POLLS },
	{
		name: 'silence in the middle of the answer',
		script: { kind: 'drip', delayMs: SILENCE_MS },
		patience: PATIENCE_MS,
		isDone: 'always',
		...SILENT,
		on: ON_POLLS,
	},
	{ name: 'an answer that comes late', script: { kind: 'slow', delayMs: 20 }, ...HARMLESS },
	{ name: 'an answer that comes drop by drop', script: { kind: 'drip', delayMs: 20 }, ...HARMLESS },
]);
