import type { INodeParameters } from 'n8n-workflow';
import type { FaultScript } from '../emulator';
import { ALWAYS, worldPerTest } from '../../tools/engine/world';

/** Answers that come in odd ways but whole are read like any other, with one call. */

const world = worldPerTest();

const ODD: ReadonlyArray<readonly [string, FaultScript]> = [
	['under another content type', { kind: 'wrongContentType' }],
	['compressed', { kind: 'gzip' }],
	['after a while', { kind: 'slow', delayMs: 300 }],
	['drop by drop', { kind: 'drip', delayMs: 300 }],
	[
		'with headers that mean nothing',
		{ kind: 'transform', headers: { date: 'never', 'x-request-id': '\u00e9', 'set-cookie': 'a=b' } },
	],
];

const CASES: ReadonlyArray<readonly [string, INodeParameters, string]> = [
	['a list', { resource: 'businessCard', operation: 'getAll', ...ALWAYS }, 'c1'],
	['a card', { resource: 'businessCard', operation: 'get', businessCardId: 'c1' }, 'c1'],
	['a person', { resource: 'person', operation: 'get', personId: 'p1' }, 'p1'],
	['tags', { resource: 'tag', operation: 'getAll' }, 't1'],
];

beforeEach(() => {
	world.emulator.addTag({ id: 't1' });
	world.emulator.addCard({ id: 'c1', personId: 'p1', memo: '髙橋'.repeat(500) });
});

describe.each(CASES)('%s', (_, parameters, id) => {
	test.each(ODD)('%s is read', async (__, fault) => {
		world.emulator.faults.add(fault);
		const { items, error } = await world.run(parameters);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual([id]);
		expect(world.emulator.calls).toHaveLength(1);
	});
});

test('a record with a byte order mark before it is read', async () => {
	world.emulator.faults.add({ kind: 'status', status: 200, body: '\ufeff{"id":"c1"}' });
	const { items } = await world.run({ resource: 'businessCard', operation: 'get', businessCardId: 'c1' });
	expect(items.map(({ json }) => json)).toEqual([{ id: 'c1' }]);
});

test('a list of many megabytes is read', async () => {
	const memo = 'x'.repeat(100_000);
	const data = Array.from({ length: 100 }, (_, index) => ({ id: String(index), memo }));
	world.emulator.faults.add({ kind: 'status', status: 200, body: { hasMore: false, nextPageToken: null, data } });
	const { items } = await world.run({ resource: 'businessCard', operation: 'getAll', ...ALWAYS, returnAll: true });
	expect(items).toHaveLength(100);
	expect(items.every(({ json }) => json.memo === memo)).toBe(true);
});
