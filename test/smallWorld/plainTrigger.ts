import type { IDataObject } from 'n8n-workflow';
import type { PollTask, Trigger } from '../trigger/simulate';

type Wish = PollTask['wish'];

/** What tells a record that was emitted from one that was not. */
export type KeyOf = (record: IDataObject, fires: Wish['fires']) => string;

/** What a plain trigger remembers. */
export interface PlainMemory {
	seen?: string[];
	selection?: Wish['selection'];
}

/** By its content where each state fires, by its id where a record fires once. */
const usualKey: KeyOf = ({ id, memo }, fires) => (fires === 'once' ? String(id) : `${String(id)} ${String(memo)}`);

/** Every record of a selection: nothing happens between two pages of a small world, so tokens lead to all of them. */
export async function readAll({ source }: PollTask, selection: Wish['selection']): Promise<IDataObject[]> {
	const term = { from: 0, to: Date.UTC(2099, 0) / 1_000, orderBy: 'updatedAt', orderDirection: 'asc' } as const;
	const records: IDataObject[] = [];
	let token: string | undefined;
	do {
		const page = await source.page(selection, { ...term, token });
		records.push(...page.records.map(({ json }) => json));
		token = page.nextToken;
	} while (token !== undefined);
	return records;
}

/** Whether the workflow wants a record. */
export function isWanted({ statuses }: Wish, { entryStatus }: IDataObject): boolean {
	return statuses.length === 0 || statuses.includes(String(entryStatus));
}

/** Records by their times as text; those that have none come first. */
export function byTime(records: readonly IDataObject[]): IDataObject[] {
	const timeOf = ({ updatedTime }: IDataObject) => String(updatedTime ?? '');
	return [...records].sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
}

/**
 * Makes a trigger that reads everything and remembers everything for ever. It would be useless with a real account, but
 * in a small world it is right: whatever the oracle says against it is a fault of the oracle.
 */
export function plainTrigger(keyOf: KeyOf = usualKey): Trigger {
	return async (task, memory: PlainMemory) => {
		const { wish } = task;
		const { seen, selection = wish.selection } = memory;
		const known = new Set(seen);
		// After an edit the former options tell for the last time what is new, and the present ones what is there.
		const wanted = (await readAll(task, selection)).filter((record) => isWanted(wish, record));
		const isEdited = JSON.stringify(selection) !== JSON.stringify(wish.selection);
		const present = isEdited ? (await readAll(task, wish.selection)).filter((record) => isWanted(wish, record)) : [];
		const keys = [...wanted, ...present].map((record) => keyOf(record, wish.fires));
		Object.assign(memory, { seen: [...new Set([...known, ...keys])].sort(), selection: wish.selection });
		return seen === undefined ? [] : byTime(wanted.filter((record) => !known.has(keyOf(record, wish.fires))));
	};
}
