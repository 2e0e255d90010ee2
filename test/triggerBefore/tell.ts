import fc from 'fast-check';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RecordSource, SourcePage, SourceRequest } from '../../nodes/BusinessCardDataTrigger/source';
import { loadState } from '../../nodes/BusinessCardDataTrigger/state';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import { chosenHistories } from './generate/histories';
import type { History } from './history';
import { ours } from './ours';
import { shrink } from './shrink';
import { simulate } from './simulate';
import type { PollTask, Trigger } from './simulate';
import { storedFile } from './stored';

/** Tells one history of the trigger poll by poll: what it asked the service for, what came, and what it remembers. */

const HELP = `npm run history -- [options]
  --seed <n> --path <n>  a history that a test or a benchmark has named, of the class of --class <name>; all unless given
  --file <name>          one of test/trigger/onceWrong, or any other file
  --shrink <seconds>     first takes away what the trigger does not need to go wrong with it
  --save <name>          stores it, as it is told, in test/trigger/onceWrong
  --polls <from-to>      tells these polls alone; --polls 0 none, but the steps and what was wrong`;

const ROOT = join(__dirname, '..', '..');

const { values } = parseArgs({
	options: {
		seed: { type: 'string' },
		path: { type: 'string' },
		class: { type: 'string' },
		file: { type: 'string' },
		shrink: { type: 'string' },
		save: { type: 'string' },
		polls: { type: 'string', default: '1-99999' },
		help: { type: 'boolean', default: false },
	},
});

function chosen(): History {
	const { seed, path, file } = values;
	if (file !== undefined) {
		const stored = storedFile(ROOT, file);
		return JSON.parse(readFileSync(existsSync(stored) ? stored : file, 'utf8')) as History;
	}
	if (seed === undefined || path === undefined) throw new Error(HELP);
	const [history] = fc.sample(chosenHistories(values.class), { seed: Number(seed), path, numRuns: 1 });
	if (!history) throw new Error(`There is no history ${path} of seed ${seed}`);
	// What was drawn is told as it would be stored.
	return JSON.parse(JSON.stringify(history)) as History;
}

/** A second of the service, counted from the first poll. */
function shown(second: number | undefined, start: number): string {
	if (second === undefined) return '–';
	return Math.abs(second - start) < 1e8 ? String(second - start) : second > start ? 'end' : 'begin';
}

/** The trigger, and what it does told line by line. */
class Teller {
	private polls = 0;

	private start: number | undefined;

	constructor(
		private readonly from: number,
		private readonly to: number,
	) {}

	readonly trigger: Trigger = async (task, memory) => {
		this.polls += 1;
		this.start ??= task.localSeconds;
		const { version, includeTags, entryStatus } = task.wish.selection;
		this.say(`poll ${this.polls} at ${shown(task.localSeconds, this.start)} s: ${version}${includeTags ? ', tags' : ''}, ${entryStatus.join()}`);
		try {
			const items = await ours({ ...task, source: this.watched(task) }, memory);
			this.say(`  emits ${items.length}: ${items.map(({ id }) => String(id)).join(' ')}`);
			this.remember(memory);
			return items;
		} catch (error) {
			this.say(`  fails: ${String(error)}`);
			throw error;
		}
	};

	private say(line: string): void {
		if (this.polls >= this.from && this.polls <= this.to) console.log(line);
	}

	private watched({ source }: PollTask): RecordSource {
		return {
			page: async (selection: Selection, request: SourceRequest) => {
				const asked = this.asked(selection, request);
				const page = await source.page(selection, request).catch((error: unknown) => {
					this.say(`  ${asked}: ${String(error)}`);
					throw error;
				});
				this.say(`  ${asked}: ${this.answer(page)}`);
				return page;
			},
		};
	}

	private asked({ version, includeTags }: Selection, { from, to, token, limit, orderBy, orderDirection }: SourceRequest): string {
		const { start = 0 } = this;
		const page = token === undefined ? '' : ` token ${token}`;
		return `${version}${includeTags ? 't' : ''} ${shown(from, start)} to ${shown(to, start)} ${orderBy} ${orderDirection} ${limit ?? 'all'}${page}`;
	}

	private answer({ records, nextToken }: SourcePage): string {
		const { start = 0 } = this;
		const all = records.map(({ id, updated }) => `${id}@${shown(updated, start)}`);
		const some = all.length > 6 ? [...all.slice(0, 4), '…', ...all.slice(-1)] : all;
		return `${records.length} ${some.join(' ')}${nextToken === undefined ? '' : `, more behind ${nextToken}`}`;
	}

	private remember(memory: Record<string, unknown>): void {
		const { start = 0 } = this;
		const { low, tail, gaps, rescan, views, seen = [] } = loadState(memory) ?? {};
		const seconds = new Set(['at', 'end', 'from', 'to', 'ceiling', 'lowAfter', 'until']);
		const text = JSON.stringify({ tail, gaps, rescan, views }, (key, value: unknown) => {
			return typeof value === 'number' && seconds.has(key) ? shown(value, start) : value;
		});
		this.say(`  remembers low ${shown(low, start)}, ${seen.length} seconds, ${text}`);
	}
}

async function main(): Promise<void> {
	let history = chosen();
	const { findings } = await simulate(history, ours);
	if (values.shrink !== undefined) {
		history = await shrink(history, findings.map(({ wrong }) => wrong), Number(values.shrink) * 1_000);
	}
	const { steps, ...others } = history;
	console.log(JSON.stringify(others));
	for (const step of steps) console.log(JSON.stringify(step));
	const [from = 0, to = from] = values.polls.split('-').map(Number);
	const outcome = await simulate(history, new Teller(from, to).trigger);
	for (const { wrong, text } of outcome.findings) console.log(`${wrong}: ${text}`);
	console.log(`${outcome.findings.length} findings`);
	if (values.save !== undefined) writeFileSync(storedFile(ROOT, values.save), `${JSON.stringify(history, undefined, '\t')}\n`);
}

if (values.help) console.log(HELP);
else void main();
