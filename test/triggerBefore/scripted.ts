import type { IDataObject } from 'n8n-workflow';
import type { Deed, History, Step } from './history';
import { ours } from './ours';
import { PLAIN_SERVICE, plainHistory } from './plain';
import { simulate } from './simulate';
import type { Trigger } from './simulate';

/** What scripted histories are made of. */

export const ALL_STATUSES = ['completed', 'processing', 'unreadable'];

/** A service with small pages, and what happens after its trigger was activated. */
export function scripted(steps: readonly Step[], changes: Partial<History> = {}): History {
	const traits = { ...PLAIN_SERVICE, pageSize: 25, tokens: 'keyset' as const };
	return plainHistory(steps, { traits, overlap: 5, ...changes });
}

export function wait(seconds: number): Extract<Deed, { do: 'wait' }> {
	return { do: 'wait', ms: seconds * 1_000 };
}

/** The workflow is saved with other statuses. */
export function chooses(...entryStatus: string[]): Step {
	return { do: 'edit', change: { entryStatus } };
}

/** Cards that are added, the first of them completed unless said otherwise. */
export function added({ count = 1, status = 0, late = 0 } = {}): Extract<Deed, { do: 'add' }> {
	return { do: 'add', count, status, late };
}

/** The same steps several times over, each with its number. */
export function times(count: number, stepsOf: (number: number) => Step[]): Step[] {
	return Array.from({ length: count }, (_, number) => stepsOf(number)).flat();
}

/** What each poll of a history gives. */
export async function givenIn(one: History): Promise<Array<readonly IDataObject[]>> {
	const polls: Array<readonly IDataObject[]> = [];
	const collecting: Trigger = async (task, memory) => {
		const items = await ours(task, memory);
		polls.push(items);
		return items;
	};
	await simulate(one, collecting);
	return polls;
}
