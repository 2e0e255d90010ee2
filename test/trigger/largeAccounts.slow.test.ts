import { PLAIN_POLL as POLL } from './history';
import type { Step } from './history';
import { ours } from './ours';
import { simulate } from './simulate';
import { ADD, ALL_STATUSES, story } from './stories';

/** Accounts with more records than the trigger remembers. */

const CREATED = { event: 'businessCardCreated', pageSize: 3_000 } as const;

it('a past of more created cards than the trigger remembers for good is emitted to its end, also one that changes', async () => {
	const population = { count: 51_000, over: 29 * 86_400, waiting: 0 };
	// The present has been read by then, and the page of the past that had it not yet.
	const change = { call: 4, deed: { do: 'change', pick: 90_000, late: 0 } } as const;
	const steps = [POLL, { ...POLL, meanwhile: [change] }, POLL];
	const world = { ...CREATED, maxRecords: 26_000, startFrom: 30 * 86_400, population };
	const { findings, emitted } = await simulate(story(steps, world), ours, { isShort: true });
	expect([findings, emitted]).toEqual([[], 51_001]);
});

it('one second that can never be read does not let the memory grow for ever', async () => {
	const many: Step[] = [{ do: 'wait', ms: 2_000_000 }, { ...ADD, count: 5_000 }, POLL];
	const bad: Step = { do: 'bad page', of: 'a record', pick: 40, width: 1, status: 503, polls: Infinity };
	const steps = [POLL, ADD, bad, ...Array<Step>(5).fill(POLL), ...Array<Step[]>(7).fill(many).flat()];
	const history = story(steps, { ...CREATED, options: ALL_STATUSES });
	const { findings, largest } = await simulate(history, ours, { isShort: true });
	expect(findings).toEqual([]);
	expect(largest).toBeLessThan(160_000);
});
