import { cardNode, codeNode, manualTrigger, manualTriggerName, workflow } from '../support/realN8n/builder';
import { DAY_OF_SERVICE, beginOrganization, placesOfUsers } from '../support/realN8n/organization';
import { itemsOf, succeeded } from '../support/realN8n/output';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import { waitFor } from '../support/realN8n/wait';
import type { World } from '../support/realN8n/world';

/** A sync in a real n8n that is killed while the service works, and started again. */

const patienceMs = 60_000;
let world: World;

beforeAll(async () => {
	world = await startTestWorld('organizationSync', DAY_OF_SERVICE);
});

afterAll(async () => {
	await world?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

/** A newcomer in a department that is new, and a leaver. */
const DIRECTORY = `return [
	{ json: { UserId: 'j.yamada', DepartmentPath: 'Legal/Patents' } },
	{ json: { UserId: 'a.smith' } },
	{ json: { UserId: 'new', UserName: 'New', Email: 'new@example.com', DepartmentPath: 'Legal/Patents' } },
];`;

const PLACES = { 'j.yamada': 'Legal/Patents', 'a.smith': 'Legal', new: 'Legal/Patents' };

async function createSync(): Promise<string> {
	const { client, credential } = world;
	const parameters = { resource: 'organization', operation: 'sync', mode: 'apply', missingUsers: 'delete', options: { pollInterval: 1 } };
	const node = cardNode('Sync', parameters, credential);
	return (await client.createWorkflow(workflow('Sync', [manualTrigger(), codeNode('Directory', DIRECTORY), node]))).id;
}

/** Lets every import that is reserved come to its end. */
function finishImports(): void {
	const { imports } = world.emulator;
	for (const { id } of imports.list()) for (let step = 0; step < 4; step += 1) imports.advance(id);
}

test.each([
	['the check arrives', 'E14', 1],
	['the reservation arrives', 'E13', 1],
	['the import is waited for', 'E15', 1],
	['the result is read', 'E16', 1],
	['the organization is read again', 'E12', 2],
] as const)('is completed by the next run when n8n is killed as %s', async (_moment, endpoint, times) => {
	const { client, emulator, n8n } = world;
	beginOrganization(emulator);
	emulator.imports.pace = endpoint === 'E15' ? 'manual' : 'auto';
	const before = emulator.imports.list().length;
	const workflowId = await createSync();
	let seen = 0;
	let killed: Promise<void> | undefined;
	const remove = emulator.onBeforeCall((call) => {
		if (call.endpoint === endpoint) seen += 1;
		if (seen === times) killed ??= n8n.kill();
	});
	const cut = client.run(workflowId, manualTriggerName).catch(() => undefined);
	await waitFor('the moment to kill n8n', () => killed && true, { timeoutMs: patienceMs, explain: () => n8n.logTail() });
	await killed;
	remove();
	await cut;
	await n8n.start();
	emulator.imports.pace = 'auto';
	finishImports();

	const [summary] = itemsOf(succeeded(await client.run(workflowId, manualTriggerName)), 'Sync');
	expect(summary?.json.converged).toBe(true);
	expect(placesOfUsers(emulator)).toEqual(PLACES);
	expect(emulator.organizationRecords('user').size).toBe(3);
	expect([...emulator.organizationRecords('department').values()].map(({ DepartmentName }) => DepartmentName).sort()).toEqual(['Legal', 'Patents', 'Sales']);
	const wroteBefore = endpoint !== 'E14';
	expect(emulator.imports.list().length - before).toBe(1);
	expect((summary?.json.changes as unknown[]).length > 0).toBe(!wroteBefore);
});
