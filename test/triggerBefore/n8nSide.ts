import type { IDataObject } from 'n8n-workflow';
import type { PollTask, Trigger } from './simulate';
import type { VirtualClock } from './virtualClock';

/** What one poll came to: items or an error, and the memory as it was left. */
export interface Run {
	readonly items?: readonly IDataObject[];
	readonly error?: unknown;
	readonly memory: string;
}

/** What n8n does for a trigger: it keeps its memory, and stores it now and then. */
export class N8nSide {
	/** The trigger's memory as n8n holds it. */
	memory = '{}';

	/** Stays the same as long as n8n runs. */
	process: object = {};

	/** The memory as n8n has stored it. */
	private stored = '{}';

	private storesNext = true;

	constructor(
		private readonly trigger: Trigger,
		private readonly clock: VirtualClock,
	) {}

	/** Runs a poll on a memory and leaves what n8n holds as it is. */
	async run(task: Omit<PollTask, 'localSeconds' | 'process' | 'clock'>, memory: string): Promise<Run> {
		const { clock, process } = this;
		const { localSeconds } = clock;
		const held = JSON.parse(memory) as Record<string, unknown>;
		try {
			const items = await this.trigger({ ...task, clock, process, localSeconds }, held);
			return { items, memory: JSON.stringify(held) };
		} catch (error) {
			return { error, memory: JSON.stringify(held) };
		}
	}

	/** The workflow is saved: the memory is stored after the next poll, whatever that brings. */
	saveWorkflow(): void {
		this.storesNext = true;
	}

	/** n8n takes a poll over: it stores a trigger's memory with the items of a poll, and once after activation. */
	takeOver(hasItems: boolean): boolean {
		if (!hasItems && !this.storesNext) return false;
		this.stored = this.memory;
		this.storesNext = false;
		return true;
	}

	/** n8n ends without warning and starts again. */
	restart(): void {
		this.memory = this.stored;
		this.process = {};
	}
}
