import type { INodeParameters } from 'n8n-workflow';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { failureOf, outputOf } from './writes/support';

/** A value that has become another one on its way is refused: what is read and written is what was meant. */

const world = worldPerTest();

const CARD: INodeParameters = { resource: 'businessCard', operation: 'get' };
const LIST: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };

/** Ids of 19 digits as a JSON parser without care gives them: these two are the same number. */
const MEANT = '7100000000000000293';
const ANOTHER = String(BigInt(Number(MEANT)));

const ITEM = { json: { exact: MEANT, lost: Number(MEANT), none: NaN } };

test.each([
	['={{ $json.lost }}', /lost digits.*as text/],
	['={{ $json.none }}', /NaN/],
	['={{ Infinity }}', /Infinity/],
	['={{ true }}', /not a text/],
])('%s is no id: it is refused before any call', async (businessCardId, rule) => {
	const error = failureOf(await world.run({ ...CARD, businessCardId }, { items: [ITEM] }));
	expect([error.name, error.context?.parameter]).toEqual(['NodeOperationError', 'businessCardId']);
	expect(error.message).toMatch(rule);
	expect(world.emulator.calls).toEqual([]);
});

test('the card that was meant comes, and not the one whose number is nearest', async () => {
	expect(ANOTHER).not.toBe(MEANT);
	for (const id of [MEANT, ANOTHER]) world.emulator.addCard({ id });
	const [card] = outputOf(await world.run({ ...CARD, businessCardId: '={{ $json.exact }}' }, { items: [ITEM] }));
	expect(card?.id).toBe(MEANT);
});

describe('a switch', () => {
	beforeEach(() => {
		for (let index = 0; index < 120; index += 1) world.emulator.addCard({});
	});

	test.each([
		['true', 120],
		['={{ true }}', 120],
		['={{ "true" }}', 120],
		['={{ " TRUE " }}', 120],
		['false', 7],
		['={{ "False" }}', 7],
	])('returnAll %j gives %d of 120', async (returnAll, count) => {
		expect(outputOf(await world.run({ ...LIST, returnAll, limit: 7 }))).toHaveLength(count);
	});

	test('a limit beside Return All means nothing, not even when it is none', async () => {
		const returnAll = '={{ "true" }}';
		expect(outputOf(await world.run({ ...LIST, returnAll, limit: '={{ "" }}' }))).toHaveLength(120);
	});
});

describe('what a list says of its end', () => {
	beforeEach(() => {
		for (let index = 0; index < 320; index += 1) world.emulator.addCard({});
	});

	function envelope(changes: object): void {
		const transform = (body: unknown) => ({ ...(body as object), ...changes });
		world.emulator.faults.add({ kind: 'transform', transform });
	}

	test.each(['true', 'TRUE', ' True '])('is believed as the text %j', async (hasMore) => {
		envelope({ hasMore });
		expect(outputOf(await world.run({ ...LIST, returnAll: true }))).toHaveLength(320);
	});

	test.each([
		['maybe', /did not say whether the list continues, but "maybe"$/],
		[1, /but 1$/],
		[{ yes: true }, /but an object$/],
		[null, /sent a page token, but did not say whether the list continues$/],
		[undefined, /sent a page token, but did not say/],
	])('%p is an error, and never the end', async (hasMore, message) => {
		envelope({ hasMore });
		const run = await world.run({ ...LIST, returnAll: true });
		const error = failureOf(run);
		expect([run.items, error.name]).toEqual([[], 'NodeApiError']);
		expect(error.message).toMatch(message);
	});

	test('an error ends a poll of the trigger, too, and the next one gives all', async () => {
		const trigger = world.trigger({ options: { startFrom: '2000-01-01T00:00:00Z' } });
		envelope({ hasMore: 'maybe' });
		await expect(trigger.poll()).rejects.toThrow('did not say whether the list continues');
	});
});
