import type { IExecutePaginationFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** Watches who holds the event loop while n8n runs the node, and for how long. */

/** A turn of the event loop that takes longer than this is noted. */
const NOTED_MS = 5;

/** A stretch in which the event loop served nobody else, on the scale of `performance.now()`. */
export interface Block {
	readonly begin: number;
	readonly end: number;
}

/** Notes every block of the event loop until it is stopped. */
export function watchLoop(): { stop(): Block[] } {
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
export interface Calls {
	heldMs: number;
	/** When n8n had gone through all items. */
	last: number;
	/** When the node had done what it was called for. */
	done: number;
}

/** Puts a watch between n8n and the executor of the node. */
export function watchCalls(node: INodeType): Calls {
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

/**
 * The longest block of the node, and the longest while n8n goes through the items. After the node has given its own, the
 * time is n8n's again.
 */
export function longestBlocks(blocks: readonly Block[], { last, done }: Calls): { ours: number; before: number } {
	const ours = blocks.map(({ begin, end }) => Math.min(end, done) - Math.max(begin, last));
	const before = blocks.map(({ begin, end }) => Math.min(end, last) - begin);
	return { ours: Math.max(0, ...ours), before: Math.max(0, ...before) };
}
