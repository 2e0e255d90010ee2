import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { N8nInstance } from '../../tools/realN8n/instance';
import { startWorld, type World } from '../../tools/realN8n/world';
import type { LocalServer } from '../support/services/localServer';
import { startPostgres } from '../support/services/postgres';
import { startRedis } from '../support/services/redis';
import type { KillCase } from './cases';
import { Fleet } from './fleet';
import { Target } from './target';
import { measuredEnv, processVariable } from './workflows';

/** Everything that one case needs, running. */
export interface Scene {
	readonly world: World;
	readonly fleet: Fleet;
	readonly target: Target;
	readonly servers: Readonly<Partial<Record<'redis' | 'postgres', LocalServer>>>;
	/** Ends all of it, the last first. */
	stop(): Promise<void>;
}

/** What a scene is made from. */
export interface SceneOptions {
	/** The script that starts n8n. */
	readonly program: string;
	/** Our packed package. */
	readonly tarball: string;
	/** Where everything is written. */
	readonly folder: string;
	/** How long the target takes over a delivery. */
	readonly workMs: number;
	readonly say: (text: string) => void;
}

const workerCount = 2;

/** Starts what a case needs. @throws when something does not start; nothing is left running then */
export async function startScene(
	{ name, hasPostgres, queue }: KillCase,
	{ program, tarball, folder, workMs, say }: SceneOptions,
): Promise<Scene> {
	const parent = join(folder, name);
	await mkdir(parent, { mode: 0o711 });
	const started: Array<() => Promise<void>> = [];
	const stop = async (): Promise<void> => {
		for (const end of started.splice(0)) await end();
	};
	try {
		const target = await Target.start(workMs);
		started.unshift(async () => await target.close());
		const redis = queue === undefined ? undefined : await startRedis(parent, queue);
		started.unshift(async () => await redis?.stop());
		const postgres = hasPostgres ? await startPostgres(parent) : undefined;
		started.unshift(async () => await postgres?.stop());
		const env = { ...redis?.env, ...postgres?.env, ...measuredEnv };
		const named = (process: string) => ({ ...env, [processVariable]: process });
		const userFolder = join(parent, 'n8n');
		const world = await startWorld({ program, tarball, userFolder, env: named('main'), progress: say });
		started.unshift(world.stop);
		const names = queue === undefined ? [] : Array.from({ length: workerCount }, (_, index) => `worker-${index + 1}`);
		const workers = names.map((each) => new N8nInstance({ program, userFolder, env: named(each), role: 'worker', name: each }));
		const fleet = new Fleet(world.n8n, workers);
		started.unshift(async () => await fleet.stop());
		for (const worker of workers) await worker.start();
		return { world, fleet, target, servers: { redis, postgres }, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
