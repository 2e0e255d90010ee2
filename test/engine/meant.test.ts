import type { INodeParameters } from 'n8n-workflow';
import { ALWAYS, worldPerTest } from '../../tools/engine/world';
import { mapping } from './writes/cardWays';
import { jpeg } from '../../tools/jpeg';
import { failureOf, importing, inMemory, jsonOf, onlyCall, outputOf } from './writes/support';
import { labelOf } from './labels';

/** A value that has become another one on its way is refused: what is read and written is what was meant. */

const world = worldPerTest();

const CARD: INodeParameters = { resource: 'businessCard', operation: 'get' };
const CREATE: INodeParameters = { resource: 'businessCard', operation: 'create' };
const UPLOAD: INodeParameters = { resource: 'businessCard', operation: 'uploadImage' };
const LIST: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };

/** Ids of 19 digits as a JSON parser without care gives them: these two are the same number. */
const MEANT = '7100000000000000293';
const ANOTHER = String(BigInt(Number(MEANT)));

/** Where an id goes: the parameter, and the parameters that have the value by expression. */
const ID_PLACES: ReadonlyArray<readonly [string, (value: string) => INodeParameters]> = [
	['businessCardId', (businessCardId) => ({ ...CARD, businessCardId })],
	['businessCardId', (businessCardId) => ({ ...CARD, operation: 'getImage', businessCardId })],
	['businessCardId', (businessCardId) => ({ ...CARD, operation: 'getTags', businessCardId })],
	['personId', (personId) => ({ resource: 'person', operation: 'get', personId })],
	['importId', (importId) => importing('getStatus', { importId })],
	['importId', (importId) => importing('getResult', { importId })],
	['tagId', (tagId) => ({ ...CARD, operation: 'search', filters: { tagId } })],
	['tagId', (tagId) => ({ ...CREATE, lastName: 'A', additionalFields: { tagId } })],
	['tagId', (tagId) => mapping({ lastName: 'A', tagId })],
	['tagId', (tagId) => ({ ...UPLOAD, additionalFields: { tagId } })],
];

const ITEM = { json: { exact: MEANT, lost: Number(MEANT), none: NaN, half: 1.5 }, binary: { data: inMemory(jpeg()) } };

describe.each(ID_PLACES)('%s in %j', (name, at) => {
	test.each([
		['a number that has lost digits', '={{ $json.lost }}', /lost digits.*as text/],
		['a number that has lost digits, in a list', '={{ [$json.lost] }}', /lost digits|not a text|list/],
		['NaN', '={{ $json.none }}', /NaN/],
		['Infinity', '={{ Infinity }}', /Infinity/],
		['true', '={{ true }}', /not a text|boolean/],
	])('is refused before any call as %s', async (_, value, rule) => {
		const error = failureOf(await world.run(at(value), { items: [ITEM] }));
		expect(error.name).toBe('NodeOperationError');
		expect(error.context?.parameter).toBe(name);
		expect(error.message).toContain(labelOf(at(value), name));
		expect(error.message).toMatch(rule);
		expect(error.description).toMatch(/^Nothing was sent\./);
		expect(world.emulator.calls).toEqual([]);
	});
});

test('the card that was meant comes, and not the one whose number is nearest', async () => {
	expect(ANOTHER).not.toBe(MEANT);
	for (const id of [MEANT, ANOTHER]) world.emulator.addCard({ id });
	const [card] = outputOf(await world.run({ ...CARD, businessCardId: '={{ $json.exact }}' }, { items: [ITEM] }));
	expect(card?.id).toBe(MEANT);
});

test.each(['companyName', 'lastName', 'firstName'])('no card is created whose %s is a number that is none', async (name) => {
	for (const value of ['={{ NaN }}', '={{ $json.amount * 2 }}', '={{ -Infinity }}', '={{ 2 ** 53 }}']) {
		for (const parameters of [{ ...CREATE, [name]: value }, mapping({ [name]: value })]) {
			const error = failureOf(await world.run(parameters));
			expect(error.context?.parameter).toBe(name);
			expect(error.message).toMatch(new RegExp(`^${labelOf(CREATE, name)} is (NaN|-Infinity|the number 9007199254740992)`));
		}
	}
	expect(world.emulator.calls).toEqual([]);
});

