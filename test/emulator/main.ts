import { OffsetClock, startEmulator, type Emulator } from './index';
import { seedCompany } from './seed';
import { inventCard } from './seed/invent';
import { Random } from './seed/random';

/** Command line: what can be set, and what it is by default. */
const OPTIONS = { port: 0, cards: 200, reports: 60, seed: 1, drip: 0, latency: 0 };
/** Every fourth drop changes a card instead of adding one. */
const CHANGE_EVERY = 4;

/** Reads `--name number` pairs. @throws Error for anything else */
function readOptions(args: readonly string[]): typeof OPTIONS {
	const options = { ...OPTIONS };
	for (let index = 0; index < args.length; index += 2) {
		const name = (args[index] ?? '').replace(/^--/, '');
		const value = Number(args[index + 1]);
		if (!(name in options) || Number.isNaN(value)) {
			throw new Error(
				`Usage: main.ts ${Object.keys(OPTIONS)
					.map((key) => `[--${key} number]`)
					.join(' ')}`,
			);
		}
		options[name as keyof typeof OPTIONS] = value;
	}
	return options;
}

/** Adds or changes a card of the key's own user every so many seconds. Returns what stops it. */
function drip(emulator: Emulator, seconds: number, seed: number): () => void {
	const random = new Random(seed + 1);
	const added: string[] = [];
	let drops = 0;
	const timer = setInterval(() => {
		drops += 1;
		const tags = [...emulator.company.tags.values()];
		if (drops % CHANGE_EVERY === 0 && added.length > 0) {
			emulator.changeCard(random.pick(added), { memo: `Updated, change ${drops}` });
		} else {
			const card = emulator.addCard({ ...inventCard(random, tags), entryStatus: 'completed' });
			added.push(card.id);
		}
	}, seconds * 1000);
	return () => clearInterval(timer);
}

async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	const emulator = await startEmulator({ port: options.port, clock: new OffsetClock() });
	emulator.latencyMs = options.latency;
	seedCompany(emulator, { cards: options.cards, reports: options.reports, seed: options.seed });
	const stop = options.drip > 0 ? drip(emulator, options.drip, options.seed) : () => undefined;
	const { baseUrl, apiKey, appId } = emulator;
	process.stdout.write(`${JSON.stringify({ baseUrl, apiKey, appId })}\n`);
	const end = () => {
		stop();
		emulator.close().catch(() => undefined);
	};
	process.once('SIGTERM', end);
	process.once('SIGINT', end);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
