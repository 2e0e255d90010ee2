import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../emulator/seed/random';
import type { CallRecord } from '../emulator';
import { cardTrigger, workflow } from '../support/realN8n/builder';
import { runFolder } from '../support/realN8n/paths';
import { pollEverySeconds } from '../support/realN8n/poll';
import { prepared } from '../support/realN8n/prepared';
import { expectNoViolations } from '../support/realN8n/testWorld';
import { waitFor } from '../support/realN8n/wait';
import { startWorld, type World } from '../support/realN8n/world';
import { Cards, stateKey } from './life/cards';
import { FastClock } from './life/fastClock';
import { lifeSeed, shuffled } from './life/seed';
import { scenes, startDrip, type Stage } from './life/story';
import { judge, outputOf, type Verdict } from './life/verdict';
import { Watcher, type WatcherOptions } from './life/watcher';
import { WeatherMachine } from './life/weather';

const pollSeconds = 2;
const clockRate = 30;
const cardsFromBefore = 80;
const patienceMs = 60_000;
const quietPolls = 3;
const firstPolls = 2;
const lifeMs = 480_000;

function statuses({ query }: CallRecord): string {
	return query
		.filter(([name]) => name === 'entryStatus')
		.map(([, value]) => value)
		.join();
}

/** What the two workflows watch, how their calls are told apart, and what has to come out once. */
const watched: Record<string, WatcherOptions & { event: string }> = {
	Updated: {
		event: 'businessCardUpdated',
		owns: (call) => statuses(call) === 'completed',
		keyOf: stateKey,
	},
	Created: {
		event: 'businessCardCreated',
		owns: (call) => statuses(call).includes(','),
		keyOf: ({ id, entryStatus }) => (entryStatus === 'completed' ? id : undefined),
	},
};

function say(text: string): void {
	process.stderr.write(`e2e: ${text}\n`);
}

let world: World;

afterAll(async () => {
	await world?.stop();
});

test(
	`an hour of life, seed ${lifeSeed}: nothing is lost and nothing comes twice, but for what n8n was taking over when it ended`,
	async () => {
		const started = performance.now();
		const random = new Random(lifeSeed);
		const clock = new FastClock(clockRate);
		world = await startWorld({
			...(await prepared()),
			userFolder: join(runFolder, 'life'),
			emulator: { clock },
		});
		const { client, emulator, credential } = world;
		const watchers: Record<string, Watcher> = {};
		const ids: Record<string, string> = {};
		for (let added = 0; added < cardsFromBefore; added += 1) {
			emulator.addCard({ memo: 'from before', registeredTime: clock.now() - 3_600_000 + added * 1_000 });
		}
		const definition = (name: string, event: string, options: Record<string, unknown>) =>
			workflow(name, [
				cardTrigger(name, { event, pollTimes: pollEverySeconds(pollSeconds), range: 'all', options }, credential),
			]);
		for (const [name, options] of Object.entries(watched)) {
			watchers[name] = new Watcher(options);
			const { id } = await client.createWorkflow(definition(name, options.event, {}));
			await client.activate(id);
			ids[name] = id;
		}
		const all = Object.values(watchers);
		emulator.onBeforeCall((call) => all.forEach((watcher) => watcher.arrive(call)));
		const weather = new WeatherMachine(emulator, random, (call, page) =>
			all.forEach((watcher) => watcher.show(call, page)),
		);
		const cards = new Cards(emulator, random);
		const stage: Stage = {
			world,
			random,
			cards,
			weather,
			workflowId: ids.Updated!,
			watcher: watchers.Updated!,
			watchers: all,
			endBackOff: async () => {
				if (!client.backsOff) return;
				for (const [name, id] of Object.entries(ids)) {
					watchers[name]?.hinder();
					await client.endBackOff(id);
					watchers[name]?.hinder();
				}
			},
			setOptions: async (options) => {
				const { nodes } = definition('Updated', watched.Updated!.event, options);
				await client.updateNodes(ids.Updated!, nodes);
				await client.activate(ids.Updated!);
			},
		};

		// Durable cursors keep nothing of an activation without news: until a later poll is over, a kill would make it undone.
		await waitFor('the first polls', () => (all.every(({ poll }) => poll > firstPolls) ? true : undefined), { timeoutMs: patienceMs });
		const lifeBegins = clock.now();
		cards.add(3);
		const endDrip = startDrip(stage);
		try {
			for (const name of shuffled(Object.keys(scenes), random)) {
				say(`${Math.round((clock.now() - lifeBegins) / 60_000)} min: ${name}`);
				await scenes[name]!(stage);
				await sleep(random.whole(0, 3_000));
			}
		} finally {
			await endDrip();
		}

		const expected = {
			Updated: { final: cards.finalStates(), told: cards.told },
			Created: { final: cards.finalIds(), told: cards.toldIds },
		};
		const verdictOf = async (name: 'Updated' | 'Created'): Promise<Verdict> => {
			const executions = await client.executions(ids[name]!);
			const output = outputOf(executions, name, watched[name]!.keyOf);
			return judge({ watcher: watchers[name]!, output, ...expected[name] });
		};
		for (const name of ['Updated', 'Created'] as const) {
			await waitFor(
				`everything to come out of ${name}`,
				async () => ((await verdictOf(name)).lost.length === 0 ? true : undefined),
				{ timeoutMs: patienceMs, everyMs: 1_000, explain: () => world.n8n.logTail() },
			).catch((error: unknown) => say(String(error).split('\n')[0] ?? ''));
		}
		const before = all.map(({ poll }) => poll);
		await waitFor(
			'some quiet polls',
			() => (all.every(({ poll }, index) => poll >= before[index]! + quietPolls) ? true : undefined),
			{ timeoutMs: patienceMs },
		);

		const minutes = Math.round((clock.now() - lifeBegins) / 60_000);
		say(
			`seed ${lifeSeed}: ${minutes} min of life in ${Math.round((performance.now() - started) / 1_000)} s, ` +
				`${emulator.calls.length} calls, ${emulator.refusedByRateLimit} of them too early`,
		);
		for (const name of ['Updated', 'Created'] as const) {
			const verdict = await verdictOf(name);
			const { cut, total, ...faults } = verdict;
			say(
				`${name}: ${total} put out in ${watchers[name]!.poll} polls; of polls that n8n's end cut: ${JSON.stringify(cut)}`,
			);
			if (verdict.lost.length > 0) {
				say([`${name} has lost records.`, ...(await client.unstored(ids[name]!)), world.n8n.logTail()].join('\n'));
			}
			expect({ name, ...faults }).toEqual({ name, lost: [], repeated: [], notRun: [], invented: [] });
		}
		expectNoViolations(world);
	},
	lifeMs,
);
