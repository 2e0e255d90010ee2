import type { Subject } from './subjects';
import { addRecord, OVERLAP, shownIn, wait, wasThere, YEAR } from './world';
import type { Version, World, WorldRecord } from './world';

/** Groups of the records that are added, in turn: one that is asked for at once, one that waits or is asked for after an edit. */
const ADDED_GROUPS = { card: ['completed', 'processing', 'unreadable'], report: ['Meeting', 'Call'] } as const;

/** Changes a record; a change ends the data entry of a card. A change that shows at once takes the place of a hidden one. */
function change(world: World, record: WorldRecord, fields: Partial<Version> = {}, late = 0): World {
	const { second } = world;
	const latest = record.hidden?.version ?? record.shown;
	const group = latest.group === 'processing' ? 'completed' : latest.group;
	const version = { ...latest, group, text: latest.text + 1, updated: second, ...fields };
	const changed = late > 0 ? { shown: record.shown, hidden: { version, due: second + late } } : { shown: version };
	return { ...world, records: [...world.records.filter((other) => other !== record), changed] };
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
		const added = shownIn(world).filter((version) => !wasThere(version)).length;
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
