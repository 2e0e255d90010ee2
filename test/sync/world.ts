import { planOrganization, readItem } from '../../nodes/shared';
import type { OrganizationPlan, SyncRules } from '../../nodes/shared';
import { ManualClock, type OrganizationRecord, type RecordKind, type Switches } from '../emulator';
import { KINDS } from '../emulator/organization/columns';
import { Organization } from '../emulator/organization/directory';
import { Importer } from '../emulator/organization/importer';
import { DEFAULT_SWITCHES } from '../emulator/switches';

/** What the tests of a sync are told in: the emulator's records, and what the contract says of items and options. */

/** Departments and users at one moment, as the emulator keeps them. */
export type Snapshot = Readonly<Record<'departments' | 'users', readonly OrganizationRecord[]>>;

/** What an input item says of a record. */
export interface SyncItem {
	readonly kind: RecordKind;
	readonly columns: Readonly<Record<string, string | number | null | readonly string[]>>;
}

/** The options of a sync. */
export type Wishes = Omit<SyncRules, 'today' | 'encoding'>;

/** An organization, what a directory says of it, and how it is to be taken. */
export interface World {
	readonly before: Snapshot;
	readonly items: readonly SyncItem[];
	readonly wishes: Wishes;
}

/** The defaults of the contract. */
export const USUAL_WISHES: Wishes = {
	matchUsersBy: 'UserId',
	missing: { user: 'keep', department: 'keep' },
	createMissingDepartments: true,
	pathSeparator: '/',
	blankCells: 'keep',
	maxDeletions: 10,
	maxChanges: 0,
	protectedUserIds: [],
	includeAdministrators: false,
};

export const TODAY = '2026-10-01';
const NOON = new ManualClock(`${TODAY}T12:00:00+09:00`);

export function planFor({ before, items, wishes }: World, encoding: SyncRules['encoding'] = 'utf8'): OrganizationPlan {
	const read = items.map(({ kind, columns }, itemIndex) => readItem({ kind, itemIndex }, columns, 'Asia/Tokyo'));
	return planOrganization(before, read, { ...wishes, today: TODAY, encoding });
}

/** Records as the service shows them, with all of their columns. */
export const shown = (snapshot: Snapshot) => imported(snapshot, []);

/**
 * The organization after imports into the emulated service, each as a whole or not at all.
 *
 * @throws Error with what is wrong when the service refuses one
 */
export function imported(
	before: Snapshot,
	imports: OrganizationPlan['imports'],
	switches: Partial<Switches> = {},
): Snapshot {
	const all = { ...DEFAULT_SWITCHES, ...switches };
	const organization = new Organization();
	const importer = new Importer(organization, NOON, all);
	for (const cells of before.departments) organization.add('department', cells);
	for (const cells of before.users) organization.add('user', cells);
	const added = new Map<string, string>();
	for (const changes of imports) {
		// A TempId means nothing outside of its own import: later ones refer to what was added by its id.
		const withIds = (text = '') => text.replace(/tempId:(\w+)/g, (own, tempId: string) => added.get(tempId) ?? own);
		const rowsOf = (kind: RecordKind) =>
			changes
				.filter((change) => change.kind === kind)
				.map(({ cells }) => KINDS[kind].columns.map(({ name }) => withIds(cells[name])));
		const { valid, records, directory } = importer.try({ department: rowsOf('department'), user: rowsOf('user') });
		const faults = records.flatMap(({ id, tempId, errorMessage }) => `${id}${tempId}: ${errorMessage}`);
		if (!valid) throw new Error(faults.join(' | '));
		for (const { kind, tempId, id } of records) if (kind === 'department' && tempId !== '') added.set(tempId, id);
		organization.directory = directory;
	}
	const { department, user } = organization.directory;
	return { departments: [...department.values()], users: [...user.values()] };
}
