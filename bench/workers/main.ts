import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS_PER_SECOND } from '../../nodes/shared';
import { codeNode, cardNode, manualTrigger, manualTriggerName, workflow } from '../../tools/realN8n/builder';
import { callJson } from '../../tools/realN8n/http';
import { ensureN8n } from '../../tools/realN8n/install';
import { N8nInstance } from '../../tools/realN8n/instance';
import { itemsOf, succeeded } from '../../tools/realN8n/output';
import { buildPackage, packPackage } from '../../tools/realN8n/package';
import { repositoryFolder } from '../../tools/realN8n/paths';
import { startWorld, type World } from '../../tools/realN8n/world';
import { putBetweenMarks } from '../../tools/generated';
import { startPostgres } from '../support/services/postgres';
import { startRedis } from '../support/services/redis';

/*
 * Several processes of n8n on one key: the main process and two workers in n8n's queue mode read cards one by one, all
 * at the same time. Each process has a queue of its own for the key; only the service's refusals tell of the others.
 */

const workers = 2;
const cards = 3_000;
const itemsPerExecution = 100;
/** A process that has to slow down may take a second for each card. */
const executionMs = 280_000;

/** Executions at once, by who runs them. Each process always has more to do than the service allows. */
const lanes = { main: 2, workers: 2 * workers };

const goals = { refused: 0.05, throughput: 0.8 };

const nodeName = 'Get';
const page = join(repositoryFolder, 'docs/internals/workers.md');

function say(text: string): void {
	process.stderr.write(`workers: ${text}\n`);
}

/** Runs one execution with some cards and gives the ids of the cards that came out. */
type Reader = (ids: readonly string[]) => Promise<string[]>;

/** Executions that are run by hand are run by the main process. */
function inMain({ client, credential }: World): Reader {
	return async (ids) => {
		const list = codeNode('Ids', `return ${JSON.stringify(ids)}.map((id) => ({ json: { id } }));`);
		const { id } = await client.createWorkflow(workflow('In main', [manualTrigger(), list, getEach(credential)]));
		const execution = succeeded(await client.run(id, manualTriggerName, executionMs));
		return itemsOf(execution, nodeName).map(({ json }) => String(json.id));
	};
}

/** Executions that a webhook starts go to the queue, and one of the workers takes them. */
async function inWorkers({ client, credential, n8n }: World): Promise<Reader> {
	const webhook = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: 'cards',
		parameters: { httpMethod: 'POST', path: 'cards', responseMode: 'lastNode', responseData: 'allEntries' },
	};
	const list = codeNode('Ids', 'return $json.body.ids.map((id) => ({ json: { id } }));');
	const { id } = await client.createWorkflow(workflow('In workers', [webhook, list, getEach(credential)]));
	await client.activate(id);
	return async (ids) => {
		const call = { method: 'POST', path: '/webhook/cards', body: { ids }, timeoutMs: executionMs } as const;
		const { json } = await callJson(n8n.baseUrl, call);
		return (json as Array<{ id: string }>).map((card) => card.id);
	};
}

function getEach(credential: World['credential']) {
	const parameters = { resource: 'businessCard', operation: 'get', businessCardId: '={{ $json.id }}' };
	return cardNode(nodeName, parameters, credential);
}

/** Takes portions until there is none left. */
async function lane(read: Reader, portions: string[][], found: string[]): Promise<number> {
	let executions = 0;
	for (let ids = portions.shift(); ids; ids = portions.shift()) {
		found.push(...(await read(ids)));
		executions += 1;
		say(`${found.length} of ${cards} cards`);
	}
	return executions;
}

async function lanesOf(count: number, read: Reader, portions: string[][], found: string[]): Promise<number> {
	const done = await Promise.all(Array.from({ length: count }, async () => await lane(read, portions, found)));
	return done.reduce((sum, executions) => sum + executions, 0);
}

interface Figures {
	lost: number;
	calls: number;
	refused: number;
	seconds: number;
	/** Cards read by each process. */
	shares: Record<string, number>;
}

