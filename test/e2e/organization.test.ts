import { loadExample } from '../support/realN8n/examples';
import { cardNode, codeNode, manualTrigger, manualTriggerName, workflow } from '../support/realN8n/builder';
import { linksIn, nextMail, startMailbox, type Mailbox } from '../support/realN8n/mailbox';
import { beginOrganization, DAY_OF_SERVICE, placesOfUsers } from '../support/realN8n/organization';
import { errorOf, itemsOf, succeeded } from '../support/realN8n/output';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import type { CredentialReference, Execution } from '../support/realN8n/types';
import { waitFor } from '../support/realN8n/wait';
import type { World } from '../support/realN8n/world';

/** A sync in a real n8n that is killed while the service works, and one that waits for an approval. */

const PATIENCE_MS = 60_000;
/** To n8n, whoever opens the link has to look like a person. */
const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };

let world: World;
let mailbox: Mailbox;
let mailServer: CredentialReference;

beforeAll(async () => {
	mailbox = await startMailbox();
	world = await startTestWorld('organization', DAY_OF_SERVICE);
	mailServer = await world.client.createCredential('Mail', 'smtp', mailbox.credentialFields);
});

afterAll(async () => {
	await world?.stop();
	await mailbox?.stop();
});

beforeEach(() => beginOrganization(world.emulator));
afterEach(() => expectNoViolations(world));

describe('a sync that is killed', () => {
	/** A newcomer in a department that is new, and a leaver. */
	const DIRECTORY = `return [
		{ json: { UserId: 'j.yamada', DepartmentPath: 'Legal/Patents' } },
		{ json: { UserId: 'a.smith' } },
		{ json: { UserId: 'new', UserName: 'New', Email: 'new@example.com', DepartmentPath: 'Legal/Patents' } },
	];`;
	const PLACES = { 'j.yamada': 'Legal/Patents', 'a.smith': 'Legal', new: 'Legal/Patents' };

	test.each([
		['the reservation arrives', 'E13'],
		['the import is waited for', 'E15'],
	] as const)('as %s is completed by the next run', async (_moment, endpoint) => {
		const { client, emulator, n8n, credential } = world;
		emulator.imports.pace = endpoint === 'E15' ? 'manual' : 'auto';
		const before = emulator.imports.list().length;
		const parameters = { resource: 'organization', operation: 'sync', mode: 'apply', missingUsers: 'delete', options: { pollInterval: 1 } };
		const nodes = [manualTrigger(), codeNode('Directory', DIRECTORY), cardNode('Sync', parameters, credential)];
		const { id } = await client.createWorkflow(workflow('Sync', nodes));
		let killed: Promise<void> | undefined;
		const remove = emulator.onBeforeCall((call) => {
			if (call.endpoint === endpoint) killed ??= n8n.kill();
		});
		const cut = client.run(id, manualTriggerName).catch(() => undefined);
		await waitFor('the moment to kill n8n', () => killed && true, { timeoutMs: PATIENCE_MS, explain: () => n8n.logTail() });
		await Promise.all([killed, cut]);
		remove();
		await n8n.start();
		emulator.imports.pace = 'auto';
		for (const job of emulator.imports.list()) for (let step = 0; step < 4; step += 1) emulator.imports.advance(job.id);
		const [summary] = itemsOf(succeeded(await client.run(id, manualTriggerName)), 'Sync');
		expect([summary?.json.converged, placesOfUsers(emulator)]).toEqual([true, PLACES]);
		expect(emulator.organizationRecords('department').size).toBe(3);
		expect(emulator.imports.list().length - before).toBe(1);
	});
});

describe('a night with more to do than usual', () => {
	/** Runs the example of a directory, with many newcomers, until its mail has come and n8n waits. */
	async function asked(): Promise<(label: string) => Promise<Execution>> {
		const { client, n8n } = world;
		const example = await loadExample('organization-from-sheet.json', world.credential);
		const rows = (example.pinData as Record<string, Array<{ json: object }>>)['The Sheet'] ?? [];
		const many = Array.from({ length: 21 }, (_, number) => {
			return { json: JSON.parse(JSON.stringify(rows[0]?.json).replaceAll('h.takahashi', `h.takahashi${number}`)) as object };
		});
		const addresses = { fromEmail: 'n8n@example.com', toEmail: 'owner@example.com' };
		const nodes = example.nodes.map((node) =>
			node.name === 'Ask by Mail'
				? { ...node, parameters: { ...node.parameters, ...addresses }, disabled: false, credentials: { smtp: mailServer } }
				: node,
		);
		const already = mailbox.mails.length;
		const { id } = await client.createWorkflow({ ...example, nodes, pinData: { 'The Sheet': [...rows, ...many] } });
		const executionId = await client.begin(id, 'Run Now');
		const mail = await nextMail(mailbox, already, PATIENCE_MS);
		const waits = async () => ((await client.execution(executionId)).status === 'waiting' ? true : undefined);
		await waitFor('n8n to wait for the answer', waits, { timeoutMs: PATIENCE_MS, explain: () => n8n.logTail() });
		expect(mail).toContain('h.takahashi20');
		return async (label) => {
			expect((await fetch(linksIn(mail)[label] ?? '', { headers: PERSON })).status).toBe(200);
			return await client.finished(executionId, PATIENCE_MS);
		};
	}

	test('asks by mail, and applies the changes once they are approved', async () => {
		const answer = await asked();
		const [summary] = itemsOf(succeeded(await answer('Approve')), 'Apply');
		expect(summary?.json.converged).toBe(true);
		expect(Object.keys(placesOfUsers(world.emulator)).length).toBeGreaterThan(21);
	});

	test('stops, with nothing changed, once they are declined', async () => {
		const { emulator } = world;
		const before = placesOfUsers(emulator);
		const decline = await asked();
		expect(errorOf(await decline('Decline')).message).toMatch(/^Nothing was changed/);
		expect(placesOfUsers(emulator)).toEqual(before);
	});
});
