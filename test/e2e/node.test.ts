import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '../support/realN8n/client';
import { errorOf, errorText, itemsOf, succeeded } from '../support/realN8n/executions';
import { packageName } from '../support/realN8n/install';
import { freePort } from '../support/realN8n/processes';
import {
	cardNode,
	cardTrigger,
	codeNode,
	credentialType,
	pollEverySeconds,
	workflow,
} from '../support/realN8n/workflows';
import { manualTrigger, manualTriggerName, type NodeDraft } from '../support/realN8n/workflows';
import { expectNoViolations, startTestWorld, type World } from '../support/realN8n/world';

/** The packed node and its credential in a real n8n. */

const CARDS = 700;
const UNKNOWN_KEY = 'unknown0unknown1unknown2unknown3';
const UNKNOWN_ID = '7100000000000999999';
const TERM = { updatedFrom: '2020-01-01T00:00:00Z', updatedTo: '={{ $now.plus({ minutes: 5 }) }}' };

let world: World;
let cardIds: string[];
const executions: Execution[] = [];

beforeAll(async () => {
	world = await startTestWorld('node');
	cardIds = Array.from({ length: CARDS }, () => world.emulator.addCard().id);
});

afterAll(async () => await world?.stop());
afterEach(() => expectNoViolations(world));

/** Which of some texts stand readable in what n8n has written to disk: the database, binary data, logs. */
function readable(folder: string, texts: readonly string[]): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry): string[] => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : readable(path, texts);
		const bytes = entry.isFile() ? readFileSync(path) : Buffer.alloc(0);
		return texts.filter((text) => bytes.includes(text)).map((text) => `${text} in ${path}`);
	});
}

async function run(...branches: NodeDraft[][]): Promise<Execution> {
	const { id } = await world.client.createWorkflow(
		workflow('A run', ...branches.map((branch) => [manualTrigger(), ...branch])),
	);
	const execution = await world.client.run(id, manualTriggerName);
	executions.push(execution);
	return execution;
}

describe('the test button of the credential', () => {
	const press = async (change: Partial<World['credentialFields']>) =>
		await world.client.testCredential(world.credential, credentialType, { ...world.credentialFields, ...change });

	test('passes with and without an App ID, and says different things for different faults', async () => {
		const pressed = [await press({}), await press({ appId: '' })];
		expect(pressed.map(({ status }) => status)).toEqual(['OK', 'OK']);
		const faults: Array<[Partial<World['credentialFields']>, RegExp]> = [
			[{ apiKey: UNKNOWN_KEY }, /API Key/],
			[{ appId: 'Unknown1' }, /App ID/],
			[{ baseUrl: `http://127.0.0.1:${await freePort()}` }, /reach/i],
		];
		for (const [change, words] of faults) {
			const { status, message } = await press(change);
			expect([status, message]).toEqual(['Error', expect.stringMatching(words)]);
			expect(message).not.toContain(UNKNOWN_KEY);
		}
	});

	test('is not needed to see that a key is wrong: the activation is refused, and works once the key is right', async () => {
		const { client, credentialFields } = world;
		const credential = await client.createCredential('Another account', credentialType, {
			...credentialFields,
			apiKey: UNKNOWN_KEY,
		});
		const trigger = cardTrigger('Watch', { pollTimes: pollEverySeconds(5) }, credential);
		const { id } = await client.createWorkflow(workflow('Watch with a wrong key', [trigger]));
		await expect(client.activate(id)).rejects.toThrow(/API key/i);
		await client.updateCredential(credential, credentialType, { ...credentialFields });
		await client.activate(id);
		await client.deactivate(id);
	});
});

