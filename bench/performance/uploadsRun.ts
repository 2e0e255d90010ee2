import { createRequire } from 'node:module';
import path from 'node:path';
import type { IBinaryData, INodeExecutionData, INodeType } from 'n8n-workflow';
import { runNode, type NodeRun } from '../../tools/engine/n8n';
import { loadedNode } from '../../tools/engine/supplies';
import { keepBinaryDataOnDisk, stored } from '../../tools/engine/onDisk';
import { jpeg } from '../../tools/jpeg';
import { longestBlocks, watchCalls, watchLoop } from '../support/loopWatch';
import type { Calls } from '../support/loopWatch';
import type { UploadAssignment, UploadFigures } from './uploads';

/** The node in a built package. */
const NODE_FILE = 'dist/nodes/BusinessCardData/BusinessCardData.node.js';

const API_KEY = 'BenchmarkKeyOfNobody000000000000';
const PARAMETERS = { resource: 'businessCard', operation: 'uploadImage', binaryPropertyName: 'data' };

/** Pictures that are uploaded before anything is measured. */
const WARM_UP = 5;

/** How often memory is looked at: what is held, and how large the process is. */
const HELD_SAMPLE_MS = 500;
const SIZE_SAMPLE_MS = 1;

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

/** Watches the process while something is done. */
async function watched(
	calls: Calls,
	work: () => Promise<NodeRun>,
): Promise<{ run: NodeRun; figures: Omit<UploadFigures, 'uploaded' | 'error'> }> {
	const [heldBefore, rssBefore] = [held(), process.memoryUsage.rss()];
	let [heldMost, rssMost] = [heldBefore, rssBefore];
	const loop = watchLoop();
	const growing = setInterval(() => {
		rssMost = Math.max(rssMost, process.memoryUsage.rss());
	}, SIZE_SAMPLE_MS);
	const holding = setInterval(() => {
		heldMost = Math.max(heldMost, held());
		// Collecting garbage at these moments is the doing of this program.
		loop.leaveOut();
	}, HELD_SAMPLE_MS);
	const start = performance.now();
	const run = await work();
	const milliseconds = performance.now() - start;
	clearInterval(growing);
	clearInterval(holding);
	const { ours, before } = longestBlocks(loop.stop(), calls);
	const figures = { milliseconds, heldBytes: heldMost - heldBefore, grownBytes: rssMost - rssBefore, oursMs: ours, engineMs: before };
	return { run, figures };
}

/** Uploads the pictures of the assignment in this process alone, and prints what it took. */
async function main(): Promise<void> {
	const { baseUrl, packageFolder, pictures, bytes } = JSON.parse(process.argv[2] ?? '') as UploadAssignment;
	await keepBinaryDataOnDisk();
	const loaded = createRequire(__filename)(path.resolve(packageFolder, NODE_FILE)) as Record<string, new () => INodeType>;
	const Node = loaded.BusinessCardData;
	if (!Node) throw new Error(`${NODE_FILE} has no BusinessCardData`);
	const node = new Node();
	const calls = watchCalls(node);
	const type = loadedNode(node);
	const credential = { baseUrl, apiKey: API_KEY, appId: '' };
	// One file for all items: what counts is how much of it is read at once.
	const data: IBinaryData = await stored(jpeg(200, bytes));
	const items = (count: number): INodeExecutionData[] =>
		Array.from({ length: count }, () => ({ json: {}, binary: { data: { ...data } } }));
	const upload = async (count: number) => await runNode({ credential, type, parameters: PARAMETERS, items: items(count) });

	await upload(WARM_UP);
	const { run, figures } = await watched(calls, async () => await upload(pictures));
	const whole = run.items.filter(({ json }) => Number(json.id) > bytes);
	const told: UploadFigures = { ...figures, uploaded: whole.length, error: run.error?.message ?? '' };
	process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0));
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exit(1);
});
