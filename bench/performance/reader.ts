import { setTimeout as wait } from 'node:timers/promises';
import { CONTENDERS } from './contenders';
import type { Assignment, Reading } from './measurement';
import { Service } from './service';

/** After so much time the calls before count no more. */
const REST_MS = 1_100;

/** How often the size of the process is looked at. */
const SAMPLE_MS = 20;

/** Lets one contender do its task, in this process alone, and prints what it took. */
async function main(): Promise<void> {
	const { warmUp, ...task } = JSON.parse(process.argv[2] ?? '') as Assignment;
	const contender = CONTENDERS.find(({ name }) => name === task.contender);
	const work = task.singleCards ? contender?.get : contender?.read;
	if (!work) throw new Error(`${task.contender} does no such thing`);

	const service = new Service(task.baseUrl, task.apiKey);
	await contender?.get?.({ ...task, singleCards: warmUp });
	await wait(REST_MS);
	await service.clear();

	const before = process.memoryUsage.rss();
	let largest = before;
	const sampling = setInterval(() => {
		largest = Math.max(largest, process.memoryUsage.rss());
	}, SAMPLE_MS);
	const cpu = process.cpuUsage();
	const start = performance.now();
	const { ids, error } = await work(task);
	const milliseconds = performance.now() - start;
	const { user, system } = process.cpuUsage(cpu);
	clearInterval(sampling);

	const reading: Reading = {
		milliseconds,
		cpuMilliseconds: (user + system) / 1_000,
		records: ids.length,
		distinct: new Set(ids).size,
		grownBytes: Math.max(largest, process.memoryUsage.rss()) - before,
		error,
		...(await service.tally()),
	};
	process.stdout.write(`${JSON.stringify(reading)}\n`, () => process.exit(0));
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exit(1);
});
