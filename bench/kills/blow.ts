import { setTimeout as sleep } from 'node:timers/promises';
import type { Aim, Victim } from './cases';
import { momentOf, type MomentOptions } from './moments';
import type { Batch } from './traces';

/** A server that was killed is away so long. */
const awayMs = { shortest: 200, longest: 3_000 };

/** n8n takes outages of Redis within 30 seconds for one, and its processes end when that is longer than 10. */
const restMs: Partial<Record<Victim, number>> = { redis: 31_000 };

/**
 * Kills the victim at an aimed moment of a batch that was added just now. A server is started again; processes of n8n are
 * started by those who look after them.
 * @returns when it was killed, in words
 */
export async function strike(aim: Aim, batch: Batch, victim: Victim, options: MomentOptions): Promise<string> {
	const { scene, random } = options;
	const { fleet, servers } = scene;
	const { words, process } = await momentOf(aim, batch, options);
	if (victim === 'main') await fleet.kill(fleet.main);
	else if (victim === 'worker') {
		await fleet.kill(fleet.workers.find(({ name }) => name === process) ?? random.pick(fleet.workers));
	} else {
		const server = servers[victim];
		if (!server) throw new Error(`There is no ${victim} to kill.`);
		await server.kill();
		const away = random.whole(awayMs.shortest, awayMs.longest);
		await sleep(away);
		await server.start();
		await sleep(restMs[victim] ?? 0);
		return `${words}, away for ${away} ms`;
	}
	return words;
}
