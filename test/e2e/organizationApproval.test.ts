import { loadExample } from '../support/realN8n/examples';
import { linksIn, nextMail, startMailbox, type Mailbox } from '../support/realN8n/mailbox';
import { DAY_OF_SERVICE, beginOrganization, placesOfUsers } from '../support/realN8n/organization';
import { errorOf, itemsOf, succeeded } from '../support/realN8n/output';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import { waitFor } from '../support/realN8n/wait';
import type { CredentialReference, Execution, WorkflowDefinition } from '../support/realN8n/types';
import type { World } from '../support/realN8n/world';

/** Nights with more to do than usual, in which the example of a directory asks a person by mail. */

const patienceMs = 60_000;
/** n8n looks once a minute for what has waited long enough. */
const pastLimitMs = 150_000;
/** To n8n, whoever opens the link has to look like a person. */
const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };
const MANY = 21;

/** The example, and its node that reads the directory. */
const FILE = 'organization-from-sheet.json';
const DIRECTORY = 'The Sheet';

let world: World;
let mailbox: Mailbox;
let mailServer: CredentialReference;

beforeAll(async () => {
	mailbox = await startMailbox();
	world = await startTestWorld('organizationApproval', DAY_OF_SERVICE);
	mailServer = await world.client.createCredential('Mail', 'smtp', mailbox.credentialFields);
});

afterAll(async () => {
	await world?.stop();
	await mailbox?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

/** The example with a directory of many newcomers, which asks by mail. */
async function asking(options: object = {}): Promise<WorkflowDefinition> {
	const example = await loadExample(FILE, world.credential);
	const rows = (example.pinData as Record<string, Array<{ json: object }>>)[DIRECTORY] ?? [];
	const many = Array.from({ length: MANY }, (_, number) => ({
		json: JSON.parse(JSON.stringify(rows[0]?.json).replaceAll('h.takahashi', `h.takahashi${number}`)) as object,
	}));
	const nodes = example.nodes.map((node) => {
		if (node.name !== 'Ask by Mail') return node;
		const addresses = { fromEmail: 'n8n@example.com', toEmail: 'owner@example.com' };
		const parameters = { ...node.parameters, ...addresses, options: { ...(node.parameters.options as object), ...options } };
		return { ...node, parameters, disabled: false, credentials: { smtp: mailServer } };
	});
	return { ...example, nodes, pinData: { [DIRECTORY]: [...rows, ...many] } };
}

/** The example as somebody sets it who wants the users deleted whom the directory does not have. */
function deletingLeavers(example: WorkflowDefinition): WorkflowDefinition {
	const nodes = example.nodes.map((node) =>
		['Plan', 'Apply'].includes(node.name) ? { ...node, parameters: { ...node.parameters, missingUsers: 'delete' } } : node,
	);
	return { ...example, nodes };
}

interface Asked {
	readonly executionId: string;
	readonly mail: string;
	/** Opens a link of the mail. */
	answer(label: string): Promise<Execution>;
}

/** Runs the workflow until the mail has come and n8n waits. */
async function untilAsked(definition: WorkflowDefinition): Promise<Asked> {
	const { client, n8n } = world;
	const already = mailbox.mails.length;
	const { id } = await client.createWorkflow(definition);
	const executionId = await client.begin(id, 'Run Now');
	const mail = await nextMail(mailbox, already, patienceMs);
	const waits = async () => ((await client.execution(executionId)).status === 'waiting' ? true : undefined);
	await waitFor('n8n to wait for the answer', waits, { timeoutMs: patienceMs, explain: () => n8n.logTail() });
	return {
		executionId,
		mail,
		async answer(label) {
			const link = linksIn(mail)[label];
			if (link === undefined) throw new Error(`The mail has no link "${label}": ${mail}`);
			expect((await fetch(link, { headers: PERSON })).status).toBe(200);
			return await client.finished(executionId, patienceMs);
		},
	};
}

describe('a night with more to do than usual', () => {
	test('asks with the list of changes, and applies them once they are approved', async () => {
		const { emulator } = world;
		beginOrganization(emulator);
		const imports = emulator.imports.list().length;
		const { mail, answer } = await untilAsked(await asking());
		expect(mail).toContain('added: user h.takahashi20');
		expect(mail).not.toContain('deleted:');
		expect(emulator.imports.list()).toHaveLength(imports);

		const execution = succeeded(await answer('Approve'));
		const [summary] = itemsOf(execution, 'Apply');
		expect(summary?.json.converged).toBe(true);
		expect(String(itemsOf(execution, 'What Was Done')[0]?.json.text)).toMatch(/^added: user h\.takahashi20/m);
		expect(Object.keys(placesOfUsers(emulator))).toHaveLength(MANY + 4);
		expect(placesOfUsers(emulator)).toHaveProperty('gone');
		expect(emulator.imports.list()).toHaveLength(imports + 1);
	});

	test('stops, with nothing changed, once they are declined', async () => {
		const { emulator } = world;
		beginOrganization(emulator);
		const before = placesOfUsers(emulator);
		const imports = emulator.imports.list().length;
		const { answer } = await untilAsked(await asking());
		const { message } = errorOf(await answer('Decline'));
		expect(message).toMatch(/^Nothing was changed: \d+ changes are more than usual, and were declined\.\n/);
		expect(message).toContain('added: user h.takahashi20');
		expect(placesOfUsers(emulator)).toEqual(before);
		expect(emulator.imports.list()).toHaveLength(imports);
	});
});

test('stops, with nothing changed, when nobody answers in time', async () => {
	const { client, emulator } = world;
	beginOrganization(emulator);
	const before = placesOfUsers(emulator);
	const atOnce = { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 1 / 60, resumeUnit: 'minutes' } } };
	const { executionId } = await untilAsked(await asking(atOnce));
	const { message } = errorOf(await client.finished(executionId, pastLimitMs));
	expect(message).toMatch(/^Nothing was changed: \d+ changes are more than usual\.\n/);
	expect(placesOfUsers(emulator)).toEqual(before);
});

test('applies no more than was approved, whatever has happened until the answer', async () => {
	const { emulator } = world;
	beginOrganization(emulator);
	const { answer } = await untilAsked(deletingLeavers(await asking()));
	const later = { UserId: 'later', UserName: 'Later', Email: 'later@example.com', DepartmentId: 'D1', EffectiveDateFrom: '2020-04-01' };
	emulator.addOrganizationRecord('user', later);
	const before = placesOfUsers(emulator);
	const { message } = errorOf(await answer('Approve'));
	expect(message).toMatch(/^The plan would change \d+ records; Max Changes allows \d+:/);
	expect(placesOfUsers(emulator)).toEqual(before);
});