test('every card of a list comes once, and 60 calls through two nodes of two workflows are not too many', async () => {
	const list = cardNode(
		'Cards',
		{ resource: 'businessCard', operation: 'getAll', ...TERM, returnAll: true },
		world.credential,
	);
	const given = itemsOf(succeeded(await run([list])), 'Cards').map(({ json }) => String(json.id));
	expect([given.length, new Set(given)]).toEqual([CARDS, new Set(cardIds)]);
	world.emulator.clearLog();
	const ids = cardIds.slice(0, 30);
	const items = codeNode('Ids', `return ${JSON.stringify(ids.map((id) => ({ json: { id } })))};`);
	const get = cardNode(
		'Get',
		{ resource: 'businessCard', operation: 'get', businessCardId: '={{ $json.id }}' },
		world.credential,
	);
	const both = await Promise.all([run([items, get]), run([items, get])]);
	for (const execution of both) expect(itemsOf(succeeded(execution), 'Get').map(({ json }) => json.id)).toEqual(ids);
	const calls = world.emulator.calls.filter(({ endpoint }) => endpoint === 'E3');
	expect([calls.length, world.emulator.refusedByRateLimit]).toEqual([60, 0]);
});

describe('the editor', () => {
	const nodeType = `${packageName}.businessCardData`;
	const FOLDER = join(__dirname, '../../nodes/BusinessCardData/__schema__');

	test('is served what each operation gives, before anything has run', async () => {
		const schemas = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
		expect(schemas.length).toBeGreaterThan(10);
		for (const path of schemas) {
			const response = await fetch(`${world.client.baseUrl}/schemas/${nodeType}/${path.slice(1)}`);
			expect([path, await response.json()]).toEqual([path, JSON.parse(readFileSync(join(FOLDER, path), 'utf8'))]);
		}
	});

	test('loads the columns of a card, which are mapped', async () => {
		const schema = await world.client.columnsOf(nodeType, 'getColumns');
		const value = {
			companyName: '={{ $json.company }}',
			postalCode: '={{ $json.zip }}',
			'sharingPermissions.memo': false,
		};
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
		const create = cardNode(
			'Create',
			{ resource: 'businessCard', operation: 'create', dataMode: 'mapColumns', columns },
			world.credential,
		);
		succeeded(await run([codeNode('Rows', "return [{ json: { company: '北斗商事', zip: 1000001 } }];"), create]));
		const body: unknown = JSON.parse(world.emulator.calls[0]?.bodyText ?? '');
		expect(body).toEqual({ companyName: '北斗商事', postalCode: '1000001', sharingPermissions: { memo: false } });
	});
});

describe('errors', () => {
	const refusal = async (parameters: Record<string, unknown>) =>
		errorOf(await run([cardNode('Cards', parameters, world.credential)]));

	test('are what a person sees, of the node before a call and of the service after one', async () => {
		const before = await refusal({ resource: 'businessCard', operation: 'getAll', ...TERM, limit: 0 });
		expect([before.name, errorText(before)]).toEqual(['NodeOperationError', expect.stringMatching(/limit/i)]);
		expect(world.emulator.calls).toEqual([]);
		const after = await refusal({ resource: 'businessCard', operation: 'get', businessCardId: UNKNOWN_ID });
		expect([after.name, after.httpCode, errorText(after)]).toEqual([
			'NodeApiError',
			'404',
			expect.stringMatching(/does not exist/),
		]);
	});

	test('mask a key that the service repeats, and nothing that n8n has written holds a secret', async () => {
		const { apiKey, appId } = world.credentialFields;
		const body = {
			statusCode: 400,
			message: `Bad request of ${appId} with ${apiKey}`,
			error: [{ Code: 'invalid_value', field: apiKey }],
		};
		world.emulator.faults.add({ kind: 'status', status: 400, body });
		expect((await refusal({ resource: 'businessCard', operation: 'get', businessCardId: cardIds[0] })).httpCode).toBe(
			'400',
		);
		const secrets = [apiKey, appId, UNKNOWN_KEY];
		for (const secret of secrets) expect(JSON.stringify(executions)).not.toContain(secret);
		await world.n8n.stop();
		// What certainly was written is found, so that finding nothing means something.
		expect(readable(world.n8n.userFolder, [UNKNOWN_ID])).not.toEqual([]);
		expect(readable(world.n8n.userFolder, secrets)).toEqual([]);
	});
});
