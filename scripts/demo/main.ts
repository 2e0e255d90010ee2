import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { OWNER, type Execution } from '../realN8n/client';
import { errorText } from '../realN8n/executions';
import { ensureN8n, packPackage } from '../realN8n/install';
import { endWithThisProcess, freePort } from '../realN8n/processes';
import { repositoryFolder } from '../realN8n/versions';
import { startWorld, type World } from '../realN8n/world';
import { foundCompany, newsOf } from './company';
import { contactsOf, importOthers, importWatcher } from './examples';
import { readKept, writeKept, type Kept } from './kept';

/**
 * `npm run demo`: business cards through a real n8n, until Ctrl+C. The next demo goes on with what people have built in it, unless
 * it is started with `--fresh`. With `--once` it ends by itself after some cards, in a folder of its own.
 */

const { values: given } = parseArgs({
	options: {
		fresh: { type: 'boolean', default: false },
		once: { type: 'boolean', default: false },
		port: { type: 'string', default: '5678' },
	},
});

const FOLDER = join(repositoryFolder, given.once ? '.demo/once' : '.demo');
const N8N_DATA = join(FOLDER, 'n8n-data');
const KEPT = join(N8N_DATA, 'demo.kept');

/** With --once, so many cards have to arrive in so much time. */
const ENOUGH_CARDS = 5;
const ENOUGH_MS = 150_000;

const NEWS_EVERY_MS = 3_000;
const LOOK_EVERY_MS = 1_000;
const SAVE_EVERY_MS = 15_000;

/** npm passes each Ctrl+C on a second time, at once. */
const SAME_CTRL_C_MS = 1_000;

/** Aborted once somebody has asked the demo to end: from then on n8n may answer nothing, or half of it. */
const ending = new AbortController();

/** The zone of this machine: in the demo it is also the zone of n8n's workflows and the one whose day the service has. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

function say(message: string): void {
	process.stdout.write(`${message}\n`);
}

function progress(message: string): void {
	say(`  … ${message}`);
}

/** The day on this machine, YYYY-MM-DD. */
function today(): string {
	return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now());
}

/** Decides whether this demo goes on with an earlier one, and says so. @returns what the earlier one has kept */
function begin(): Kept | undefined {
	say('Demo: business cards flow through n8n into a table of contacts');
	mkdirSync(FOLDER, { recursive: true });
	const before = given.once || given.fresh ? undefined : readKept(KEPT);

	if (before) {
		say('It continues your last demo: your workflows, credentials and tables are still there.');
		say('To start from scratch instead, press Ctrl+C and run: npm run demo -- --fresh');
		return before;
	}
	if (given.fresh) say('It starts from scratch and deletes what you built in your last demo.');
	else if (!given.once) say('It starts from scratch. The next demo continues with what you build in this one.');
	return undefined;
}

/** Starts n8n and the service. @returns them, and the id of the published workflow */
async function start(before: Kept | undefined): Promise<{ world: World; workflowId: string }> {
	const world = await startWorld(N8N_DATA, {
		progress,
		port: Number(given.port),
		timeZone,
		service: { today, port: await freePort(before?.servicePort), snapshot: before?.service },
		isKept: before !== undefined,
	});
	if (before) return { world, workflowId: before.workflowId };

	foundCompany(world.emulator);
	await importOthers(world, progress);
	/* n8n lists the newest first: the one to look at comes last. */
	const { id } = await importWatcher(world);
	await world.client.activate(id);
	return { world, workflowId: id };
}

/** Writes down what the next demo goes on with. */
function keep({ emulator }: World, workflowId: string): void {
	const servicePort = Number(new URL(emulator.baseUrl).port);
	writeKept(KEPT, { workflowId, servicePort, service: emulator.snapshot() });
}

