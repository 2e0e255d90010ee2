import type { IExecutePaginationFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** Watches who holds the event loop while n8n runs the node, and for how long. */

/** How often the watch has its turn. */
const TURN_MS = 1;

/** A turn of the event loop that takes longer than this is noted. */
const NOTED_MS = 5;

/** A stretch in which the event loop served nobody else, on the scale of `performance.now()`. */
export interface Block {
	readonly begin: number;
	readonly end: number;
	/** What this process took of it: others may be using the processor, too. */
	readonly cpuMs: number;
}

/** A watch of the event loop. */
export interface LoopWatch {
	/** Leaves out what was since the last turn: the doing of whoever measures. */
	leaveOut(): void;
	/** Ends the watch, and gives every block that it has noted. */
	stop(): Block[];
}

/** Notes every block of the event loop until it is stopped. */
export function watchLoop(): LoopWatch {
	const blocks: Block[] = [];
	let begin = performance.now();
	let cpuBefore = process.cpuUsage();
	const leaveOut = () => {
		[begin, cpuBefore] = [performance.now(), process.cpuUsage()];
	};
	const turn = () => {
		const end = performance.now();
		const { user, system } = process.cpuUsage(cpuBefore);
		if (end - begin > NOTED_MS + TURN_MS) blocks.push({ begin, end, cpuMs: (user + system) / 1_000 });
		leaveOut();
	};
	const timer = setInterval(turn, TURN_MS);
	return {
		leaveOut,
		stop() {
			clearInterval(timer);
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
 * The longest block of the node, and the longest while n8n goes through the items, by the processor's time. After the node
 * has given its own, the time is n8n's again.
 */
export function longestBlocks(blocks: readonly Block[], { last, done }: Calls): { ours: number; before: number } {
	const ours = blocks.map(({ begin, end, cpuMs }) => Math.min(cpuMs, Math.min(end, done) - Math.max(begin, last)));
	const before = blocks.map(({ begin, end, cpuMs }) => Math.min(cpuMs, Math.min(end, last) - begin));
	return { ours: Math.max(0, ...ours), before: Math.max(0, ...before) };
}
