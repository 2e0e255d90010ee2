import type { EventName } from '../../nodes/BusinessCardDataTrigger/events';
import { MINUTE, PLAIN_POLL, plainHistory } from './plain';
import { simulate } from './simulate';
import type { Trigger } from './simulate';

/** Polls after which everything that was there at activation has been dealt with. */
const SETTLED = 10;

const QUIET = 50;

async function callsOf(trigger: Trigger, event: EventName, polls: number): Promise<number> {
	const steps = Array.from({ length: polls }, () => [MINUTE, PLAIN_POLL]).flat();
	const population = { count: 250, over: 100_000, waiting: 1 };
	return (await simulate(plainHistory(steps, { event, population }), trigger)).calls;
}

/** Calls that a trigger makes in a poll with nothing new, polled every minute, after some polls to settle. */
export async function callsOfQuietPoll(trigger: Trigger, event: EventName): Promise<number> {
	const settled = await callsOf(trigger, event, SETTLED);
	return ((await callsOf(trigger, event, SETTLED + QUIET)) - settled) / QUIET;
}
