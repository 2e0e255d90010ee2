import type { INodeParameters } from 'n8n-workflow';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node';
import { testCredential } from '../support/engine/n8n';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import type { FaultScript } from '../emulator';

/** A firewall, a proxy or another server answers in place of the service: its page is never taken for the service's word. */

const world = worldPerTest();

const CARD: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: 'c1' };
const CARDS: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS, options: { downloadImages: ['front'] } };
const IMAGE: INodeParameters = { resource: 'businessCard', operation: 'getImage', businessCardId: 'c1' };

const PAGES: ReadonlyArray<readonly [string, Partial<FaultScript>]> = [
	['a page of HTML', { kind: 'html' }],
	['a page without its content type', { body: '\n<h1>Blocked</h1>' }],
	['an error of XML', { body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', headers: { 'content-type': 'text/xml' } }],
];

const BODIES_OF_OTHERS: ReadonlyArray<readonly [string, Partial<FaultScript>]> = [
	...PAGES,
	['nothing', { kind: 'empty' }],
	['plain text', { body: '404 page not found', headers: { 'content-type': 'text/plain' } }],
	["a gateway's JSON", { body: { message: 'no Route matched with those values' } }],
	["another gateway's JSON", { body: { statusCode: 404, message: 'Resource not found' } }],
	["a framework's JSON", { body: { statusCode: 404, message: 'Cannot GET /', error: 'Not Found' } }],
];

/** A 404 of the service itself, with the documented body and no more than its documented fields. */
const NO_PICTURE = { statusCode: 404, message: 'There is no image', error: [] };

function answer(status: number, fault: Partial<FaultScript>, endpoint?: FaultScript['endpoint']): void {
	world.emulator.faults.add({ kind: 'status', status, times: Infinity, ...fault, ...(endpoint === undefined ? {} : { endpoint }) });
}

beforeEach(() => {
	world.emulator.addCard({ id: 'c1' });
	world.emulator.setImage('c1', 'front', jpeg(1));
});

describe('a picture', () => {
	test.each(BODIES_OF_OTHERS)('that a 404 with %s stands for is not one that the card lacks', async (_, fault) => {
		answer(404, fault, 'E4');
		for (const parameters of [CARDS, IMAGE]) {
			const { error, items } = await world.run(parameters);
			expect([items, error?.name, error?.httpCode]).toEqual([[], 'NodeApiError', '404']);
			expect(error?.message).toMatch(/something other than the service/);
			expect(error?.description).not.toMatch(/Check the ID/);
		}
	});

	test('is lacking where the service says so in its own error body', async () => {
		answer(404, { body: NO_PICTURE }, 'E4');
		const { error, items } = await world.run(CARDS);
		expect(error).toBeUndefined();
		expect(items.map(({ json, binary }) => [json.id, binary])).toEqual([['c1', undefined]]);
	});
});

describe.each([400, 401, 403, 404, 409, 415, 429])('a %d', (status) => {
	test.each(PAGES)('with %s is said to come from something other than the service', async (_, fault) => {
		// A refusal as one call too many is repeated until its pauses add up to too much.
		answer(status, { ...fault, headers: { ...fault.headers, ...(status === 429 ? { 'retry-after': '300' } : {}) } });
		const { error, items } = await world.run(CARD);
		expect([items, error?.name, error?.httpCode]).toEqual([[], 'NodeApiError', String(status)]);
		expect(error?.message).toMatch(/something other than the service.*status/);
		expect(error?.description).toMatch(/firewall.*Base URL/s);
		expect(error?.description).not.toMatch(/Check the ID|permission|parameters|10 calls/);
	});
});

test.each([
	['nothing', { kind: 'empty' }],
	['plain text', { body: 'Not allowed', headers: { 'content-type': 'text/plain' } }],
	['other JSON', { body: { message: 'Not allowed' } }],
] as const)('a 403 with %s, which may be all that the service sends, is the service\'s', async (_, fault) => {
	answer(403, fault);
	const { error } = await world.run(CARD);
	expect(error?.description).toMatch(/permission/);
});

test('a page that names an error type of the service is the service\'s', async () => {
	answer(403, { body: '<p>has_no_permission</p>' });
	const { error } = await world.run(CARD);
	expect(error?.description).toMatch(/permission/);
});

test.each([502, 504])('a %d says that the service is not available, and not that the address is wrong', async (status) => {
	answer(status, { kind: 'html' });
	const { error } = await world.run(CARD);
	expect([error?.name, error?.httpCode]).toEqual(['NodeApiError', String(status)]);
	expect(error?.message).toMatch(/not available at the moment/);
	expect(error?.description).toMatch(/Try again later/);
	expect(error?.description).not.toMatch(/Check the Base URL/);
});

test('a poll that a page with a 404 answers fails, and hands over the record afterwards', async () => {
	const trigger = world.trigger();
	await trigger.poll();
	world.emulator.addCard({ id: 'c2' });
	answer(404, { kind: 'html' });
	await expect(trigger.poll()).rejects.toThrow(/something other than the service/);
	world.emulator.faults.clear();
	expect((await trigger.poll()).map(({ id }) => id)).toEqual(['c2']);
});

describe('the test of the credential', () => {
	const NODE = new BusinessCardData();

	async function saidOf(status: number, fault: Partial<FaultScript>): Promise<string> {
		world.emulator.faults.clear();
		answer(status, fault);
		const result = await testCredential(NODE, world.credential());
		expect(result.status).toBe('Error');
		expect(result.message).not.toMatch(/valid|[<>]/);
		return result.message;
	}

	test.each([200, 302, 400, 401, 403, 404, 409, 415, 429])('says of a page with status %d that it is not the service\'s', async (status) => {
		for (const [, fault] of PAGES) {
			expect(await saidOf(status, fault)).toMatch(/something other than the service/);
		}
	});

	test('has a sentence of its own for each status, and none says that a key is valid', async () => {
		const statuses = [400, 401, 403, 404, 409, 415, 418, 429, 500, 503];
		const said: string[] = [];
		for (const status of statuses) said.push(await saidOf(status, { body: { statusCode: status, message: '', error: [] } }));
		expect(new Set(said).size).toBe(statuses.length);
		expect(said[statuses.indexOf(403)]).toMatch(/permission/);
		expect(said[statuses.indexOf(404)]).toMatch(/without the version/);
		expect(said[statuses.indexOf(429)]).toMatch(/could not be checked.*Try again/);
	});

	test.each([500, 502, 503, 504])('says of a %d that the service is not available', async (status) => {
		expect(await saidOf(status, { kind: 'html' })).toMatch(new RegExp(`not available at the moment \\(status ${status}\\).*Try again later`));
	});
});
