import { cardNode, manualTrigger, manualTriggerName, workflow } from '../support/realN8n/builder';
import { credentialType } from '../support/realN8n/names';
import { errorOf, errorText } from '../support/realN8n/output';
import { findSecrets } from '../support/realN8n/secrets';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import type { CredentialReference, Execution, ExecutionError } from '../support/realN8n/types';
import type { World } from '../support/realN8n/world';

const nodeName = 'Cards';
const unknownKey = 'unknown0unknown1unknown2unknown3';
const unknownId = '7100000000000999999';
const term = { updatedFrom: '2020-01-01T00:00:00Z', updatedTo: '2030-01-01T00:00:00Z' };

let world: World;
let cardId: string;
const executions: Execution[] = [];

beforeAll(async () => {
	world = await startTestWorld('errors');
	cardId = world.emulator.addCard({ memo: 'a card to look for' }).id;
	world.emulator.setImage(cardId, 'back', null);
});

afterAll(async () => {
	await world?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

/** Runs one node with parameters that it has to refuse, and gives the error that the person sees. */
async function refusal(
	parameters: Record<string, unknown>,
	credential: CredentialReference = world.credential,
): Promise<ExecutionError> {
	const { client } = world;
	const node = cardNode(nodeName, parameters, credential);
	const { id } = await client.createWorkflow(workflow('Refused', [manualTrigger(), node]));
	const execution = await client.run(id, manualTriggerName);
	executions.push(execution);
	const error = errorOf(execution);
	process.stderr.write(`e2e: ${error.name ?? ''}: ${errorText(error).replaceAll('\n', ' | ')}\n`);
	return error;
}

interface RefusedInput {
	parameters: Record<string, unknown>;
	/** Each has to stand in message or description. */
	says: RegExp[];
}

/** Input that is refused before a call. */
const refusedBeforeCall: Record<string, () => RefusedInput> = {
	'limit 0': () => ({
		parameters: { resource: 'businessCard', operation: 'getAll', ...term, returnAll: false, limit: 0 },
		says: [/limit/i, /\b1\b/],
	}),
	'updatedFrom after updatedTo': () => ({
		parameters: {
			resource: 'businessCard',
			operation: 'getAll',
			updatedFrom: term.updatedTo,
			updatedTo: term.updatedFrom,
			returnAll: true,
		},
		says: [/updated ?from/i, /updated ?to/i],
	}),
	'a date that is none': () => ({
		parameters: {
			resource: 'businessCard',
			operation: 'getAll',
			...term,
			updatedFrom: 'the day before yesterday',
			returnAll: true,
		},
		says: [/updated ?from/i],
	}),
	'tag.getAll pinned to 3.2 by an expression': () => ({
		parameters: { apiVersion: '={{ "3.2" }}', resource: 'tag', operation: 'getAll', returnAll: true },
		says: [/3\.2/, /2\.0/, /2\.5/],
	}),
	'report.getAll pinned to 2.0 by an expression': () => ({
		parameters: {
			apiVersion: '={{ "2.0" }}',
			resource: 'report',
			operation: 'getAll',
			...term,
			returnAll: true,
		},
		says: [/2\.0/, /2\.5/, /3\.2/],
	}),
};

test.each(Object.keys(refusedBeforeCall))('refuses %s before a call, in words', async (name) => {
	const { parameters, says } = refusedBeforeCall[name]!();
	const error = await refusal(parameters);
	expect(error.name).toBe('NodeOperationError');
	for (const part of says) expect(errorText(error)).toMatch(part);
	expect(world.emulator.calls).toHaveLength(0);
});

interface RefusedByService extends RefusedInput {
	httpCode: string;
	fields?: () => Record<string, string>;
}

/** Requests that the service refuses. */
const refusedByService: Record<string, () => RefusedByService> = {
	'an unknown card': () => ({
		parameters: { resource: 'businessCard', operation: 'get', businessCardId: unknownId },
		says: [/does not exist/i, /check the id/i],
		httpCode: '404',
	}),
	'an image that does not exist': () => ({
		parameters: { resource: 'businessCard', operation: 'getImage', businessCardId: cardId, side: 'back' },
		says: [/image|back/i],
		httpCode: '404',
	}),
	'an unknown person': () => ({
		parameters: { resource: 'person', operation: 'get', personId: unknownId },
		says: [/does not exist/i, /check the id/i],
		httpCode: '404',
	}),
	'a wrong key': () => ({
		parameters: { resource: 'businessCard', operation: 'get', businessCardId: cardId },
		says: [/API key/i],
		httpCode: '401',
		fields: () => ({ apiKey: unknownKey }),
	}),
	'a wrong app id': () => ({
		parameters: { resource: 'businessCard', operation: 'get', businessCardId: cardId },
		says: [/app(lication)? id/i],
		httpCode: '401',
		fields: () => ({ appId: 'Unknown1' }),
	}),
};

test.each(Object.keys(refusedByService))(
	'shows what the service says to %s, with what to do',
	async (name) => {
		const { parameters, says, httpCode, fields } = refusedByService[name]!();
		const credential = fields
			? await world.client.createCredential(`Account for ${name}`, credentialType, {
					...world.credentialFields,
					...fields(),
				})
			: world.credential;
		const error = await refusal(parameters, credential);
		expect(error.name).toBe('NodeApiError');
		expect(error.httpCode).toBe(httpCode);
		expect(error.description).toBeTruthy();
		for (const part of says) expect(errorText(error)).toMatch(part);
	},
);

test('shows a host that cannot be reached as that', async () => {
	const credential = await world.client.createCredential('Account for nowhere', credentialType, {
		...world.credentialFields,
		baseUrl: 'http://127.0.0.1:9',
	});
	const error = await refusal(
		{ resource: 'businessCard', operation: 'get', businessCardId: cardId },
		credential,
	);
	expect(errorText(error)).toMatch(/reach|refused|connect/i);
	expect(world.emulator.calls).toHaveLength(0);
});

test('masks a key and an app id that the service repeats in its answer', async () => {
	const { apiKey, appId } = world.credentialFields;
	world.emulator.faults.add({
		kind: 'status',
		status: 400,
		body: {
			statusCode: 400,
			message: `Bad request of ${appId} with ${apiKey}`,
			error: [{ Code: 'invalid_value', field: apiKey }],
		},
	});
	const error = await refusal({ resource: 'businessCard', operation: 'get', businessCardId: cardId });
	expect(error.httpCode).toBe('400');
	expect(JSON.stringify(error)).not.toContain(apiKey);
	expect(JSON.stringify(error)).not.toContain(appId);
});

test('leaves no key and no app id in execution data, static data, or anything else that n8n has written', async () => {
	const { apiKey, appId } = world.credentialFields;
	const secrets = { 'the API key': apiKey, 'the app id': appId, 'the wrong key': unknownKey };
	for (const execution of executions) {
		for (const secret of Object.values(secrets)) expect(JSON.stringify(execution)).not.toContain(secret);
	}
	await world.n8n.stop();
	/* What certainly was written is found, so that finding nothing means something. */
	expect(await findSecrets(world.n8n.userFolder, { 'an id': unknownId })).not.toEqual([]);
	expect(await findSecrets(world.n8n.userFolder, secrets)).toEqual([]);
});
