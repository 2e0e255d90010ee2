import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { FaultScript } from '../emulator';
import { askTool } from '../support/engine/agentTool';
import { CARD, CARDS, CREATE, SEARCH, UPLOAD, worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { furnish, syncing } from './sync/support';
import { callsOf, DEPARTMENT, failureOf, importing, inMemory, itemsOf } from './writes/support';

/** The one text of an error item of Continue On Fail: it says all that the error would have said. */

const world = worldPerTest();

const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** The texts of the error items. */
function textsOf(items: readonly INodeExecutionData[]): string[] {
	return items.flatMap(({ json }) => (json.error === undefined ? [] : [String(json.error)]));
}

/** What the service refuses a card with: an entry for each field. */
const BAD_CARD = {
	statusCode: 400,
	message: 'Bad request',
	error: [
		{ Code: 'required', field: 'lastName' },
		{ Code: 'invalid_value', field: 'tel' },
		{ Code: 'over_storage_capacity' },
	],
};

const forever = (fault: Omit<FaultScript, 'times'>): FaultScript => ({ ...fault, times: Infinity });

/** What fails, and with which fault of the service. */
const FAILURES: ReadonlyArray<readonly [string, INodeParameters, FaultScript | null]> = [
	['a refused card', CREATE, forever({ kind: 'status', status: 400, body: BAD_CARD })],
	['a card whose answer is lost', CREATE, forever({ kind: 'reset' })],
	['a card that a gateway did not let through', CREATE, forever({ kind: 'html', status: 403 })],
	['a card with several faults', { ...CREATE, additionalFields: { tel: 'x', mobile: 'y', countryCode: 'Japan' } }, null],
	['a picture that is refused', UPLOAD, forever({ kind: 'status', status: 400, body: BAD_CARD })],
	['a search with a blank filter', { ...SEARCH, filters: { email: '={{ undefined }}' } }, null],
	['a list', CARDS, forever({ kind: 'status', status: 403 })],
	['a card that there is not', CARD, null],
	[
		'a picture in a list',
		{ ...SEARCH, options: { downloadImages: ['front'] } },
		forever({ kind: 'html', endpoint: 'E4' }),
	],
	['an import that is refused', importing('create'), forever({ kind: 'status', status: 400, body: BAD_CARD })],
	[
		'an import whose status cannot be read',
		importing('create', { options: { waitForCompletion: true } }),
		forever({ kind: 'status', status: 403, endpoint: 'E15' }),
	],
	['a sync that is refused', syncing('apply'), forever({ kind: 'status', status: 403, endpoint: 'E12' })],
	['a sync with several faults', syncing('apply', { missingUsers: 'delete', options: { maxDeletions: 0 } }), null],
];

test.each(FAILURES)('of %s says each line of the error', async (_name, parameters, fault) => {
	world.emulator.addCard({ id: 'other' });
	furnish(world.emulator);
	if (fault) world.emulator.faults.add(fault);
	const items = [{ json: { ...DEPARTMENT, DepartmentPath: 'Legal' }, binary: { data: inMemory(jpeg()) } }];

	const [text = '', ...others] = textsOf((await world.run(parameters, { items, ...CONTINUE })).items);
	const { message, description } = failureOf(await world.run(parameters, { items }));

	expect(others).toEqual([]);
	// A sentence may follow the headline where that ends without a stop. The import of each run has another ID.
	const plain = (said: string) => said.replace(/[\da-f-]{36}/, 'ID').replace(/\.$/, '');
	const lines = [message, ...(description ?? '').split('<br>\n')].map(plain);
	for (const line of lines) expect(plain(text)).toContain(line);
	expect(text).not.toMatch(/<br>|\.\./);
});

describe.each([
	['a card', CREATE],
	['an import', importing('create')],
])('of %s', (_, parameters) => {
	test.each<[Omit<FaultScript, 'times'>, RegExp]>([
		[{ kind: 'reset' }, /connection to the service was lost.*may have reached the service/],
		[{ kind: 'status', status: 504, body: { message: 'Too slow.' } }, /^Too slow\. .*may have reached the service/],
		[{ kind: 'status', status: 400 }, /^Scripted answer 400; invalid_value; Correct the value of the named field\.$/],
		[{ kind: 'status', status: 400, body: BAD_CARD }, /^Bad request; required: lastName; invalid_value: tel; /],
	])('says after %j what happened, and whether it may have been written', async (fault, said) => {
		world.emulator.faults.add(forever(fault));
		const { items } = await world.run(parameters, { items: itemsOf(DEPARTMENT), ...CONTINUE });
		expect(items.map(({ json }) => json)).toEqual([{ error: expect.stringMatching(said) }]);
		expect(world.emulator.calls).toHaveLength(1);
	});
});

describe('of several pictures of an item', () => {
	const PICTURES = { a: inMemory(jpeg(10)), b: inMemory(jpeg(20)), c: inMemory(jpeg(30)) };
	const ITEMS = Array.from({ length: 2 }, () => ({ json: {}, binary: PICTURES }));
	const NAMED = { ...UPLOAD, binaryPropertyName: 'a,b,c' };

	test.each<[FaultScript, RegExp]>([
		[{ kind: 'status', status: 400, skip: 1 }, /\(image "b"\); invalid_value; .*Already sent: 1 of 3 images\./],
		[{ kind: 'reset', process: true, skip: 1 }, /\(image "b"\)\. .*may have reached.*Already sent: 1 of 3 images\./],
	])('says after %j what was sent and what was not, of its own item alone', async (fault, said) => {
		world.emulator.faults.add(fault);
		const { items } = await world.run(NAMED, { items: ITEMS, ...CONTINUE });
		const [text = '', ...others] = textsOf(items);
		expect([text, others]).toEqual([expect.stringMatching(said), []]);
		const [first] = world.emulator.company.cards.keys();
		expect(text).toContain(`Their IDs: ${first}. Not sent: 1.`);
		// The first of the item, and all of the other one.
		expect(items.filter(({ json }) => json.error === undefined)).toHaveLength(4);
	});

	test('says of the only one nothing of others', async () => {
		world.emulator.faults.add({ kind: 'status', status: 400 });
		const { items } = await world.run(UPLOAD, {
			items: ITEMS.map(() => ({ json: {}, binary: { data: PICTURES.a } })),
			...CONTINUE,
		});
		expect(textsOf(items).join()).not.toMatch(/[Ss]ent/);
	});
});

test('of an item that breaks a rule says that it was not sent, and not that nothing was', async () => {
	const parameters = { ...CREATE, additionalFields: { tel: '={{ $json.tel }}' } };
	const items = itemsOf({ tel: 'x' }, { tel: '03' }, { tel: 'y' });
	const { items: given } = await world.run(parameters, { items, ...CONTINUE });
	expect(textsOf(given)).toEqual(Array(2).fill(expect.stringMatching(/This item was not sent\.$/)));
	expect(callsOf(world.emulator, 'E6')).toHaveLength(1);
	const [alone] = textsOf((await world.run(parameters, { items: items.slice(0, 1), ...CONTINUE })).items);
	expect(alone).toMatch(/Nothing was sent\.$/);
});

test('of a sync says what its imports did before', async () => {
	furnish(world.emulator);
	world.emulator.switches.deletionsJudged = 'before';
	world.emulator.faults.add({ kind: 'status', status: 403, endpoint: 'E13', skip: 1, times: Infinity });
	const jiro = { UserId: 'jiro', UserName: 'J', Email: 'taro@example.com', DepartmentPath: 'Legal/Patents' };
	const rows = itemsOf({ UserId: 'hanako' }, { UserId: 'taro', DeleteFlag: 1 }, jiro);
	const { items } = await world.run(syncing('apply'), { items: rows, ...CONTINUE });
	const [first] = world.emulator.imports.list();
	const [text = '', ...others] = textsOf(items);
	expect([others, items.length]).toEqual([[], 1]);
	expect(text).toMatch(/Done before: .*department Legal\/Patents added.*Nothing is undone\./);
	expect(text).toContain(`Imports of this run: ${first?.id}.`);
});

test('shows no key, also where the service repeats it', async () => {
	const { apiKey } = world.emulator;
	const appId = 'AppIdOfThePartner';
	const echo = `${apiKey} ${appId}`;
	const body = { statusCode: 400, message: `Bad ${echo}`, error: [{ Code: echo, field: echo }] };
	world.emulator.faults.add(forever({ kind: 'status', status: 400, body }));
	const credential = world.credential({ appId });
	const { items, data } = await world.run(CREATE, { credential, items: itemsOf({}), ...CONTINUE });
	expect(textsOf(items)).toHaveLength(1);
	for (const secret of [apiKey, appId]) expect(JSON.stringify([items, data.data.resultData])).not.toContain(secret);
});

describe('a tool', () => {
	const PARTS: IDataObject[] = BAD_CARD.error;

	beforeEach(() => world.emulator.faults.add(forever({ kind: 'status', status: 400, body: BAD_CARD })));

	test('tells the model of each entry, with Continue On Fail and without it', async () => {
		const options = { credential: world.credential(), parameters: CREATE, items: itemsOf({}) };
		const [[item = {}] = []] = await askTool({ ...options, ...CONTINUE }, [{}]);
		const { message } = await askTool(options, [{}]).then(
			() => new Error(),
			(error: Error) => error,
		);
		for (const said of [String(item.error), message]) {
			expect(said).toContain(BAD_CARD.message);
			for (const { Code } of PARTS) expect(said).toContain(Code);
		}
	});
});
