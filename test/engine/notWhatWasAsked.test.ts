import { leapOverPauses } from '../support/engine/leapClock';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { failureOf, importing, inMemory, MAY_HAVE_ARRIVED, outputOf } from './writes/support';

/** A success that does not hold what was asked for is an error, and never a record, a state or a file that nobody has. */

leapOverPauses();

const world = worldPerTest();

function answer(status: number, body: unknown, contentType = 'application/json'): void {
	world.emulator.faults.add({ kind: 'status', status, body, headers: { 'content-type': contentType }, times: Infinity });
}

/** What is no record, though it is an object: a service or something before it says that there is none. */
const NO_RECORDS = [{}, { message: 'Not found' }, { statusCode: 404, message: 'x' }, { error: [{ Code: 'invalid_value' }] }];

const READS = {
	card: { resource: 'businessCard', operation: 'get', businessCardId: 'c1' },
	person: { resource: 'person', operation: 'get', personId: 'p1' },
};

describe.each(Object.entries(READS))('a %s', (_, parameters) => {
	test.each(NO_RECORDS)('is not %j', async (body) => {
		answer(200, body);
		const run = await world.run(parameters);
		expect([run.items, failureOf(run).message]).toEqual([[], 'The service sent a response without the requested record']);
	});

	test.each([{ id: 12 }, { id: null }])('is what has a field for its id: %j', async (record) => {
		answer(200, record);
		expect(outputOf(await world.run(parameters))).toEqual([record]);
	});
});

describe('a card that is created', () => {
	const CREATE = { resource: 'businessCard', operation: 'create', lastName: '髙橋' };

	test.each(NO_RECORDS.slice(1))('may be there, but is not %j', async (body) => {
		answer(201, body);
		const run = await world.run(CREATE, { settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } });
		expect([run.items, failureOf(run).description]).toEqual([[], expect.stringMatching(MAY_HAVE_ARRIVED)]);
		expect(world.emulator.calls).toHaveLength(1);
	});

	test('is an empty object where the caller may not see it', async () => {
		answer(201, {});
		expect(outputOf(await world.run(CREATE))).toEqual([{ success: true, viewable: false }]);
	});
});

describe('an entry of a list', () => {
	const LISTS = {
		cards: { resource: 'businessCard', operation: 'getAll', ...ALWAYS, returnAll: true },
		search: { resource: 'businessCard', operation: 'search' },
		tags: { resource: 'tag', operation: 'getAll' },
	};

	test.each(Object.entries(LISTS).flatMap(([name, parameters]) => [null, 'c2', 7, ['c2']].map((entry) => [name, entry, parameters] as const)))(
		'of %s is not %j, and is not passed over',
		async (_, entry, parameters) => {
			answer(200, { hasMore: false, data: [{ id: 'c1', updatedTime: '2026-04-01T00:00:00Z' }, entry] });
			const run = await world.run(parameters);
			expect([run.items, failureOf(run).message]).toEqual([[], expect.stringMatching(/^The service sent a list with .* in place of a record$/)]);
		},
	);
});

describe('the status of an import', () => {
	test.each([true, '', ' ', [], [2], {}, 1.5, '0x2', '2.0', null])('is not %j', async (importStatus) => {
		answer(200, { importStatus });
		const run = await world.run(importing('getStatus', { importId: 'i1' }));
		expect([run.items, failureOf(run).message]).toEqual([[], 'The service sent a response without the status of the import']);
	});

	test.each([[2, 2], ['2', 2], [' 9 ', 9], [5, 5]])('is %j as %i', async (importStatus, number) => {
		answer(200, { importStatus });
		expect(outputOf(await world.run(importing('getStatus', { importId: 'i1' })))).toMatchObject([{ importStatus: number }]);
	});
});

test.each([null, 'c1', ['c1']])('an entry of what became of a picture is not %j: the picture may have been taken', async (entry) => {
	answer(202, { data: [{ id: 'c1', language: 'Japanese' }, entry] });
	const items = [{ json: {}, binary: { data: inMemory(jpeg()) } }];
	const run = await world.run({ resource: 'businessCard', operation: 'uploadImage' }, { items });
	expect([run.items, failureOf(run).description]).toEqual([[], expect.stringMatching(MAY_HAVE_ARRIVED)]);
});

test.each([
	['a page', Buffer.from('<p>Sorry</p>'), 'image/jpeg'],
	['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'image/png'],
])('%s is no picture of a card, whatever its content type', async (_, body, contentType) => {
	answer(200, body, contentType);
	const run = await world.run({ resource: 'businessCard', operation: 'getImage', businessCardId: 'c1' });
	expect([run.items, failureOf(run).message]).toEqual([[], 'The service sent a response that is not a JPEG image']);
});