function introduce({ credentialFields, n8n }: World, workflowId: string): void {
	say(`
n8n:       ${n8n.baseUrl}
User:      ${OWNER.email}
Password:  ${OWNER.password}
Workflow:  ${n8n.baseUrl}/workflow/${workflowId}

To create a credential yourself, enter:
Base URL:  ${credentialFields.baseUrl}
API Key:   ${credentialFields.apiKey}
App ID:    ${credentialFields.appId}

${given.once ? `It stops by itself after ${ENOUGH_CARDS} cards.` : 'To stop the demo, press Ctrl+C.'}

Cards that the workflow has written to the table of contacts:`);
}

/**
 * Says which cards an execution has written, or why it failed: people change the workflow, so that does not end the demo.
 *
 * @returns how many cards. @throws with --once, when it failed
 */
function tell(execution: Execution): number {
	const time = new Date(execution.stoppedAt ?? execution.startedAt).toTimeString().slice(0, 8);
	const { error } = execution.data?.resultData ?? {};

	if (error) {
		const message = `An execution of the workflow failed: ${errorText(error)}`;
		if (given.once) throw new Error(message);
		say(`  ${time}  ${message}`);
		return 0;
	}

	const contacts = contactsOf(execution);
	for (const { isNew, fullName, companyName } of contacts) {
		say(`  ${time}  ${isNew ? 'new    ' : 'changed'}  ${fullName}  ${companyName}`);
	}
	return contacts.length;
}

/** Tells each execution that the trigger starts from now on; with --once, until enough cards have arrived. */
async function watch({ client, n8n }: World, workflowId: string): Promise<void> {
	const started = performance.now();
	const known = new Set((await client.executions(workflowId)).map(({ id }) => id));
	let cards = 0;

	while (!given.once || cards < ENOUGH_CARDS) {
		const executions = await client.executions(workflowId);
		const unknown = executions.filter(({ id, mode }) => mode === 'trigger' && !known.has(id));
		for (const execution of unknown) {
			known.add(execution.id);
			cards += tell(execution);
		}

		if (given.once && performance.now() - started > ENOUGH_MS) {
			throw new Error(`${cards} of ${ENOUGH_CARDS} cards arrived in ${ENOUGH_MS / 1000} s.\n${n8n.logTail()}`);
		}
		await sleep(LOOK_EVERY_MS);
	}
	say(`${cards} cards arrived.`);
}

/** Ends the demo at the first Ctrl+C: n8n finishes what it is saving, and everything is kept. A later one ends it at once. */
function endAtSignals(world: World, save: () => void): void {
	let askedAt = 0;
	const end = async () => {
		if (ending.signal.aborted && performance.now() - askedAt > SAME_CTRL_C_MS) process.exit(1);
		if (ending.signal.aborted) return;

		askedAt = performance.now();
		ending.abort();
		say('\nStopping n8n …');
		save();
		await world.stop();
		save();
		say(given.once ? 'The demo has stopped.' : 'The demo has stopped. Start it again to continue.');
		process.exit(given.once ? 1 : 0);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
}

async function demo(): Promise<void> {
	const before = begin();
	endWithThisProcess(FOLDER);
	progress('Building the package');
	await packPackage(FOLDER);
	await ensureN8n(progress);

	const { world, workflowId } = await start(before);
	const { emulator } = world;
	const save = () => keep(world, workflowId);
	endAtSignals(world, save);
	save();
	writeFileSync(join(FOLDER, 'address.txt'), `${world.n8n.baseUrl}\n`);

	const news = newsOf(emulator);
	setInterval(news, NEWS_EVERY_MS).unref();
	setInterval(() => {
		emulator.clearLog();
		save();
	}, SAVE_EVERY_MS).unref();

	introduce(world, workflowId);
	await watch(world, workflowId);
	await world.stop();
}

demo().catch((error: unknown) => {
	if (ending.signal.aborted) return;

	process.stderr.write(`The demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
	if (existsSync(KEPT))
		say('To start from scratch, which deletes what you built in the demo, run: npm run demo -- --fresh');
	process.exit(1);
});
