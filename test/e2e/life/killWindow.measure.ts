import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../emulator/seed/random';
import { cardTrigger, workflow } from '../harness/builder';
import { runFolder } from '../harness/paths';
import { pollEverySeconds } from '../harness/poll';
import { prepared } from '../harness/prepared';
import type { Execution } from '../harness/types';
import { waitFor } from '../harness/wait';
import { startWorld, type World } from '../harness/world';
import { startCompletely } from './booted';
import { Editor } from './editor';
import { handedOver } from './handedOver';
import { lifeSeed } from './seed';

/*
 * A measurement, not a test: what n8n makes of the records of a poll when it is killed while it takes them over.
 * Some workflows watch the same cards; n8n is killed soon after one of them was answered; after the restart every
 * batch is looked for in the executions of every workflow. Prints a table.
 */

const workflows = 8;
const kills = Number(process.env.KILLS ?? 20);
const cardsPerBatch = 5;
const pollSeconds = 2;
const latestKillMs = 60;
const patienceMs = 90_000;

let world: World;

afterAll(async () => {
	await world?.stop();
});

/** How a batch was met in a workflow: the statuses of the executions that hold it. */
function fateOf(executions: Execution[], memo: string): string {
	const holding = executions.filter((execution) =>
		handedOver(execution, 'Watch').some(({ json }) => json.memo === memo),
	);
	if (holding.length === 0) return 'lost';
	return holding.map(({ status }) => status).join(' + ');
}

/** What n8n answers to a retry of an execution of this status. */
async function retried(executions: Execution[], status: string): Promise<string> {
	const execution = executions.find((candidate) => candidate.status === status);
	if (!execution) return `${status}: there is none`;
	const editor = await Editor.open(world);
	const answer = await editor.retry(execution.id).then(
		() => 'runs',
		(error: unknown) => String(error),
	);
	return `${status}: ${answer}`;
}

test(
	`measures ${kills} kills`,
	async () => {
		const random = new Random(lifeSeed);
		world = await startWorld({ ...(await prepared()), userFolder: join(runFolder, 'kill-window') });
		const { client, emulator, n8n, credential } = world;
		for (let added = 0; added < 60; added += 1) emulator.addCard({ memo: 'from before' });
		const ids: string[] = [];
		for (let index = 0; index < workflows; index += 1) {
			const trigger = cardTrigger(
				'Watch',
				{ event: 'businessCardUpdated', pollTimes: pollEverySeconds(pollSeconds) },
				credential,
			);
			const { id } = await client.createWorkflow(workflow(`Watch ${index}`, [trigger]));
			await client.activate(id);
			ids.push(id);
		}
		const moments = new Map<string, string>();
		const calls = async (count: number): Promise<void> => {
			const before = emulator.calls.length;
			await waitFor('calls', () => (emulator.calls.length >= before + count ? true : undefined), {
				timeoutMs: patienceMs,
				everyMs: 1,
				explain: () => n8n.logTail(),
			});
		};
		for (let kill = 1; kill <= kills; kill += 1) {
			await calls(workflows);
			await sleep((pollSeconds * 1_000) / 2);
			const memo = `batch ${kill}`;
			for (let added = 0; added < cardsPerBatch; added += 1) emulator.addCard({ memo });
			const answered = random.whole(1, workflows);
			const delayMs = random.whole(0, latestKillMs);
			await calls(answered);
			await sleep(delayMs);
			await n8n.kill();
			moments.set(memo, `call ${answered} + ${delayMs} ms`);
			await startCompletely(n8n);
			await calls(2 * workflows);
		}
		await calls(2 * workflows);

		const totals = new Map<string, number>();
		const perKill = new Map<string, string[]>();
		const everything: Execution[] = [];
		for (const id of ids) {
			const executions = await client.executions(id);
			everything.push(...executions);
			for (const memo of moments.keys()) {
				const fate = fateOf(executions, memo);
				totals.set(fate, (totals.get(fate) ?? 0) + 1);
				perKill.set(memo, [...(perKill.get(memo) ?? []), fate]);
			}
		}
		const lines = [...perKill].map(
			([memo, fates]) => `${memo} (${moments.get(memo) ?? ''}): ${fates.join(', ')}`,
		);
		const table = [...totals].sort(([, a], [, b]) => b - a).map(([fate, count]) => `| ${fate} | ${count} |`);
		const retries = [await retried(everything, 'new'), await retried(everything, 'crashed')];
		process.stderr.write(
			`kill window, seed ${lifeSeed}:\n${lines.join('\n')}\n\n${table.join('\n')}\n\nretry of ${retries.join('; of ')}\n`,
		);
	},
	kills * 45_000 + 120_000,
);
