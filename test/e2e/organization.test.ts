import type { CredentialReference } from '../support/realN8n/client';
import { errorOf, itemsOf, succeeded } from '../support/realN8n/executions';
import { startMailbox, untilAsked, type Mailbox, type Question } from '../support/realN8n/mailbox';
import { beginOrganization, crowded, DAY_OF_SERVICE, placesOfUsers } from '../support/realN8n/organization';
import { waitFor } from '../support/realN8n/wait';
import {
	cardNode,
	codeNode,
	loadExample,
	manualTrigger,
	manualTriggerName,
	workflow,
} from '../support/realN8n/workflows';
import { expectNoViolations, startTestWorld, type World } from '../support/realN8n/world';

/** A sync in a real n8n that is killed while the service works, and one that waits for an approval. */

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
	mailbox?.stop();
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
		const parameters = {
			resource: 'organization',
			operation: 'sync',
			mode: 'apply',
			missingUsers: 'delete',
			options: { pollInterval: 1 },
		};
		const nodes = [manualTrigger(), codeNode('Directory', DIRECTORY), cardNode('Sync', parameters, credential)];
		const { id } = await client.createWorkflow(workflow('Sync', nodes));
		let killed: Promise<void> | undefined;
		const remove = emulator.onBeforeCall((call) => {
			if (call.endpoint === endpoint) killed ??= n8n.kill();
		});
		const cut = client.run(id, manualTriggerName).catch(() => undefined);
		await waitFor('the moment to kill n8n', () => killed && true, { explain: () => n8n.logTail() });
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
	async function asked(): Promise<Question> {
		const example = crowded(loadExample('organization-from-sheet.json', [world.credential]), 'The Sheet');
		const ask = example.nodes.find(({ name }) => name === 'Ask by Mail');
		const addresses = { fromEmail: 'n8n@example.com', toEmail: 'owner@example.com' };
		if (ask)
			Object.assign(ask, {
				parameters: { ...ask.parameters, ...addresses },
				disabled: false,
				credentials: { smtp: mailServer },
			});
		const { id } = await world.client.createWorkflow(example);
		const question = await untilAsked(world, mailbox, id, 'Run Now');
		expect(question.mail).toContain('h.takahashi20');
		return question;
	}

	test('asks by mail, and applies the changes once they are approved', async () => {
		const { answer } = await asked();
		const [summary] = itemsOf(succeeded(await answer('Approve')), 'Apply');
		expect(summary?.json.converged).toBe(true);
		expect(Object.keys(placesOfUsers(world.emulator)).length).toBeGreaterThan(21);
	});

	test('stops, with nothing changed, once they are declined', async () => {
		const { emulator } = world;
		const before = placesOfUsers(emulator);
		const { answer } = await asked();
		expect(errorOf(await answer('Decline')).message).toMatch(/^Nothing was changed/);
		expect(placesOfUsers(emulator)).toEqual(before);
	});
});
