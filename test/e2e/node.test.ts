import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '../../scripts/realN8n/client';
import { errorOf, errorText, succeeded } from '../../scripts/realN8n/executions';
import { packageName } from '../../scripts/realN8n/install';
import { freePort } from '../../scripts/realN8n/processes';
import { cardNode, cardTrigger, codeNode, credentialType, pollEverySeconds } from '../../scripts/realN8n/workflows';
import { manualTrigger, manualTriggerName, workflow, type NodeDraft } from '../../scripts/realN8n/workflows';
import { worldPerFile } from './world';

/** The packed node and its credential in a real n8n. */

const UNKNOWN_KEY = 'unknown0unknown1unknown2unknown3';
const UNKNOWN_ID = '7100000000000999999';

const world = worldPerFile();
const executions: Execution[] = [];

/** Our node, for an operation of business cards. */
function cards(operation: string, parameters: object): NodeDraft {
	return cardNode('Cards', { resource: 'businessCard', operation, ...parameters }, world.credential);
}

async function run(...nodes: NodeDraft[]): Promise<Execution> {
	const { id } = await world.client.createWorkflow(workflow('A run', [manualTrigger(), ...nodes]));
	const execution = await world.client.run(id, manualTriggerName);
	executions.push(execution);
	return execution;
}

test('the test button passes with and without an App ID, and says different things for different faults', async () => {
	const { client, credential, credentialFields } = world;
	const presses = [
		[{}, 'OK', /^/],
		[{ appId: '' }, 'OK', /^/],
		[{ apiKey: UNKNOWN_KEY }, 'Error', /API Key/],
		[{ appId: 'Unknown1' }, 'Error', /App ID/],
		[{ baseUrl: `http://127.0.0.1:${await freePort()}` }, 'Error', /reach/i],
	] as const;
	for (const [change, expected, words] of presses) {
		const fields = { ...credentialFields, ...change };
		const { status, message } = await client.testCredential(credential, credentialType, fields);
		expect([status, message]).toEqual([expected, expect.stringMatching(words)]);
		expect(message).not.toContain(UNKNOWN_KEY);
	}
});

test('an activation with a wrong key is refused, and works once the key is right', async () => {
	const { client, credentialFields } = world;
	const wrong = { ...credentialFields, apiKey: UNKNOWN_KEY };
	const credential = await client.createCredential('Another account', credentialType, wrong);
	const trigger = cardTrigger('Watch', { pollTimes: pollEverySeconds(5) }, credential);
	const { id } = await client.createWorkflow(workflow('Watch with a wrong key', [trigger]));
	await expect(client.activate(id)).rejects.toThrow(/API key/i);
	await client.updateCredential(credential, credentialType, credentialFields);
	await client.activate(id);
	await client.deactivate(id);
});

describe('the editor', () => {
	const nodeType = `${packageName}.businessCardData`;
	const FOLDER = join(__dirname, '../../nodes/BusinessCardData/__schema__');

	test('is served what each operation gives, before anything has run', async () => {
		const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
		const schemas = files.filter((file) => file.endsWith('.json'));
		expect(schemas.length).toBeGreaterThan(10);
		for (const path of schemas) {
			const response = await fetch(`${world.client.baseUrl}/schemas/${nodeType}/${path.slice(1)}`);
			expect([path, await response.json()]).toEqual([path, JSON.parse(readFileSync(join(FOLDER, path), 'utf8'))]);
		}
	});

	test('loads the columns of a card, which are mapped', async () => {
		const schema = await world.client.columnsOf(nodeType, 'getColumns');
		const texts = { companyName: '={{ $json.company }}', postalCode: '={{ $json.zip }}' };
		const value = { ...texts, 'sharingPermissions.memo': false };
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
		const rows = codeNode('Rows', "return [{ json: { company: '北斗商事', zip: 1000001 } }];");
		succeeded(await run(rows, cards('create', { dataMode: 'mapColumns', columns })));
		const body: unknown = JSON.parse(world.emulator.calls[0]?.bodyText ?? '');
		expect(body).toEqual({ companyName: '北斗商事', postalCode: '1000001', sharingPermissions: { memo: false } });
	});
});

test('an error is what a person reads, and nothing that n8n has written holds a secret', async () => {
	const refusal = async (id: string) => errorOf(await run(cards('get', { businessCardId: id })));
	const unknown = await refusal(UNKNOWN_ID);
	const words = expect.stringMatching(/does not exist/) as string;
	expect([unknown.name, unknown.httpCode, errorText(unknown)]).toEqual(['NodeApiError', '404', words]);
	const { apiKey, appId } = world.credentialFields;
	const error = [{ Code: 'invalid_value', field: apiKey }];
	const body = { statusCode: 400, message: `Bad request of ${appId} with ${apiKey}`, error };
	world.emulator.faults.add({ kind: 'status', status: 400, body });
	expect((await refusal(world.emulator.addCard().id)).httpCode).toBe('400');
	const secrets = [apiKey, appId, UNKNOWN_KEY];
	for (const secret of secrets) expect(JSON.stringify(executions)).not.toContain(secret);
	await world.n8n.stop();
	const filesWith = (...texts: string[]) => {
		const given = texts.flatMap((text) => ['-e', text]);
		const args = ['-rlF', '--exclude-dir=node_modules', ...given, world.n8n.userFolder];
		return spawnSync('grep', args, { encoding: 'utf8' }).stdout;
	};
	// What certainly was written is found, so that finding nothing means something.
	expect(filesWith(UNKNOWN_ID)).not.toBe('');
	expect(filesWith(...secrets)).toBe('');
});