async function measure(world: World, workerLogs: readonly string[]): Promise<Figures> {
	const { emulator } = world;
	const ids = Array.from({ length: cards }, () => emulator.addCard().id);
	const portions = Array.from({ length: cards / itemsPerExecution }, (_, index) =>
		ids.slice(index * itemsPerExecution, (index + 1) * itemsPerExecution),
	);
	const found: string[] = [];
	const queued = await inWorkers(world);
	emulator.clearLog();
	const [inMainProcess] = await Promise.all([
		lanesOf(lanes.main, inMain(world), portions, found),
		lanesOf(lanes.workers, queued, portions, found),
	]);
	const got = new Set(found);
	const arrivals = emulator.calls.map(({ arrivedAt }) => arrivedAt);
	const shares: Figures['shares'] = { main: inMainProcess * itemsPerExecution };
	for (const [index, path] of workerLogs.entries()) {
		const executions = (await readFile(path, 'utf8')).split(/finished execution/i).length - 1;
		shares[`worker ${index + 1}`] = executions * itemsPerExecution;
	}
	return {
		lost: ids.filter((id) => !got.has(id)).length + Math.abs(found.length - got.size),
		calls: arrivals.length,
		refused: emulator.refusedByRateLimit,
		seconds: (Math.max(...arrivals) - Math.min(...arrivals)) / 1_000,
		shares,
	};
}

function percent(share: number): string {
	return `${(100 * share).toFixed(1)} %`;
}

function table({ lost, calls, refused, seconds, shares }: Figures, version: string, reached: boolean): string {
	const perSecond = cards / seconds;
	const rows: Array<[string, string, string]> = [
		['cards lost or read twice', String(lost), '0'],
		['calls of them refused (429)', `${refused} of ${calls}, ${percent(refused / calls)}`, `under ${percent(goals.refused)}`],
		[
			'cards a second',
			`${perSecond.toFixed(1)}, ${percent(perSecond / CALLS_PER_SECOND)} of the allowance`,
			`at least ${percent(goals.throughput)}`,
		],
		['time', `${Math.round(seconds)} s`, ''],
		...Object.entries(shares).map(([name, count]): [string, string, string] => [`cards read by ${name}`, String(count), '']),
	];
	return [
		`${cards} cards, n8n ${version} in queue mode with Redis and Postgres, main and ${workers} workers, ${availableParallelism()} cores, all on one machine. Goals ${reached ? 'reached' : 'not reached'}.`,
		'',
		'| | measured | goal |',
		'|---|---|---|',
		...rows.map((row) => `| ${row.join(' | ')} |`),
	].join('\n');
}

function isReached({ lost, calls, refused, seconds }: Figures): boolean {
	const throughput = cards / seconds / CALLS_PER_SECOND;
	return lost === 0 && refused / calls < goals.refused && throughput >= goals.throughput;
}

async function main(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'business-card-workers-'));
	/* Postgres may run as another user, who has to get through to its folder. */
	await chmod(folder, 0o711);
	/** What was started, the last first. */
	const started: Array<() => Promise<unknown>> = [async () => await rm(folder, { recursive: true, force: true })];
	try {
		await buildPackage();
		const tarball = await packPackage(folder);
		const { program, version } = await ensureN8n(say);
		const redis = await startRedis(folder);
		started.unshift(async () => await redis.stop());
		const postgres = await startPostgres(folder);
		started.unshift(async () => await postgres.stop());
		const env = { ...redis.env, ...postgres.env };
		const userFolder = join(folder, 'n8n');
		const world = await startWorld({ program, tarball, userFolder, env, progress: say });
		started.unshift(world.stop);
		const instances = Array.from(
			{ length: workers },
			(_, index) => new N8nInstance({ program, userFolder, env, role: 'worker', name: `worker-${index + 1}` }),
		);
		for (const instance of instances) {
			say(`starting ${instance.logPath}`);
			await instance.start();
			started.unshift(async () => await instance.stop());
		}
		const figures = await measure(
			world,
			instances.map(({ logPath }) => logPath),
		);
		const reached = isReached(figures);
		const text = table(figures, version, reached);
		process.stdout.write(`${text}\n`);
		putBetweenMarks(page, 'workers', text);
		process.exitCode = reached ? 0 : 1;
	} finally {
		for (const end of started) await end();
	}
}

void main();
