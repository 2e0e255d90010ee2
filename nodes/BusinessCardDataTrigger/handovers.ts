import { fingerprint } from '../shared';
import type { Clock } from '../shared';
import type { TriggerState } from './state';

/** n8n may take so long to store what a poll hands over; what is not stored by then never will be. */
const STORING_MS = 20_000;

/** Memories of one node that are kept in mind, as fingerprints. */
const MAX_KEPT = 50;

/** A poll that succeeded. */
export interface SucceededPoll {
	/** What n8n gave it. */
	readonly stored: TriggerState | undefined;
	/** What it remembers. */
	readonly state: TriggerState;
	/** Whether it hands records over. */
	readonly isNews: boolean;
	/** Whether no poll before was given the same static data, as always with durable cursors. */
	readonly isFirst: boolean;
}

/** The polls of one node in this process. */
interface NodeHistory {
	/** What polls started from, the latest last. */
	readonly started: string[];
	/** Set when a poll has handed records over: what it remembers, and every memory from before it. */
	handed?: { readonly state: TriggerState; readonly outdated: ReadonlySet<string>; readonly until: number };
	/** What a first poll that found nothing new remembers, until n8n has stored anything. */
	firstLook?: TriggerState;
}

function printOf(state: TriggerState | undefined): string {
	return fingerprint(JSON.stringify(state ?? null));
}

/**
 * What this process knows better than n8n's store. n8n stores the memory of a poll some time after it took the records
 * over, and with the durable scheduler (n8n 2.36 and later) the next poll may have been given what was stored before: it
 * would hand over the same records again. And of the poll of an activation that finds nothing new, durable cursors keep
 * nothing: the next poll, perhaps an hour later, would be the first again and take for old what has come since.
 */
export class Handovers {
	private readonly nodes = new Map<string, NodeHistory>();

	constructor(private readonly clock: Clock) {}

	/** What was handed over after the given memory, while n8n may still be storing it; else `undefined`. */
	newerThan(node: string, stored: TriggerState | undefined): TriggerState | undefined {
		const handed = this.nodes.get(node)?.handed;
		if (!handed || this.clock.now() >= handed.until) return undefined;
		return handed.outdated.has(printOf(stored)) ? handed.state : undefined;
	}

	/** What the first poll of a node remembers of which n8n has stored nothing. */
	firstLook(node: string): TriggerState | undefined {
		return this.nodes.get(node)?.firstLook;
	}

	/**
	 * Notes a poll that succeeded. What it handed over is noted only where each poll has static data of its own: where n8n keeps
	 * it in memory, older static data means that n8n has thrown the records away (it does when the workflow is deactivated
	 * meanwhile), and they have to come again.
	 */
	note(node: string, { stored, state, isNews, isFirst }: SucceededPoll): void {
		const history = this.nodes.get(node) ?? { started: [] };
		this.nodes.set(node, history);
		history.started.push(printOf(stored));
		if (history.started.length > MAX_KEPT) history.started.shift();
		history.firstLook = stored === undefined && !isNews ? state : undefined;
		if (!isNews || !isFirst) return;
		const outdated = new Set(history.started);
		outdated.delete(printOf(state));
		history.handed = { state, outdated, until: this.clock.now() + STORING_MS };
	}
}
