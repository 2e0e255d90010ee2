import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { runNode } from '../../test/engine/harness/n8n';
import { loadedNode } from '../../test/engine/harness/supplies';
import type { ImportAssignment, ImportFigures } from './importRows';

/** The node in a built package. */
const NODE_FILE = 'dist/nodes/BusinessCardData/BusinessCardData.node.js';

/** A turn of the event loop that takes longer than this is noted. */
const NOTED_MS = 5;

const REST_MS = 1_100;

/** A stretch in which the event loop served nobody else, on the scale of `performance.now()`. */
interface Block {
	readonly begin: number;
	readonly end: number;
}

/** Notes every block of the event loop until it is stopped. */
function watchLoop(): { stop(): Block[] } {
	const blocks: Block[] = [];
	let last = performance.now();
	let isStopped = false;
	const turn = () => {
		const now = performance.now();
		if (now - last > NOTED_MS) blocks.push({ begin: last, end: now });
		last = now;
		if (!isStopped) setImmediate(turn);
	};
	setImmediate(turn);
	return {
		stop() {
			isStopped = true;
			turn();
			return blocks;
		},
	};
}

type Executor = (this: IExecutePaginationFunctions, ...rest: unknown[]) => Promise<INodeExecutionData[]>;

/** When n8n called the node for its items, and how long those calls held it up before they waited for anything. */
interface Calls {
	heldMs: number;
	/** When n8n had gone through all items. */
	last: number;
	/** When the node had done what it was called for. */
	done: number;
}

/** Puts a watch between n8n and the executor of the node. */
function watchCalls(node: INodeType): Calls {
	const executor = node.description.requestOperations?.pagination as unknown as Executor;
	const calls: Calls = { heldMs: 0, last: 0, done: 0 };
	async function watched(this: IExecutePaginationFunctions, ...rest: unknown[]): Promise<INodeExecutionData[]> {
		const before = performance.now();
		const running = executor.apply(this, rest);
		calls.last = performance.now();
		calls.heldMs += calls.last - before;
		const items = await running;
		calls.done = performance.now();
		return items;
	}
	Object.assign(node.description, { requestOperations: { pagination: watched } });
	return calls;
}

function users(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		TempId: `u${index}`,
		DepartmentId: 'tempId:d',
		UserId: `user.${index}`,
		UserName: `山田 太郎 ${index}`,
		Email: `user.${index}@example.co.jp`,
		EffectiveDateFrom: '2099-04-01',
	}));
}

const DEPARTMENT: IDataObject = { TempId: 'd', DepartmentName: '営業部' };

function csvOf(rows: readonly IDataObject[]): Buffer {
	const lines = rows.map(
		({ TempId, UserId, UserName, Email, EffectiveDateFrom }) =>
			`${String(TempId)},,D000001,${String(UserId)}x,${String(UserName)},,x${String(Email)},,${String(EffectiveDateFrom)}${','.repeat(13)}\r\n`,
	);
	return Buffer.from(lines.join(''));
}

interface Job {
	readonly name: string;
	readonly parameters: INodeParameters;
	readonly items: INodeExecutionData[];
}

/** Does the imports of the assignment one after the other in this process, and prints what they took. */
async function main(): Promise<void> {
	const { baseUrl, apiKey, packageFolder, rows } = JSON.parse(process.argv[2] ?? '') as ImportAssignment;
	const loaded = createRequire(__filename)(path.resolve(packageFolder, NODE_FILE)) as Record<string, new () => INodeType>;
	const Node = loaded.BusinessCardData;
	if (!Node) throw new Error(`${NODE_FILE} has no BusinessCardData`);
	const create = { resource: 'organizationImport', operation: 'create', source: 'items', recordType: 'detect' };

	async function run({ name, parameters, items }: Job): Promise<{ figures: ImportFigures; output: IDataObject[] }> {
		const node = new (Node as new () => INodeType)();
		const calls = watchCalls(node);
		const type = loadedNode(node);
		const watching = watchLoop();
		const start = performance.now();
		const result = await runNode({ credential: { baseUrl, apiKey, appId: '' }, parameters, items, type });
		const milliseconds = performance.now() - start;
		const blocks = watching.stop();
		// Before n8n has gone through the items, and after the node has given its own, the time is n8n's.
		const ours = blocks.map(({ begin, end }) => Math.min(end, calls.done) - Math.max(begin, calls.last));
		const before = blocks.map(({ begin, end }) => Math.min(end, calls.last) - begin);
		const figures: ImportFigures = {
			name,
			rows,
			milliseconds,
			longestOursMs: Math.max(0, ...ours),
			longestEngineMs: Math.max(0, ...before),
			heldInLoopMs: calls.heldMs,
			error: result.error?.message ?? '',
		};
		await wait(REST_MS);
		return { figures, output: result.items.map(({ json }) => json) };
	}

	const all: ImportFigures[] = [];
	const added = await run({
		name: 'items that add, waited for',
		parameters: { ...create, options: { waitForCompletion: true, pollInterval: 1 } },
		items: [DEPARTMENT, ...users(rows)].map((json) => ({ json })),
	});
	all.push(added.figures);
	const results = (added.output[0]?.results ?? []) as IDataObject[];
	const edits = results.filter(({ Type }) => Type === 1).map(({ Id }, index) => ({ UserUuid: Id, UserName: `佐藤 花子 ${index}` }));
	all.push((await run({ name: 'items that edit one column', parameters: create, items: edits.map((json) => ({ json })) })).figures);
	const file = { data: csvOf(users(rows)).toString('base64'), mimeType: 'text/csv' };
	const files = { source: 'files', userBinaryPropertyName: 'users', departmentBinaryPropertyName: '' };
	all.push((await run({ name: 'a file', parameters: { ...create, ...files }, items: [{ json: {}, binary: { users: file } }] })).figures);
	process.stdout.write(`${JSON.stringify({ figures: all })}\n`, () => process.exit(0));
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
	process.exit(1);
});
