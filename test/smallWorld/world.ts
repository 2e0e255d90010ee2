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
	/** Records on a page, unless fewer are asked for. */
	readonly pageSize: number;
	readonly second: number;
	/** The record that has not changed for the longest time comes first. */
	readonly records: readonly WorldRecord[];
}

/** Seconds until lists show a late change; the overlap of every poll, so that the trigger has to bear it. */
export const OVERLAP = 2;

const START = Date.UTC(2026, 0, 5, 9, 0, 0) / 1_000;

/** How far ahead wrong times are, in seconds. */
export const YEAR = 365 * 86_400;

/** A record at the beginning: seconds before the start at which it changed and was registered. */
interface FirstRecord {
	readonly id: string;
	readonly changed: number;
	readonly registered: number;
	readonly group: string;
}

/** Records at the beginning: their changes and their registrations are in the same order neither way. */
const FIRST_RECORDS: Readonly<Record<Subject['about'], readonly FirstRecord[]>> = {
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
};

/** Cards at the beginning that have not fired *Created*: their data entry has not come to the status that is asked for. */
const AWAITED = ['processing', 'unreadable'];

/** More records than a trigger keeps behind itself in case single times are wrong. */
const MANY = 60;

/**
 * The worlds that are searched. With `few` records every page is full. With `many` the records that change first lie far
 * behind the newest ones, where no trigger reads again at each poll. In the last two, most times are wrong (promise 10).
 */
export const WORLDS = {
	few: { pageSize: 2, between: 0, times: 'right', depth: 5 },
	many: { pageSize: 8, between: MANY, times: 'right', depth: 3 },
	'many-ahead': { pageSize: 8, between: MANY, times: 'ahead', depth: 2 },
	'many-unreadable': { pageSize: 8, between: MANY, times: 'unreadable', depth: 2 },
} as const;

export type WorldName = keyof typeof WORLDS;

/** Records between the oldest ones and the newest one. */
function between(name: WorldName, group: string): Array<Omit<Version, 'order'>> {
	const { between: count, times } = WORLDS[name];
	return Array.from({ length: count }, (_, index) => {
		const second = START - (count - index) * 50;
		const updated = times === 'ahead' ? START + YEAR + index : second;
		const registered = second - (index % 3) * 120;
		return { id: `old${index}`, text: 0, updated, isReadable: times !== 'unreadable', registered, group };
	});
}

/** The world in which the trigger is activated. */
export function firstWorld({ about }: Subject, name: WorldName): World {
	const { pageSize, between: count } = WORLDS[name];
	const first = FIRST_RECORDS[about].map(({ id, changed, registered, group }, index, all) => {
		const start = START - (index < all.length - 1 ? count * 100 : 0);
		return { id, text: 0, updated: start - changed, isReadable: true, registered: start - registered, group };
	});
	const newest = first.slice(-1);
	const versions = [...first.slice(0, -1), ...newest.flatMap(({ group }) => between(name, group)), ...newest];
	return { pageSize, second: START, records: versions.map((version, order) => ({ shown: { ...version, order } })) };
}

/** Whether a record was there when the trigger was activated. */
export function wasThere({ registered }: Version): boolean {
	return registered < START;
}

/** Whether a card was there, and its data entry had not come to the status that is asked for. */
export function wasAwaited(version: Version, { about }: Subject): boolean {
	return about === 'card' && wasThere(version) && AWAITED.includes(version.id);
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
	return { ...world, second, records };
}

/** Adds a record of a group. */
export function addRecord(world: World, group: string): World {
	const { second, records } = world;
	const order = records.length;
	const shown = { id: `new${order}`, order, text: 0, updated: second, isReadable: true, registered: second, group };
	return { ...world, records: [...records, { shown }] };
}
