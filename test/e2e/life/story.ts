import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../emulator/seed/random';
import { waitFor } from '../../support/realN8n/wait';
import type { World } from '../../support/realN8n/world';
import { startCompletely } from '../../support/realN8n/booted';
import type { Cards } from './cards';
import type { Watcher } from './watcher';
import type { WeatherMachine } from './weather';

/** All that a scene can move. */
export interface Stage {
	world: World;
	random: Random;
	cards: Cards;
	weather: WeatherMachine;
	/** The workflow that takes part in everything, and how the service sees it. */
	workflowId: string;
	watcher: Watcher;
	watchers: readonly Watcher[];
	/** Lets the workflows poll again, where n8n waits after a poll that failed. */
	endBackOff: () => Promise<void>;
	/** Stores other options of its trigger. */
	setOptions: (options: Record<string, unknown>) => Promise<void>;
}

/** Something that happens to n8n, the service or the workflow. */
export type Scene = (stage: Stage) => Promise<void>;

const pollMs = 2_000;
const burstSize = 450;
const smallBurst = 90;
const patienceMs = 60_000;
/** While n8n takes records over, which is when a kill cuts something. */
const handoverMs = 60;
/** Longer than between two calls of one poll, shorter than between two polls. */
const pauseMs = 500;

async function moment(random: Random, leastMs: number, mostMs: number): Promise<void> {
	await sleep(random.whole(leastMs, mostMs));
}

/** Waits until so many more polls have begun. */
async function polls({ watcher, world }: Stage, count: number): Promise<void> {
	const before = watcher.poll;
	await waitFor('polls', () => (watcher.poll >= before + count ? true : undefined), {
		timeoutMs: patienceMs,
		explain: () => world.n8n.logTail(),
	});
}

async function endedAndStarted(stage: Stage, end: () => Promise<void>): Promise<void> {
	const { world, watchers } = stage;
	await end();
	for (const watcher of watchers) watcher.interrupt();
	stage.weather.now = 'calm';
	await startCompletely(world.n8n);
	await stage.endBackOff();
	await polls(stage, 2);
}

/**
 * A moment in which no poll runs. n8n builds an activated workflow from what is stored, and a poll that still runs has
 * not stored its memory yet: test/e2e/crash.test.ts is about that.
 */
async function betweenPolls(stage: Stage): Promise<void> {
	const { emulator, n8n } = stage.world;
	await polls(stage, 1);
	await waitFor(
		'the end of a poll',
		() => {
			const last = emulator.calls.at(-1);
			if (!last || last.status === 0) return undefined;
			return performance.now() - last.arrivedAt > pauseMs ? true : undefined;
		},
		{ timeoutMs: patienceMs, everyMs: 20, explain: () => n8n.logTail() },
	);
}

async function badWeather(
	stage: Stage,
	kinds: ReadonlyArray<WeatherMachine['now']>,
	mostMs: number,
): Promise<void> {
	for (const kind of kinds) {
		stage.weather.now = kind;
		await moment(stage.random, mostMs / 2, mostMs);
	}
	stage.weather.now = 'calm';
	await stage.endBackOff();
	await polls(stage, 1);
}

/** Everything that happens in the hour, each once, in an order that the seed decides. */
export const scenes: Readonly<Record<string, Scene>> = {
	'a burst': async (stage) => {
		stage.cards.add(burstSize, stage.world.emulator.clock.now());
		await polls(stage, 2);
	},
	'a 429 storm': async (stage) => await badWeather(stage, ['storm'], 9_000),
	'an outage': async (stage) => await badWeather(stage, ['resets', 'out of order'], 5_000),
	'killed at any moment': async (stage) => {
		await moment(stage.random, 0, pollMs);
		await endedAndStarted(stage, async () => await stage.world.n8n.kill());
	},
	'killed while it takes records over': async (stage) => {
		stage.cards.add(stage.random.whole(1, 5));
		const known = stage.watcher.shown.size;
		await waitFor('a record to be read', () => (stage.watcher.shown.size > known ? true : undefined), {
			timeoutMs: patienceMs,
			everyMs: 1,
		});
		await moment(stage.random, 0, handoverMs);
		await endedAndStarted(stage, async () => await stage.world.n8n.kill());
	},
	'killed in a 429 storm': async (stage) => {
		stage.weather.now = 'storm';
		await moment(stage.random, pollMs, 2 * pollMs);
		await endedAndStarted(stage, async () => await stage.world.n8n.kill());
	},
	'stopped in good order': async (stage) => {
		await moment(stage.random, 0, pollMs);
		await endedAndStarted(stage, async () => await stage.world.n8n.stop());
	},
	'deactivated and activated': async (stage) => {
		const { client } = stage.world;
		await betweenPolls(stage);
		await client.deactivate(stage.workflowId);
		await moment(stage.random, 1_000, 4_000);
		await client.activate(stage.workflowId);
		await polls(stage, 1);
	},
	'republished with tags': async (stage) => {
		await betweenPolls(stage);
		await stage.setOptions({ includeTags: true });
		await polls(stage, 3);
	},
	'republished with few records a poll': async (stage) => {
		await betweenPolls(stage);
		for (const watcher of stage.watchers) watcher.partial = true;
		await stage.setOptions({ includeTags: true, maxRecords: 40 });
		stage.cards.add(smallBurst, stage.world.emulator.clock.now());
		await polls(stage, 3);
		await betweenPolls(stage);
		await stage.setOptions({ includeTags: true });
		await polls(stage, 3);
		for (const watcher of stage.watchers) watcher.partial = false;
	},
};

/** Lets cards come and change until told to stop. */
export function startDrip({ cards, random }: Pick<Stage, 'cards' | 'random'>): () => Promise<void> {
	let goesOn = true;
	const done = (async () => {
		while (goesOn) {
			await moment(random, 150, 800);
			cards.drip();
		}
	})();
	return async () => {
		goesOn = false;
		await done;
	};
}
