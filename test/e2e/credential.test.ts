import { cardTrigger, workflow } from '../support/realN8n/builder';
import { freePorts } from '../support/realN8n/ports';
import { credentialType } from '../support/realN8n/names';
import { pollEverySeconds } from '../support/realN8n/poll';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import type { CredentialFields, World } from '../support/realN8n/world';

const unknownKey = 'unknown0unknown1unknown2unknown3';
const forbiddenKey = 'forbidden0forbidden1forbidden2fo';

let world: World;

beforeAll(async () => {
	world = await startTestWorld('credential');
	world.emulator.addUser({ apiKey: forbiddenKey, forbidden: true });
});

afterAll(async () => {
	await world?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

async function pressTest(change: Partial<CredentialFields>) {
	const { client, credential, credentialFields } = world;
	return await client.testCredential(credential, credentialType, { ...credentialFields, ...change });
}

describe('the test button of the credential', () => {
	test('passes with key and app id', async () => {
		expect((await pressTest({})).status).toBe('OK');
	});

	test('passes without an app id', async () => {
		expect((await pressTest({ appId: '' })).status).toBe('OK');
		expect(world.emulator.calls.at(-1)?.headers).not.toHaveProperty('x-service-app-id');
	});

	test('says four different things for four different faults', async () => {
		const [closedPort] = await freePorts(1);
		const faults: Array<[Partial<CredentialFields>, RegExp]> = [
			[{ apiKey: unknownKey }, /API Key/],
			[{ appId: 'Unknown1' }, /App ID/],
			[{ apiKey: forbiddenKey }, /permission/i],
			[{ baseUrl: `http://127.0.0.1:${closedPort}` }, /reach/i],
		];
		const sentences = new Set<string>();
		for (const [change, expected] of faults) {
			const { status, message } = await pressTest(change);
			expect(status).toBe('Error');
			expect(message).toMatch(expected);
			for (const secret of [unknownKey, forbiddenKey, world.credentialFields.apiKey]) {
				expect(message).not.toContain(secret);
			}
			sentences.add(message);
		}
		expect(sentences.size).toBe(faults.length);
	});
});

describe('activating a workflow with our trigger', () => {
	test('is refused with a readable message while the key is wrong, and works once it is right', async () => {
		const { client, credentialFields } = world;
		const wrong = { ...credentialFields, apiKey: unknownKey };
		const credential = await client.createCredential('Another account', credentialType, wrong);
		const trigger = cardTrigger('Watch', { pollTimes: pollEverySeconds(5) }, credential);
		const { id } = await client.createWorkflow(workflow('Watch with a wrong key', [trigger]));

		await expect(client.activate(id)).rejects.toThrow(/API key/i);
		await expect(client.activate(id)).rejects.not.toThrow(unknownKey);
		expect(await client.isActive(id)).toBe(false);

		await client.updateCredential(credential, credentialType, { ...credentialFields });
		await client.activate(id);
		expect(await client.isActive(id)).toBe(true);
		await client.deactivate(id);
	});
});
