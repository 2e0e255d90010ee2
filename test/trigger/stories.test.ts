import { fingerprintOfState } from '../../nodes/BusinessCardDataTrigger/watermark/fingerprint';
import { PLAIN_POLL as POLL, PLAIN_WORLD } from './history';
import type { Step } from './history';
import type { Hear } from './life';
import { ours } from './ours';
import { simulate } from './simulate';
import { ADD, ALL_STATUSES, badAround, story, STORIES } from './stories';
import { WRONG_TRIGGERS } from './wrongTriggers';

const CREATED = { event: 'businessCardCreated', pageSize: 3_000 } as const;

it.each(Object.entries(STORIES))('the trigger keeps its promises when %s', async (_, history) => {
	const { findings, emitted } = await simulate(history, ours);
	expect(findings).toEqual([]);
	expect(emitted).toBeGreaterThan(0);
});

it.each(Object.entries(WRONG_TRIGGERS))('a trigger with this wrong decision is caught: %s', async (_, trigger) => {
	const stories = Object.values(STORIES);
	const outcomes = await Promise.all(stories.map((story) => simulate(story, trigger, { isShort: true })));
	const found = outcomes.flatMap(({ findings }) => findings.map(({ kind }) => kind));
	expect(found.filter((kind) => kind !== 'costly')).not.toEqual([]);
});

it('more records without a readable time than a page holds, in a list without order, cost calls and nothing else', async () => {
	const odd: Step = { do: 'odd times', pick: 0, isNew: true, updated: 'missing', registered: 'missing' };
	const history = story([POLL, ...Array<Step>(60).fill(odd), POLL, ADD, POLL], { keepsOrder: false, pageSize: 50 });
	const { findings } = await simulate(history, ours);
	expect(findings.map(({ kind }) => kind)).toEqual(['costly']);
});

it('cards whose processing ends in a status that is not chosen do not wait for ever', async () => {
	const options = { ...PLAIN_WORLD.options, entryStatus: ['unreadable'] };
	const finish = Array<Step>(1_200).fill({ do: 'finish', pick: 0, readable: true });
	const adds = Array.from({ length: 1_200 }, (): Step => ({ ...ADD, status: 1 }));
	const days: Step = { do: 'wait', ms: 3 * 86_400_000 };
	const steps = [POLL, ...adds, POLL, ...finish, POLL, days, POLL];
	const { findings } = await simulate(story(steps, { ...CREATED, options }), ours);
	expect(findings).toEqual([]);
});

it('a crowded second that can be read again comes with every poll', async () => {
	const crowd: Step = { do: 'crowd', count: 110, adds: true, late: 0 };
	const steps = [POLL, crowd, badAround(100, 6), ...Array<Step>(20).fill(POLL)];
	const counts: number[] = [];
	const hear: Hear = (event) => void ('items' in event && counts.push(event.items.length));
	await simulate(story(steps, { maxRecords: 20, options: ALL_STATUSES }), ours, { hear, isShort: true });
	expect(counts.join()).toContain('0,20,20,20,20,10,0');
});

it('tells contents of one record with one time apart, and times with one content', () => {
	const print = (id: number, updated: number, memo: string) =>
		fingerprintOfState({ id: String(id), updated, registered: 1, status: undefined, json: { memo } });
	const ids = [...Array(20_000).keys()];
	expect(ids.filter((id) => print(id, 1, 'A') === print(id, 1, 'B') || print(id, 1, 'A') === print(id, 2, 'A'))).toEqual(
		[],
	);
});
