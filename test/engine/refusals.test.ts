import type { INodeParameters } from 'n8n-workflow';
import { ALWAYS, worldPerTest } from '../support/engine/world';

/**
 * What is refused before a call: the message names the parameter and the rule, and nothing is sent. What is refused by its
 * kind of value alone is in hostileMatrix.
 */

const world = worldPerTest();

const CARDS: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };
const REPORTS: INodeParameters = { resource: 'report', operation: 'getAll', ...ALWAYS };
const SEARCH: INodeParameters = { resource: 'businessCard', operation: 'search' };
const CARD: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: 'c1' };
const IMAGE: INodeParameters = { resource: 'businessCard', operation: 'getImage', businessCardId: 'c1' };

/** What it is, the parameters, the parameter at fault, and what the message has to say of the rule. */
const REFUSED: ReadonlyArray<readonly [string, INodeParameters, string, RegExp]> = [
	['a limit of 0', { ...CARDS, limit: 0 }, 'limit', /0.*whole number of at least 1/],
	['a limit of -1', { ...CARDS, limit: -1 }, 'limit', /-1.*whole number of at least 1/],
	['a limit of 1.5', { ...CARDS, limit: 1.5 }, 'limit', /1\.5.*whole number of at least 1/],
	['a limit of "abc"', { ...CARDS, limit: '={{ "abc" }}' }, 'limit', /abc.*whole number of at least 1/],
	['a limit beyond the safe range', { ...SEARCH, limit: 2 ** 53 }, 'limit', /whole number of at least 1/],
	['a limit in scientific notation', { ...SEARCH, limit: '={{ "1e2" }}' }, 'limit', /1e2.*whole number of at least 1/],
	[
		'a term that ends before it starts',
		{ ...CARDS, updatedFrom: '2026-04-02T00:00:00Z', updatedTo: '2026-04-01T00:00:00Z' },
		'updatedFrom',
		/2026-04-02.*after Updated To.*2026-04-01/,
	],
	[
		'a term that ends before it starts, written in different zones',
		{ ...REPORTS, updatedFrom: '2026-04-01T00:00:01Z', updatedTo: '2026-04-01T09:00:00+09:00' },
		'updatedFrom',
		/after Updated To/,
	],
	['a card without an id', { ...CARD, businessCardId: '={{ "" }}' }, 'businessCardId', /empty.*required/],
	['an unknown side', { ...IMAGE, side: '={{ "left" }}' }, 'side', /left.*back, front/],
	['an unknown range', { ...CARDS, range: '={{ "everyone" }}' }, 'range', /everyone.*all, me/],
	[
		'an unknown status',
		{ ...SEARCH, options: { entryStatus: '={{ ["completed", "lost"] }}' } },
		'entryStatus',
		/lost.*completed, processing, unreadable/,
	],
	[
		'an unknown order',
		{ ...CARDS, sort: { orderBy: '={{ "name" }}' } },
		'orderBy',
		/name.*completedAt, registeredAt, updatedAt/,
	],
	[
		'an order that reports do not have',
		{ ...REPORTS, sort: { orderBy: '={{ "completedAt" }}' } },
		'orderBy',
		/completedAt.*registeredAt, updatedAt/,
	],
	['an unknown direction', { ...CARDS, sort: { orderDirection: '={{ "up" }}' } }, 'orderDirection', /up.*asc, desc/],
	[
		'an unknown type of tag',
		{ resource: 'tag', operation: 'getAll', options: { type: '={{ "secret" }}' } },
		'type',
		/secret.*private, public, shared/,
	],
	['an unknown type of report', { ...REPORTS, options: { type: '={{ "Visit" }}' } }, 'type', /Visit.*Meeting/],
	['a number that is no version', { ...CARD, apiVersion: '={{ 3.21 }}' }, 'apiVersion', /3\.21.*3\.2, 2\.5 or 2\.0/],
	['a version that is a number without an expression', { ...CARD, apiVersion: 3.2 }, 'apiVersion', /3\.2.*3\.2, 2\.5 or 2\.0/],
	['an unknown version', { ...CARD, apiVersion: '9.9' }, 'apiVersion', /9\.9.*3\.2, 2\.5 or 2\.0/],
	['an unknown operation', { resource: 'businessCard', operation: 'burn' }, 'operation', /businessCard\.burn/],
	['an unknown resource', { resource: 'invoice', operation: 'getAll' }, 'operation', /no operation "invoice"/],
	[
		'a name that every object has',
		{ resource: 'constructor', operation: 'name' },
		'operation',
		/no operation "constructor"/,
	],
];

test.each(REFUSED)('%s is refused before any call', async (_, parameters, parameter, rule) => {
	const { error, items } = await world.run(parameters);
	expect(items).toEqual([]);
	expect(error?.name).toBe('NodeOperationError');
	expect(error?.message).toMatch(rule);
	expect(error?.context?.parameter).toBe(parameter);
	expect(error?.context?.itemIndex).toBe(0);
	expect(world.emulator.calls).toEqual([]);
});

test.each<[string, INodeParameters]>([
	['the start of a term', { ...CARDS, updatedFrom: '' }],
	['the end of a term', { ...REPORTS, updatedTo: '' }],
	['the id of a card', { ...CARD, businessCardId: '' }],
	['the id of a person', { resource: 'person', operation: 'get', personId: '' }],
])('%s left empty in the panel keeps n8n itself from starting the workflow', async (_, parameters) => {
	await expect(world.run(parameters)).rejects.toThrow(/workflow has issues/);
	expect(world.emulator.calls).toEqual([]);
});

test('the error names the item that is at fault', async () => {
	world.emulator.addCard({ id: 'c1' });
	const { error } = await world.run(
		{ ...CARD, businessCardId: '={{ $json.id }}' },
		{ items: [{ json: { id: 'c1' } }, { json: { id: 'c1' } }, { json: { id: '' } }] },
	);
	expect(error?.context?.itemIndex).toBe(2);
	expect(error?.description).toContain('item 2');
});

test('a term of one moment is a term', async () => {
	const moment = '2026-04-01T00:00:00Z';
	const { error } = await world.run({ ...CARDS, updatedFrom: moment, updatedTo: moment });
	expect(error).toBeUndefined();
	expect(world.emulator.calls).toHaveLength(1);
});

test('a limit that an expression gives as text is a number all the same', async () => {
	const { error } = await world.run({ ...CARDS, limit: '={{ " 7 " }}' });
	expect(error).toBeUndefined();
	expect(world.emulator.calls[0]?.query).toContainEqual(['limit', '7']);
});

describe('the credential', () => {
	test.each([
		['an http address elsewhere', { baseUrl: 'http://cards.example.com' }, /Base URL.*https/],
		['no address', { baseUrl: '' }, /Base URL/],
		['a key that is too short', { apiKey: 'abc' }, /API Key.*32/],
		['a key with a blank inside', { apiKey: `${'a'.repeat(16)} ${'b'.repeat(15)}` }, /API Key.*32/],
		['an application id with a line break inside', { appId: 'one\r\ntwo' }, /App ID/],
	])('with %s is refused before any call, naming the field', async (_, changes, message) => {
		const { error } = await world.run(CARD, { credential: world.credential(changes) });
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toMatch(message);
		expect(world.emulator.calls).toEqual([]);
	});
});
