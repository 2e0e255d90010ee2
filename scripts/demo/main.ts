import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Emulator } from '../../test/emulator';
import { Random } from '../../test/emulator/seed/random';
import { OWNER, type Execution, type StoredWorkflow } from '../realN8n/client';
import { errorText, itemsOf, succeeded } from '../realN8n/executions';
import { ensureN8n, packPackage } from '../realN8n/install';
import { endWithThisProcess } from '../realN8n/processes';
import { repositoryFolder } from '../realN8n/versions';
import { waitFor } from '../realN8n/wait';
import { exampleFiles, loadExample, needsAccount, readExample } from '../realN8n/workflows';
import { startWorld, type World } from '../realN8n/world';
import { foundCompany, inventCard, inventTitle } from './company';

/** `npm run demo`: business cards through a real n8n, until Ctrl-C. With `--once` it ends by itself after some cards. */

const FOLDER = join(repositoryFolder, '.demo');

/** The example that stays active, its node that writes the contacts, and how often it looks: one entry fits the panel. */
const WATCHING = { file: 'new-cards-to-crm.json', start: 'Create the Table Once', write: 'Add or Update Contact' };
const POLL_TIMES = { item: [{ mode: 'custom', cronExpression: '0,5,10,15,20,25,30,35,40,45,50,55 * * * * *' }] };
const MANUAL_START = 'Run Now';

/** With --once, so many cards have to come through in so much time. */
const ENOUGH_CARDS = 5;
const ENOUGH_MS = 150_000;

const DRIP_MS = 3_000;
/** One card in so many is a change of an earlier one. */
const CHANGE_EVERY = 4;

function say(message: string): void {
	process.stdout.write(`${message}\n`);
}

function progress(message: string): void {
	say(`  … ${message}`);
}

/** Imports the examples that need no account of another service, and runs those that are started by hand. @returns the one that watches */
async function importExamples({ client, credential }: World): Promise<StoredWorkflow> {
	const others = exampleFiles().filter((file) => file !== WATCHING.file && !needsAccount(readExample(file)));
	for (const file of others) {
		const { id, name, nodes } = await client.createWorkflow(loadExample(file, [credential], POLL_TIMES));
		if (!nodes.some((node) => node.name === MANUAL_START)) continue;
		const execution = succeeded(await client.run(id, MANUAL_START));
		const last = execution.data?.resultData.lastNodeExecuted ?? '';
		progress(`ran "${name}": ${itemsOf(execution, last).length} item(s) from "${last}"`);
	}
	/* n8n lists the newest first: the one to look at comes last. */
	const watcher = await client.createWorkflow(loadExample(WATCHING.file, [credential], POLL_TIMES));
	succeeded(await client.run(watcher.id, WATCHING.start));
	return watcher;
}

/** Adds or changes one card every few seconds, the same ones in every demo. */
function drip(emulator: Emulator): void {
	const random = new Random(8);
	const added: string[] = [];
	let drops = 0;
	const drop = () => {
		drops += 1;
		if (drops % CHANGE_EVERY === 0) return void emulator.changeCard(random.pick(added), { title: inventTitle(random) });
		const tags = [...emulator.company.tags.values()];
		added.push(emulator.addCard({ ...inventCard(random, tags), entryStatus: 'completed' }).id);
	};
	setInterval(drop, DRIP_MS).unref();
}

/** Says which cards an execution of the workflow brought. @returns how many. @throws when it failed */
function tell(execution: Execution): number {
	const { error } = execution.data?.resultData ?? {};
	if (error) throw new Error(`An execution of the workflow failed: ${errorText(error)}`);
	const contacts = itemsOf(execution, WATCHING.write).map(({ json }) => json);
	const time = new Date(execution.stoppedAt ?? execution.startedAt).toTimeString().slice(0, 8);
	for (const { fullName, companyName, createdAt, updatedAt } of contacts) {
		say(`  ${time}  ${createdAt === updatedAt ? 'new    ' : 'changed'}  ${String(fullName)}  ${String(companyName)}`);
	}
	return contacts.length;
}

async function demo(isOnce: boolean, port: number): Promise<void> {
	say('Business cards through a real n8n');
	await mkdir(FOLDER, { recursive: true });
	endWithThisProcess(FOLDER);
	progress('building the package');
	await packPackage(FOLDER);
	await ensureN8n(progress);
	const world = await startWorld(join(FOLDER, 'n8n-data'), progress, port);
	const { client, credentialFields, emulator, n8n } = world;
	foundCompany(emulator, new Random(7));
	const { id } = await importExamples(world);
	await client.activate(id);
	drip(emulator);
	await writeFile(join(FOLDER, 'address.txt'), `${n8n.baseUrl}\n`);
	say(`
n8n:       ${n8n.baseUrl}
User:      ${OWNER.email}
Password:  ${OWNER.password}
Workflow:  ${n8n.baseUrl}/workflow/${id}

To make a credential yourself, enter:
Base URL:  ${credentialFields.baseUrl}
API Key:   ${credentialFields.apiKey}
App ID:    ${credentialFields.appId}

${isOnce ? `Ends by itself after ${ENOUGH_CARDS} cards.` : 'Ctrl-C ends everything.'}

Cards as they come through n8n into the table of contacts:`);
	const told = new Set<string>();
	let seen = 0;
	const look = async () => {
		for (const execution of await client.executions(id)) {
			if (execution.mode === 'trigger' && !told.has(execution.id)) seen += tell(execution);
			told.add(execution.id);
		}
		return (isOnce && seen >= ENOUGH_CARDS) || undefined;
	};
	const timeoutMs = isOnce ? ENOUGH_MS : Infinity;
	await waitFor('the cards to come through', look, { timeoutMs, everyMs: 1_000, explain: () => n8n.logTail() });
	say(`${seen} cards came through.`);
	await world.stop();
}

const { values } = parseArgs({
	options: { once: { type: 'boolean', default: false }, port: { type: 'string', default: '5678' } },
});

/* npm passes Ctrl-C on a second time. n8n ends with this process. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		say('\nThe demo has ended. The next one begins anew.');
		process.exit(values.once ? 1 : 0);
	});
}

demo(values.once, Number(values.port)).catch((error: unknown) => {
	process.stderr.write(`The demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
	process.exit(1);
});
