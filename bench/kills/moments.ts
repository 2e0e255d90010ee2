import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../test/emulator/seed/random';
import { waitFor } from '../../tools/realN8n/wait';
import type { Aim } from './cases';
import { LogTail } from './logTail';
import type { Scene } from './scene';
import { STAGES, type Stage, type StageSign } from './stages';
import type { Batch } from './traces';

/** How long n8n may take for what is waited for, starts of its processes included. */
const patienceMs = 300_000;

/** A kill comes so much after what it was aimed at, at most. */
const latestKillMs = 10;

/** What a moment is chosen from. */
export interface MomentOptions {
	readonly scene: Scene;
	readonly stages: readonly Stage[];
	readonly random: Random;
	/** How many workflows watch. */
	readonly workflows: number;
	/** How long each execution runs at least. */
	readonly workMs: number;
}

/** A moment that has come. */
export interface Moment {
	readonly words: string;
	/** Which process of n8n was at work on what was waited for, where that is known. */
	readonly process?: string;
}

/** Waits until the service has answered so many more calls; starts what has ended meanwhile. */
export async function answered({ world, fleet }: Scene, count: number): Promise<void> {
	const { emulator } = world;
	const before = emulator.calls.length;
	await waitFor(
		`${count} calls`,
		async () => {
			await fleet.keepUp();
			return emulator.calls.slice(before).filter(({ status }) => status !== 0).length >= count ? true : undefined;
		},
		{ timeoutMs: patienceMs, everyMs: 1, explain: () => world.n8n.logTail() },
	);
}

/** Waits until so many executions have begun to deliver a batch, and says which process ran the last of them. */
async function delivered({ target, world }: Scene, { ids }: Batch, count: number): Promise<string> {
	const { process } = await waitFor(
		`${count} deliveries`,
		() => target.deliveries.filter((delivery) => delivery.ids.some((id) => ids.includes(id)))[count - 1],
		{ timeoutMs: patienceMs, everyMs: 1, explain: () => world.n8n.logTail() },
	);
	return process;
}

/** Waits until logs have shown so many lines from now on. */
async function logged(
	{ fleet, world }: Scene,
	{ of, looksLike }: Required<StageSign>['line'],
	count: number,
): Promise<void> {
	const tails = (of === 'main' ? [fleet.main] : fleet.workers).map(({ logPath }) => new LogTail(logPath));
	let seen = 0;
	await waitFor(
		`${count} lines like ${String(looksLike)}`,
		() => {
			for (const tail of tails) seen += tail.lines().filter((line) => looksLike.test(line)).length;
			return seen >= count ? true : undefined;
		},
		{ timeoutMs: patienceMs, everyMs: 1, explain: () => world.n8n.logTail() },
	);
}

async function handover({ scene, stages, random, workflows }: MomentOptions): Promise<Moment> {
	const { words, line }: StageSign = STAGES[random.pick(stages)];
	const count = random.whole(1, workflows);
	const delayMs = random.whole(0, latestKillMs);
	if (line) await logged(scene, line, count);
	else await answered(scene, count);
	await sleep(delayMs);
	return { words: `${words} ${count} + ${delayMs} ms` };
}

async function running({ scene, random, workflows, workMs }: MomentOptions, batch: Batch): Promise<Moment> {
	const count = random.whole(1, workflows);
	const delayMs = random.whole(0, workMs);
	const process = await delivered(scene, batch, count);
	await sleep(delayMs);
	return { words: `delivery ${count} + ${delayMs} ms`, process };
}

const aimed: Record<Aim, (options: MomentOptions, batch: Batch) => Promise<Moment>> = { handover, running };

/** Waits for a moment of a batch that was added just now. */
export async function momentOf(aim: Aim, batch: Batch, options: MomentOptions): Promise<Moment> {
	return await aimed[aim](options, batch);
}
