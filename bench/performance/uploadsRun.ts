import { createRequire } from 'node:module';
import path from 'node:path';
import type { IBinaryData, IExecutePaginationFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { runNode, type NodeRun } from '../../test/engine/harness/n8n';
import { loadedNode } from '../../test/engine/harness/supplies';
import { keepBinaryDataOnDisk, stored } from '../../test/engine/writes/onDisk';
import { jpeg } from '../../test/engine/writes/support';
import type { UploadAssignment, UploadFigures } from './uploads';

/** The node in a built package. */
const NODE_FILE = 'dist/nodes/BusinessCardData/BusinessCardData.node.js';

const API_KEY = 'BenchmarkKeyOfNobody000000000000';
const PARAMETERS = { resource: 'businessCard', operation: 'uploadImage', binaryPropertyName: 'data' };

/** Pictures that are uploaded before anything is measured. */
const WARM_UP = 5;

/** How often memory is looked at, and the event loop. */
const SAMPLE_MS = 500;
const TURN_MS = 1;

/** The collector of garbage, which Node.js hands out when it is asked to. */
function collect(): void {
	if (!globalThis.gc) throw new Error('start this program with --expose-gc');
	globalThis.gc();
}

function held(): number {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

type Executor = (this: IExecutePaginationFunctions, ...rest: unknown[]) => Promise<INodeExecutionData[]>;

/** The longest turns of the event loop: while n8n goes through its input items, and from then on. */
interface Turns {
	engineMs: number;
	oursMs: number;
}

/** Notes turns of the event loop until it is stopped, by the processor's time: others may be using it, too. */
class LoopWatch {
	private turns: Turns = { engineMs: 0, oursMs: 0 };

	private readonly timer = setInterval(() => this.turn(), TURN_MS);

	private last = performance.now();

	private lastCpu = process.cpuUsage();

	/** When n8n handed out an item. */
	handedOut = 0;

	/** Forgets what was before. */
	begin(): void {
		this.turns = { engineMs: 0, oursMs: 0 };
		this.skip();
	}

	/** Leaves out what comes of this program itself. */
	skip(): void {
		[this.last, this.lastCpu] = [performance.now(), process.cpuUsage()];
	}

	stop(): Turns {
		clearInterval(this.timer);
		return this.turns;
	}

	private turn(): void {
		const { user, system } = process.cpuUsage(this.lastCpu);
		const length = Math.min(performance.now() - this.last - TURN_MS, (user + system) / 1_000);
		const kind = this.handedOut > this.last ? 'engineMs' : 'oursMs';
		this.turns[kind] = Math.max(this.turns[kind], length);
		this.skip();
	}
}

/** Tells a watch of each item that n8n hands to the executor of the node. */
function watchItems(node: INodeType, watch: LoopWatch): INodeType {
	const executor = node.description.requestOperations?.pagination as unknown as Executor;
	async function watchedExecutor(this: IExecutePaginationFunctions, ...rest: unknown[]): Promise<INodeExecutionData[]> {
		watch.handedOut = performance.now();
		return await executor.apply(this, rest);
	}
	Object.assign(node.description, { requestOperations: { pagination: watchedExecutor } });
	return node;
}

/** Watches the process while something is done. */
async function watched(
	loop: LoopWatch,
	work: () => Promise<NodeRun>,
): Promise<{ run: NodeRun; figures: Omit<UploadFigures, 'uploaded' | 'error'> }> {
	const [heldBefore, rssBefore] = [held(), process.memoryUsage.rss()];
	let [heldMost, rssMost] = [heldBefore, rssBefore];
	loop.begin();
	const growing = setInterval(() => {
		rssMost = Math.max(rssMost, process.memoryUsage.rss());
	}, TURN_MS);
	const holding = setInterval(() => {
		heldMost = Math.max(heldMost, held());
		// Collecting garbage at these moments is the doing of this program.
		loop.skip();
	}, SAMPLE_MS);
	const start = performance.now();
	const run = await work();
	const milliseconds = performance.now() - start;
	clearInterval(growing);
	clearInterval(holding);
	const { oursMs, engineMs } = loop.stop();
	const figures = { milliseconds, heldBytes: heldMost - heldBefore, grownBytes: rssMost - rssBefore, oursMs, engineMs };
	return { run, figures };
}

/** Uploads the pictures of the assignment in this process alone, and prints what it took. */
async function main(): Promise<void> {
	const { baseUrl, packageFolder, pictures, bytes } = JSON.parse(process.argv[2] ?? '') as UploadAssignment;
	await keepBinaryDataOnDisk();
	const loaded = createRequire(__filename)(path.resolve(packageFolder, NODE_FILE)) as Record<string, new () => INodeType>;
	const Node = loaded.BusinessCardData;
	if (!Node) throw new Error(`${NODE_FILE} has no BusinessCardData`);
	const watch = new LoopWatch();
	const type = loadedNode(watchItems(new Node(), watch));
	const credential = { baseUrl, apiKey: API_KEY, appId: '' };
	// One file for all items: what counts is how much of it is read at once.
	const data: IBinaryData = await stored(jpeg(200, bytes));
	const items = (count: number): INodeExecutionData[] =>
		Array.from({ length: count }, () => ({ json: {}, binary: { data: { ...data } } }));
	const upload = async (count: number) => await runNode({ credential, type, parameters: PARAMETERS, items: items(count) });

	await upload(WARM_UP);
	const { run, figures } = await watched(watch, async () => await upload(pictures));
	const whole = run.items.filter(({ json }) => Number(json.id) > bytes);
	const told: UploadFigures = { ...figures, uploaded: whole.length, error: run.error?.message ?? '' };
	process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0));
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exit(1);
});
