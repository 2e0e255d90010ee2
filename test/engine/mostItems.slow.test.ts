import { ALWAYS, worldPerTest } from '../support/engine/world';

const world = worldPerTest({ rateLimit: false });

/** One more than n8n takes from one input item. */
const CARDS = 100_001;

test('more records than n8n takes from one input item are refused in words', async () => {
	const time = Date.parse('2026-03-01T00:00:00Z');
	for (let index = 0; index < CARDS; index += 1) world.emulator.addCard({ updatedTime: time + index * 1_000 });
	const { items, error } = await world.run({ resource: 'businessCard', operation: 'getAll', ...ALWAYS, returnAll: true });
	expect(items).toEqual([]);
	expect(error?.message).toBe('The list has more than 100,000 records, which is more than n8n accepts from one input item');
	expect(error?.description).toContain('several input items');
}, 120_000);
