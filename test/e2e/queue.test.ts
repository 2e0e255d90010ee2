import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CredentialReference, WorkflowDefinition } from '../../scripts/realN8n/client';
import { succeeded } from '../../scripts/realN8n/executions';
import { N8nWorker } from '../../scripts/realN8n/instance';
import { chosenVersion, runFolder } from '../../scripts/realN8n/versions';
import { loadExample } from '../../scripts/realN8n/workflows';
import { startWorld, type World } from '../../scripts/realN8n/world';
import { hasRedis, Redis } from './redis';
import { Salesforce } from './standIns/salesforce';
import { StandIns } from './standIns/services';

/** A recipe in an n8n with a queue: what two workers write side by side, and what is left when one of them dies. */

const FOLDER = join(runFolder, 'queue');
const WORKERS = ['queue-worker-1', 'queue-worker-2'];

/** A dead worker is noticed within seconds, in place of a minute. */
const SOON = {
	QUEUE_WORKER_LOCK_DURATION: '3000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '1000',
};

/** How long the CRM takes for an answer, so that both workers are at work for some seconds. */
const LATENCY_MS = 150;

/** Cards that are known before, and as many that come. */
const CARDS = 6;

const salesforce = new Salesforce();
const standIns = new StandIns([salesforce]);

/* Queue mode is told of the usual version alone: the others need a database of their own for it. */
const inQueue = hasRedis && !chosenVersion.isFirst && !chosenVersion.publishes ? describe : describe.skip;

inQueue(hasRedis ? 'in a queue with two workers' : 'in a queue (skipped: redis-server is not installed)', () => {
	let world: World;
	let redis: Redis;
	let workers: N8nWorker[] = [];

	beforeAll(async () => {
		redis = await Redis.start(join(runFolder, 'redis'));
		const env = {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			...SOON,
		};
		world = await startWorld(FOLDER, { env });
		workers = WORKERS.map((name) => new N8nWorker(join(runFolder, name), { ...env, N8N_USER_FOLDER: FOLDER }));
		await Promise.all(workers.map(async (worker) => await worker.start()));
	});

	afterAll(async () => {
		for (const worker of workers) worker.kill();
		await world?.stop();
		redis?.stop();
	});

	async function credentials(): Promise<CredentialReference[]> {
		const token = { access_token: salesforce.token, token_type: 'Bearer' };
		const oauthTokenData = { ...token, instance_url: `${standIns.url}/${salesforce.host}` };
		const fields = { clientId: 'id', clientSecret: 'secret', oauthTokenData };
		return [world.credential, await world.client.createCredential('Salesforce account', 'salesforceOAuth2Api', fields)];
	}

	/* The executions that the dead worker had called stay as running, because nobody ends them. */
	async function isIdle(id: string): Promise<boolean> {
		return !(await world.client.modesUnderWay(id)).includes('trigger');
	}

	async function stored(file: string, accounts: readonly CredentialReference[], change?: (text: string) => string) {
		const text = JSON.stringify(loadExample(file, accounts));
		const moved = text.replaceAll(`https://${salesforce.host}`, `${standIns.url}/${salesforce.host}`);
		return (await world.client.createWorkflow(JSON.parse(change?.(moved) ?? moved) as WorkflowDefinition)).id;
	}

	test('nothing is lost or doubled after the night when a worker dies', async () => {
		const { client, emulator, until } = world;
		const accounts = await credentials();
		const cards = await stored('cards-to-salesforce.json', accounts);
		const night = await stored('crm-every-night.json', accounts, (text) =>
			text.replace('"mode":"list","value":""', `"mode":"id","value":"${cards}"`),
		);
		await client.activate(cards);
		const add = (lastName: string) => emulator.addCard({ lastName, title: 'New' });
		const before = Array.from({ length: CARDS }, (_, at) => add(`Known ${at}`));
		const written = (title: string) => salesforce.all('Contact').filter(({ Title }) => Title === title).length;
		await until('the cards to be written', () => written('New') === CARDS || undefined);
		await until('the first execution to end', async () => (await isIdle(cards)) || undefined);

		standIns.fault = async () => {
			await sleep(LATENCY_MS);
			return undefined;
		};
		for (const card of before.slice(0, CARDS / 2)) emulator.changeCard(card.id, { title: 'Changed' });
		const added = Array.from({ length: CARDS }, (_, at) => add(`Added ${at}`));
		await until('one worker to write', () => written('Changed') > 0 || undefined);
		for (const card of before.slice(CARDS / 2)) emulator.changeCard(card.id, { title: 'Changed, too' });
		await until('the other worker to write', () => written('Changed, too') > 0 || undefined);
		workers[0]?.kill();
		await until('what the dead worker had to be given up', async () => (await isIdle(cards)) || undefined);
		standIns.fault = undefined;
		await client.deactivate(cards);
		const all = () => [...before, ...added].map(({ id }) => emulator.company.cards.get(id));
		const wanted = () => all().map((card) => `${card?.lastName}: ${card?.title}`);
		const there = () => salesforce.all('Contact').map(({ LastName, Title }) => `${String(LastName)}: ${String(Title)}`);
		const lost = wanted().filter((contact) => !there().includes(contact));
		expect(lost.length).toBeGreaterThan(0);

		await client.activate(cards);
		succeeded(await client.run(night, 'Run Now'));
		expect(there().sort()).toEqual(wanted().sort());
		const counts = ['Account', 'Event', 'ContentVersion'].map((object) => salesforce.all(object).length);
		expect(counts).toEqual([1, wanted().length, wanted().length]);
		const rows = await client.dataTableRows('Business Cards Sent');
		expect(rows.map(({ state }) => state)).toEqual(wanted().map(() => 'sent'));
	});
});