test('a search is not made for a number that is none', async () => {
	for (const name of ['companyName', 'name', 'email', 'tel', 'mobile']) {
		const parameters = { ...CARD, operation: 'search', filters: { [name]: '={{ NaN }}' } };
		expect(failureOf(await world.run(parameters)).context?.parameter).toBe(name);
	}
	expect(world.emulator.calls).toEqual([]);
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

	test.each(['yes', '={{ 1 }}', '={{ "" }}', '={{ undefined }}', '={{ null }}', '={{ [] }}', '={{ ["true"] }}'])(
		'returnAll %j is refused before any call',
		async (returnAll) => {
			const error = failureOf(await world.run({ ...LIST, returnAll }));
			expect(error.message).toMatch(/^'Return All' is .*neither true nor false: it must be true or false$/);
			expect(world.emulator.calls).toEqual([]);
		},
	);

	test('a limit beside Return All means nothing, not even when it is none', async () => {
		const returnAll = '={{ "true" }}';
		expect(outputOf(await world.run({ ...LIST, returnAll, limit: '={{ "" }}' }))).toHaveLength(120);
	});

	test.each([
		['simplify', { simplify: '={{ "True" }}' }, { simplify: '={{ "maybe" }}' }],
		['includeTags', { includeTags: '={{ "TRUE" }}' }, { includeTags: '={{ 1 }}' }],
		['includePastBizCards', { includePastBizCards: '={{ " false" }}' }, { includePastBizCards: 'no' }],
	])('%s by its text, or not at all', async (name, right, wrong) => {
		outputOf(await world.run({ ...LIST, options: right }));
		expect(world.emulator.calls).toHaveLength(1);
		const error = failureOf(await world.run({ ...LIST, options: wrong }));
		expect(error.context?.parameter).toBe(name);
		expect(world.emulator.calls).toHaveLength(1);
	});

	test('simplify as text cuts the record down', async () => {
		const [card] = outputOf(await world.run({ ...LIST, options: { simplify: '={{ "TRUE" }}' } }));
		expect(Object.keys(card ?? {})).not.toContain('owner');
	});
});

describe('permissions and the other switches of a write', () => {
	test('are what their texts say, and absent where they are blank', async () => {
		const sharingPermissions = { memo: '={{ "FALSE" }}', name: '={{ " true" }}', email: '={{ undefined }}', tel: null };
		const additionalFields = { sharingPermissions } as INodeParameters;
		outputOf(await world.run({ ...CREATE, lastName: 'A', additionalFields }));
		expect(jsonOf(onlyCall(world.emulator))).toEqual({ lastName: 'A', sharingPermissions: { memo: false, name: true } });
	});

	test.each(['={{ "no" }}', '={{ 0 }}', '={{ " " }}', '={{ [true] }}'])('%s is refused before any call', async (value) => {
		const ways: ReadonlyArray<readonly [INodeParameters, string]> = [
			[{ ...CREATE, lastName: 'A', additionalFields: { sharingPermissions: { memo: value } } }, 'sharingPermissions.memo'],
			[mapping({ lastName: 'A', 'sharingPermissions.memo': value }), 'sharingPermissions.memo'],
			[importing('create', { options: { waitForCompletion: value } }), 'waitForCompletion'],
		];
		// White space is blank in an option, which is then not set.
		for (const [parameters, name] of value.includes('" "') ? ways.slice(0, 2) : ways) {
			const error = failureOf(await world.run(parameters, { items: [ITEM] }));
			expect([error.context?.parameter, error.name]).toEqual([name, 'NodeOperationError']);
		}
		expect(world.emulator.calls).toEqual([]);
	});
});

describe('a choice', () => {
	test.each<[string, INodeParameters]>([
		['output', { resource: 'user', operation: 'getAll', output: '={{ "CSV" }}' }],
		['output', { resource: 'department', operation: 'getAll', output: '={{ undefined }}' }],
		['source', importing('check', { source: '={{ "file" }}' })],
		['source', importing('create', { source: '={{ null }}' })],
		['recordType', importing('create', { recordType: '={{ "users" }}' })],
		['dataMode', { ...CREATE, lastName: 'A', dataMode: '={{ "mapcolumns" }}' }],
		['columns', { ...CREATE, dataMode: 'mapColumns', columns: '={{ null }}' }],
		['columns', { ...CREATE, dataMode: 'mapColumns', columns: { mappingMode: 'all', value: { lastName: 'A' } } }],
		['apiVersion', { ...CARD, businessCardId: 'c1', apiVersion: '={{ "3.2".repeat(100000) }}' }],
		['operation', { resource: 'businessCard', operation: ['get'], businessCardId: 'c1' }],
	])('%s that there is not is refused before any call: %j', async (name, parameters) => {
		const error = failureOf(await world.run(parameters));
		expect(error.name).toBe('NodeOperationError');
		expect(error.context?.parameter).toBe(name);
		expect(error.message).toContain(name === 'operation' ? name : labelOf(parameters, name));
		expect(error.message.length).toBeLessThan(300);
		expect(world.emulator.calls).toEqual([]);
	});
});

test('the name of a back image that is no name is refused, not ignored', async () => {
	for (const value of ['={{ 5 }}', '={{ ["back"] }}', '={{ ({}) }}']) {
		const error = failureOf(await world.run({ ...UPLOAD, additionalFields: { backImageBinaryPropertyName: value } }, { items: [ITEM] }));
		expect(error.context?.parameter).toBe('backImageBinaryPropertyName');
	}
	expect(world.emulator.calls).toEqual([]);
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
