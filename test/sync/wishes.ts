import type { OrganizationRecord, RecordKind } from '../emulator';

/** What a story of a sync is told in: the emulator's records, and what the contract says of items and options. */

/** Departments and users at one moment, as the emulator keeps them. */
export interface Snapshot {
	readonly departments: readonly OrganizationRecord[];
	readonly users: readonly OrganizationRecord[];
}

/** What an input item says of a record. */
export interface SyncItem {
	readonly kind: RecordKind;
	readonly columns: Readonly<Record<string, string | number | null | readonly string[]>>;
}

/** The options of a sync, by the names of the contract. */
export interface Wishes {
	readonly matchUsersBy: 'UserId' | 'Email';
	readonly missingUsers: 'keep' | 'delete';
	readonly missingDepartments: 'keep' | 'delete';
	readonly createMissingDepartments: boolean;
	readonly pathSeparator: string;
	readonly blankCells: 'keep' | 'clear';
	readonly maxDeletions: number;
	readonly maxChanges: number;
	readonly protectedUserIds: readonly string[];
	readonly includeAdministrators: boolean;
}

/** The defaults of the contract. */
export const USUAL_WISHES: Wishes = {
	matchUsersBy: 'UserId',
	missingUsers: 'keep',
	missingDepartments: 'keep',
	createMissingDepartments: true,
	pathSeparator: '/',
	blankCells: 'keep',
	maxDeletions: 10,
	maxChanges: 0,
	protectedUserIds: [],
	includeAdministrators: false,
};
