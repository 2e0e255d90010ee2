import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Arrivals, type Arrival } from './arrivals';
import { listCompany } from './directory';
import { Drip } from './drip';
import { fillCompany } from '../../test/support/company';
import { endSignal } from './ending';
import { readOptions, usage, type DemoOptions } from './options';
import { crmExamples, exampleFiles, loadExample } from '../../test/support/realN8n/examples';
import { ensureN8n } from '../../test/support/realN8n/install';
import { endLeftover } from '../../test/support/realN8n/leftover';
import { DAY_OF_SERVICE } from '../../test/support/realN8n/organization';
import { itemsOf, succeeded } from '../../test/support/realN8n/output';
import { buildPackage, packPackage } from '../../test/support/realN8n/package';
import { repositoryFolder } from '../../test/support/realN8n/paths';
import { freePorts, isFree } from '../../test/support/realN8n/ports';
import type { StoredWorkflow } from '../../test/support/realN8n/types';
import { waitFor } from '../../test/support/realN8n/wait';
import { startWorld, type World } from '../../test/support/realN8n/world';

const demoFolder = join(repositoryFolder, '.demo');
const userFolder = join(demoFolder, 'n8n-data');

/** The example that stays active and the nodes of it that the demo uses. */
const watching = {
	file: 'new-cards-to-crm.json',
	createTable: 'Create the Table Once',
	writeContact: 'Add or Update Contact',
};
const manualStart = 'Run Now';

/** Every five seconds in one entry, which the panel shows on one screen; the demo's version of n8n takes it. */
const pollTimes = { item: [{ mode: 'custom', cronExpression: '0,5,10,15,20,25,30,35,40,45,50,55 * * * * *' }] };
const dripSeconds = 3;
const lookEveryMs = 1000;
/** With --once: how long the first card may take, and each further one. */
const firstCardMs = 90_000;
const eachCardMs = 15_000;

function say(message: string): void {
	process.stdout.write(`${message}\n`);
}

function progress(message: string): void {
	say(`  … ${message}`);
}

/** Builds, installs and starts everything. */
async function start(options: DemoOptions, signal: AbortSignal): Promise<World> {
	await mkdir(demoFolder, { recursive: true });
	await endLeftover(userFolder);
	progress('building the package');
	await buildPackage(signal);
	const tarball = await packPackage(demoFolder, repositoryFolder, signal);
	const { program } = await ensureN8n(progress, signal);
	const port = (await isFree(options.port)) ? options.port : (await freePorts(1))[0];
	return await startWorld({ program, tarball, userFolder, port, progress, signal, env: DAY_OF_SERVICE });
}

/** Imports the examples that need no account of another service; the one that watches looks more often than once a minute. */
async function importExamples({ client, credential, emulator }: World): Promise<Map<string, StoredWorkflow>> {
	const imported = new Map<string, StoredWorkflow>();
	const files = await exampleFiles();
	/* n8n lists the newest first: the one to look at comes last. */
	const others = files.filter((name) => !crmExamples.includes(name) && name !== watching.file);
	for (const file of [...others, watching.file]) {
		const definition = await loadExample(file, credential);
		for (const { parameters } of definition.nodes) {
			if ('pollTimes' in parameters) parameters.pollTimes = pollTimes;
		}
		listCompany(file, definition, emulator);
		imported.set(file, await client.createWorkflow(definition));
	}
	return imported;
}

/** Runs the examples that are started by hand, so that there is something to look at, and tells what they gave. */
async function runOthers({ client }: World, imported: Map<string, StoredWorkflow>): Promise<void> {
	for (const [file, { id, name, nodes }] of imported) {
		if (file === watching.file || !nodes.some((node) => node.name === manualStart)) continue;
		const execution = succeeded(await client.run(id, manualStart));
		const last = execution.data?.resultData.lastNodeExecuted ?? '';
		progress(`ran "${name}": ${itemsOf(execution, last).length} item(s) from "${last}"`);
	}
}

function describe({ time, known, fullName, companyName }: Arrival): string {
	const clock = time.toTimeString().slice(0, 8);
	return `  ${clock}  ${known ? 'changed' : 'new    '}  ${fullName}  ${companyName}`;
}

/** Prints cards as they come through; ends after so many of them, or with the signal. */
async function follow(
	arrivals: Arrivals,
	options: DemoOptions,
	explain: () => string,
	signal: AbortSignal,
): Promise<void> {
	const wanted = options.once ? options.cards : Infinity;
	let seen = 0;
	while (seen < wanted) {
		const next = await waitFor(
			`card ${seen + 1} to come through`,
			async () => {
				const found = await arrivals.next();
				return found.length > 0 ? found : undefined;
			},
			{
				timeoutMs: options.once ? (seen === 0 ? firstCardMs : eachCardMs) : Infinity,
				everyMs: lookEveryMs,
				explain,
				signal,
			},
		);
		for (const arrival of next) say(describe(arrival));
		seen += next.length;
	}
	say(`${seen} cards came through.`);
}

async function demo(options: DemoOptions, signal: AbortSignal): Promise<void> {
	say('Business cards through a real n8n');
	const world = await start(options, signal);
	const { client, credentialFields, emulator, n8n, owner, stop } = world;
	const drip = new Drip(emulator);
	try {
		fillCompany(emulator);
		const imported = await importExamples(world);
		const watcher = imported.get(watching.file);
		if (!watcher) throw new Error(`There is no example ${watching.file}.`);
		succeeded(await client.run(watcher.id, watching.createTable));
		await runOthers(world, imported);
		await client.activate(watcher.id);
		drip.start(dripSeconds);
		await writeFile(join(demoFolder, 'address.txt'), `${n8n.baseUrl}\n`);
		say(`
n8n:       ${n8n.baseUrl}
User:      ${owner.email}
Password:  ${owner.password}
Workflow:  ${n8n.baseUrl}/workflow/${watcher.id}

To make a credential yourself, enter:
Base URL:  ${credentialFields.baseUrl}
API Key:   ${credentialFields.apiKey}
App ID:    ${credentialFields.appId}

${options.once ? `Ends by itself after ${options.cards} cards.` : 'Ctrl-C ends everything.'}

Cards as they come through n8n into the table of contacts:`);
		const arrivals = new Arrivals(client, watcher.id, watching.writeContact);
		await follow(arrivals, options, () => n8n.logTail(), signal);
	} finally {
		drip.stop();
		await stop();
	}
}

async function main(): Promise<void> {
	let options: DemoOptions;
	try {
		options = readOptions(process.argv.slice(2));
	} catch (error) {
		throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
	}
	const signal = endSignal(() => say('\nEnding …'));
	try {
		await demo(options, signal);
	} catch (error) {
		if (!signal.aborted) throw error;
		say('The demo has ended. The next one begins anew.');
		if (options.once) process.exitCode = 1;
	}
}

main().catch((error: unknown) => {
	process.stderr.write(`The demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
