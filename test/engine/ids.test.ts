import type { INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../support/engine/world';
import { labelOf } from './labels';

/** An id comes from data: whatever it holds, it reaches the place of the id in the path and no other place. */

const world = worldPerTest();

const STRANGE = [
	'a/b',
	'../tags',
	'a/../../tags',
	'..%2Ftags',
	'%2e%2e',
	'a?range=all',
	'a#b',
	'a&b=c;d',
	'a b',
	'a+b',
	'a%b',
	'a\\b',
	'...',
	'.a.',
	"~a!*'()",
	'{businessCardId}',
	'名刺-髙橋',
	'👩‍💻',
	'"<script>',
	'x'.repeat(200),
];

test.each(STRANGE)('the card %j is asked for under its own id, and found', async (id) => {
	world.emulator.addCard({ id, personId: id });
	const get = await world.run(
		{ resource: 'businessCard', operation: 'get', businessCardId: '={{ $json.id }}' },
		{ items: [{ json: { id } }] },
	);
	expect(get.error).toBeUndefined();
	expect(get.items.map(({ json }) => json.id)).toEqual([id]);
	await world.run(
		{ resource: 'businessCard', operation: 'getTags', businessCardId: '={{ $json.id }}' },
		{ items: [{ json: { id } }] },
	);
	await world.run({ resource: 'person', operation: 'get', personId: '={{ $json.id }}' }, { items: [{ json: { id } }] });
	for (const operation of ['getStatus', 'getResult']) {
		await world.run({ resource: 'organizationImport', operation, importId: '={{ $json.id }}' }, { items: [{ json: { id } }] });
	}
	expect(world.emulator.calls.map((call) => [call.endpoint, call.id, call.query.length])).toEqual([
		['E3', id, 0],
		['E5', id, 1],
		['E8', id, 0],
		['E15', id, 0],
		['E16', id, 0],
	]);
	for (const { path } of world.emulator.calls)
		expect(path).toMatch(/^\/v[\d.]+\/(?:bizCards\/[^/]+(?:\/tags)?|persons\/[^/]+|organization\/jobs\/[^/]+(?:\/result)?)$/);
});

const IMPOSSIBLE = ['.', '..', 'a\u0000b', 'a\nb', 'a\r\nX-Header: b', 'a\tb', 'a\u007fb', '\ud83d'];

const PLACES: ReadonlyArray<readonly [string, string, INodeParameters]> = [
	['a card', 'businessCardId', { resource: 'businessCard', operation: 'get' }],
	['an image', 'businessCardId', { resource: 'businessCard', operation: 'getImage' }],
	['the tags of a card', 'businessCardId', { resource: 'businessCard', operation: 'getTags' }],
	['a person', 'personId', { resource: 'person', operation: 'get' }],
	['the status of an import', 'importId', { resource: 'organizationImport', operation: 'getStatus' }],
	['the result of an import', 'importId', { resource: 'organizationImport', operation: 'getResult' }],
];

describe.each(PLACES)('as the id of %s', (_, parameter, parameters) => {
	test.each(IMPOSSIBLE.map((id) => [id.length > 20 ? `a text of ${id.length} characters` : JSON.stringify(id), id]))(
		'%s is refused before any call',
		async (__, id) => {
			const { error } = await world.run({ ...parameters, [parameter]: '={{ $json.id }}' }, { items: [{ json: { id } }] });
			expect(error?.name).toBe('NodeOperationError');
			expect(error?.message).toContain(labelOf(parameters, parameter));
			expect(error?.message.length).toBeLessThan(500);
			expect(world.emulator.calls).toEqual([]);
		},
	);
});

test('blanks around an id, as copying brings them, are left out', async () => {
	world.emulator.addCard({ id: 'c1' });
	const { items } = await world.run({ resource: 'businessCard', operation: 'get', businessCardId: ' c1\n' });
	expect(items.map(({ json }) => json.id)).toEqual(['c1']);
});

test('an id that does not exist is an error with the status of the service', async () => {
	for (const unknownId of [404, 400] as const) {
		world.emulator.switches.unknownId = unknownId;
		const { error } = await world.run({ resource: 'businessCard', operation: 'get', businessCardId: 'nobody' });
		expect([error?.name, error?.httpCode]).toEqual(['NodeApiError', String(unknownId)]);
		expect(error?.message).toBe('The specified business card does not exist');
	}
});
