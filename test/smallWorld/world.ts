import type { Subject } from './subjects';

/** One version of a record: what lists show of it until the next one. */
export interface Version {
	readonly id: string;
	/** Position of the record among all records. */
	readonly order: number;
	/** How often the record has changed. */
	readonly text: number;
	/** Where the service places the version in time, seconds since 1970. */
	readonly updated: number;
	/** Whether lists show that time; otherwise they show `null`. */
	readonly isReadable: boolean;
	readonly registered: number;
	/** Of a card its `entryStatus`, of a report its `type`. */
	readonly group: string;
}

/** A record: the version that lists show, and a later one that they do not show yet. */
export interface WorldRecord {
	readonly shown: Version;
	readonly hidden?: { readonly version: Version; readonly due: number };
}

/** The whole service. It never changes: what happens gives another world. */
export interface World {
	readonly second: number;
	/** The record that has not changed for the longest time comes first. */
	readonly records: readonly WorldRecord[];
}

/** Seconds until lists show a late change; the overlap of every poll, so that the trigger has to bear it. */
export const OVERLAP = 2;

const START = Date.UTC(2026, 0, 5, 9, 0, 0) / 1_000;

const YEAR = 365 * 86_400;

/** Groups of the records that are added, in turn: one that is asked for at once, one that waits or is asked for after an edit. */
const ADDED_GROUPS = { card: ['completed', 'processing', 'unreadable'], report: ['Meeting', 'Call'] } as const;

/** Records at the beginning: seconds before the start at which they changed and were registered, in neither order both ways. */
const FIRST_RECORDS = {
	card: [
		{ id: 'processing', changed: 50, registered: 50, group: 'processing' },
		{ id: 'a', changed: 40, registered: 90, group: 'completed' },
		{ id: 'unreadable', changed: 30, registered: 60, group: 'unreadable' },
		{ id: 'b', changed: 20, registered: 70, group: 'completed' },
	],
	report: [
		{ id: 'a', changed: 50, registered: 50, group: 'Meeting' },
		{ id: 'b', changed: 40, registered: 90, group: 'Meeting' },
		{ id: 'call', changed: 30, registered: 60, group: 'Call' },
		{ id: 'c', changed: 20, registered: 70, group: 'Meeting' },
	],
} as const;

/** The world in which the trigger is activated. */
export function firstWorld({ about }: Subject): World {
	const records = FIRST_RECORDS[about].map(({ id, changed, registered, group }, order) => ({
		shown: { id, order, text: 0, updated: START - changed, isReadable: true, registered: START - registered, group },
	}));
	return { second: START, records };
}

/** The group that a record had when the trigger was activated; `undefined` when it was not there. */
export function firstGroup({ order }: Version, { about }: Subject): string | undefined {
	return FIRST_RECORDS[about][order]?.group;
}

/** The versions that lists show. */
export function shownIn({ records }: World): Version[] {
	return records.map(({ shown }) => shown);
}

/** Lets time pass; lists begin to show what is due. */
export function wait(world: World, seconds: number): World {
	const second = world.second + seconds;
	const records = world.records.map((record) =>
		record.hidden && record.hidden.due <= second ? { shown: record.hidden.version } : record,
	);
	return { second, records };
}

/** Adds a record of a group. */
export function addRecord(world: World, group: string): World {
	const { second, records } = world;
	const order = records.length;
	const shown = { id: `new${order}`, order, text: 0, updated: second, isReadable: true, registered: second, group };
	return { second, records: [...records, { shown }] };
}

/** Changes a record; a change ends the data entry of a card. A change that shows at once takes the place of a hidden one. */
function change(world: World, record: WorldRecord, fields: Partial<Version> = {}, late = 0): World {
	const { second } = world;
	const latest = record.hidden?.version ?? record.shown;
	const group = latest.group === 'processing' ? 'completed' : latest.group;
	const version = { ...latest, group, text: latest.text + 1, updated: second, ...fields };
	const changed = late > 0 ? { shown: record.shown, hidden: { version, due: second + late } } : { shown: version };
	return { second, records: [...world.records.filter((other) => other !== record), changed] };
}

function longestUnchanged({ records }: World): WorldRecord {
	const [record] = records;
	if (!record) throw new Error('The world has no record');
	return record;
}

function lastChanged({ records }: World): WorldRecord {
	const record = records[records.length - 1];
	if (!record) throw new Error('The world has no record');
	return record;
}

function stampedAhead({ records, second }: World): WorldRecord | undefined {
	return records.find(({ shown, hidden }) => (hidden?.version ?? shown).updated > second);
}

/** What can happen in the service. Each moves its clock on by a second, apart from a change in the same second. */
export const DEEDS = {
	add: (world, { about }) => {
		const groups = ADDED_GROUPS[about];
		const added = world.records.length - FIRST_RECORDS[about].length;
		return addRecord(wait(world, 1), groups[added % groups.length] ?? groups[0]);
	},
	change: (before) => {
		const world = wait(before, 1);
		return change(world, longestUnchanged(world));
	},
	/** The record that changed last changes again, and another one with it. */
	'same-second': (before) => {
		const world = change(before, lastChanged(before));
		return change(world, longestUnchanged(world));
	},
	late: (before) => {
		const world = wait(before, 1);
		return change(world, longestUnchanged(world), {}, OVERLAP);
	},
	/** When repeated, of the same record. */
	ahead: (before) => {
		const world = wait(before, 1);
		return change(world, stampedAhead(world) ?? longestUnchanged(world), { updated: world.second + YEAR });
	},
	unreadable: (before) => {
		const world = wait(before, 1);
		return change(world, longestUnchanged(world), { isReadable: false });
	},
} as const satisfies Readonly<Record<string, (world: World, subject: Subject) => World>>;

export type DeedName = keyof typeof DEEDS;
