import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../test/emulator/seed/random';
import { waitFor } from '../../tools/realN8n/wait';
import { strike } from './blow';
import { AIMS, type Aim, type KillCase } from './cases';
import type { Fate } from './fates';
import { answered } from './moments';
import { retries } from './retries';
import { startScene, type Scene, type SceneOptions } from './scene';
import { findings, type Batch, type Finding } from './traces';
import { pollSeconds, startWorkflows } from './workflows';

/** How much is measured. */
export interface Plan {
	readonly seed: number;
	readonly kills: number;
	/** No kill begins after so many minutes. */
	readonly minutes: number;
}

/** How many batches met each fate; what none met is left out. */
export type Count = Partial<Record<Fate, number>>;

/** The figures of one case and aim. */
export interface Figures {
	readonly aim: Aim;
	readonly kills: number;
	/** Batches, counted once for each workflow. */
	readonly batches: number;
	/** When all has settled after the last kill. */
	readonly settled: Count;
	/** After a further stop in good order and a start of n8n. */
	readonly restarted: Count;
}

/** What was measured of one case. */
export interface Measured {
	readonly case: string;
	readonly seed: number;
	readonly figures: readonly Figures[];
	/** Processes that ended although they were not killed. */
	readonly ended: number;
	/** Processes that had to be killed because their health stayed bad. */
	readonly hung: number;
	/** What becomes of executions that hold records which have not come, or should, when they are retried. */
	readonly retries: Readonly<Record<string, string>>;
}

const workflows = 8;
const cardsPerBatch = 5;
const cardsBefore = 60;
const workMs = 400;
/** By then a worker has noticed that another one is dead: n8n gives a job 60 seconds, and looks every 30. */
const settleQueueMs = 150_000;
const settleMs = 10_000;
const lookEveryMs = 5_000;
const aims = Object.keys(AIMS) as Aim[];

/** A batch with how it was struck. */
interface StruckBatch extends Batch {
	readonly aim: Aim;
	readonly words: string;
}

async function strikeAll(
	scene: Scene,
	{ victim, stages }: KillCase,
	{ seed, kills, minutes }: Plan,
	say: SceneOptions['say'],
): Promise<StruckBatch[]> {
	const random = new Random(seed);
	const { emulator } = scene.world;
	const until = performance.now() + minutes * 60_000;
	const batches: StruckBatch[] = [];
	for (let kill = 1; kill <= kills && performance.now() < until; kill += 1) {
		await answered(scene, workflows);
		await sleep((pollSeconds * 1_000) / 2);
		const addedAt = Date.now();
		const ids = Array.from({ length: cardsPerBatch }, () => emulator.addCard({ memo: `batch ${kill}` }).id);
		const aim = aims[kill % aims.length]!;
		const words = await strike(aim, { ids, addedAt }, victim, { scene, stages, random, workflows, workMs });
		batches.push({ ids, addedAt, aim, words });
		say(`kill ${kill} of ${kills}: ${words}`);
		await answered(scene, 2 * workflows);
	}
	return batches;
}

/** Waits until no batch stands in an execution that may still run, as long as n8n may need. */
async function settled(
	scene: Scene,
	{ queue }: KillCase,
	workflowIds: string[],
	batches: Batch[],
): Promise<Finding[]> {
	const enoughMs = queue === undefined ? settleMs : settleQueueMs;
	const until = performance.now() + enoughMs;
	return await waitFor(
		'the executions to settle',
		async () => {
			const found = await findings(scene, workflowIds, batches);
			const isOpen = found.some(({ fate }) => fate === 'waiting') && performance.now() < until;
			return isOpen ? undefined : found;
		},
		{ timeoutMs: 2 * enoughMs, everyMs: lookEveryMs },
	);
}

function countOf(found: readonly Finding[], batches: ReadonlySet<Batch>): Count {
	const count: Count = {};
	for (const { batch, fate } of found) if (batches.has(batch)) count[fate] = (count[fate] ?? 0) + 1;
	return count;
}

function lineOf({ aim, words }: StruckBatch, found: readonly Finding[]): string {
	const fates = found.map(({ fate, executions }) => `${fate} (${executions.map(({ status }) => status).join(' + ')})`);
	return `${aim}, ${words}: ${fates.join(', ')}`;
}

/** Measures one case: starts what it needs, kills, and looks what became of every record. */
export async function measure(killCase: KillCase, plan: Plan, options: Omit<SceneOptions, 'workMs'>): Promise<Measured> {
	const { say } = options;
	const scene = await startScene(killCase, { ...options, workMs });
	try {
		for (let added = 0; added < cardsBefore; added += 1) scene.world.emulator.addCard({ memo: 'from before' });
		const workflowIds = await startWorkflows(scene.world, workflows, scene.target.url);
		const batches = await strikeAll(scene, killCase, plan, say);
		const { ended, hung } = scene.fleet;
		const found = await settled(scene, killCase, workflowIds, batches);
		for (const batch of batches) say(lineOf(batch, found.filter((each) => each.batch === batch)));
		await scene.fleet.restartMain();
		await answered(scene, 2 * workflows);
		const again = await findings(scene, workflowIds, batches);
		const figures = aims.map((aim): Figures => {
			const struck = new Set<Batch>(batches.filter((batch) => batch.aim === aim));
			return {
				aim,
				kills: struck.size,
				batches: struck.size * workflows,
				settled: countOf(found, struck),
				restarted: countOf(again, struck),
			};
		});
		return { case: killCase.name, seed: plan.seed, figures, ended, hung, retries: await retries(scene, again) };
	} finally {
		await scene.stop();
	}
}
