import type { Persistence } from '../support/services/redis';
import type { Stage } from './stages';

/** What is killed. */
export type Victim = 'main' | 'worker' | 'redis' | 'postgres';

/** One way to run n8n, and what of it is killed. */
export interface KillCase {
	/** How the command line names it. */
	readonly name: string;
	/** How the page names it. */
	readonly n8n: string;
	readonly killed: string;
	readonly victim: Victim;
	readonly hasPostgres: boolean;
	/** Where on their way into n8n the records are when it is killed. */
	readonly stages: readonly Stage[];
	/** What the Redis of the queue keeps on disk; there is no queue when left out. */
	readonly queue?: Persistence;
}

const oneProcess: readonly Stage[] = ['answer', 'memory', 'execution', 'records'];
const queueMode = { n8n: 'queue mode, Postgres', hasPostgres: true, queue: 'nothing' } as const;
const theQueue: readonly Stage[] = ['records', 'enqueued', 'taken'];

/** Everything that is measured, in the order of the table. */
export const CASES: readonly KillCase[] = [
	{
		name: 'sqlite',
		n8n: 'one process, SQLite',
		killed: 'n8n',
		victim: 'main',
		hasPostgres: false,
		stages: oneProcess,
	},
	{
		name: 'postgres',
		n8n: 'one process, Postgres',
		killed: 'n8n',
		victim: 'main',
		hasPostgres: true,
		stages: oneProcess,
	},
	{
		name: 'database',
		n8n: 'one process, Postgres',
		killed: 'Postgres',
		victim: 'postgres',
		hasPostgres: true,
		stages: oneProcess,
	},
	{
		...queueMode,
		name: 'queue-main',
		killed: 'the main process',
		victim: 'main',
		stages: [...oneProcess, 'enqueued'],
	},
	{ ...queueMode, name: 'queue-worker', killed: 'a worker', victim: 'worker', stages: ['enqueued', 'taken'] },
	{ ...queueMode, name: 'queue-redis', killed: 'Redis without a disk', victim: 'redis', stages: theQueue },
	{
		...queueMode,
		name: 'queue-redis-aof',
		killed: 'Redis with an append-only file',
		victim: 'redis',
		queue: 'append-only file',
		stages: theQueue,
	},
	{
		...queueMode,
		name: 'queue-database',
		killed: 'Postgres',
		victim: 'postgres',
		stages: [...oneProcess, 'enqueued', 'taken'],
	},
];

/** When it is killed. */
export type Aim = 'handover' | 'running';

/** How the page says it. */
export const AIMS: Readonly<Record<Aim, string>> = {
	handover: 'while n8n takes the records over',
	running: 'while the workflows run',
};
