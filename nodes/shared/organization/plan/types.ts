import type { Cells, OrganizationRecordKind, OrganizationRow } from '../fields';
import type { ItemViolation } from '../items';
import type { RowChecks } from '../rows';

/** The options of a sync (contract: `organization.sync`), and the day on which it is planned. */
export interface SyncRules extends RowChecks {
	readonly matchUsersBy: 'UserId' | 'Email';
	/** The treatment of records of each kind that no item names. */
	readonly missing: Readonly<Record<OrganizationRecordKind, 'keep' | 'delete'>>;
	readonly createMissingDepartments: boolean;
	readonly pathSeparator: string;
	readonly blankCells: 'keep' | 'clear';
	readonly maxDeletions: number;
	/** 0 is no limit. */
	readonly maxChanges: number;
	readonly protectedUserIds: readonly string[];
	readonly includeAdministrators: boolean;
}

/** The records of the service before the plan. */
export type PresentTables = Readonly<Record<'departments' | 'users', readonly Cells[]>>;

/** The action of an import on a record. */
export type ChangeAction = 'added' | 'edited' | 'deleted';

/** A value of a column, or a path, before and after a change. */
export type FromTo = Readonly<Record<'from' | 'to', OrganizationRow[string]>>;

/** A record that the plan changes. */
export interface Change {
	readonly kind: OrganizationRecordKind;
	readonly action: ChangeAction;
	/** A user's `UserId` or `Email`, as users are matched; a department's wanted path. */
	readonly key: string;
	/** `UserName` or `DepartmentName` as it is to be; of a deleted record, as it is. */
	readonly name: string;
	/** The record's id; empty where it is only being added. */
	readonly id: string;
	/** The columns that change, with values as lists give them; a department that is being added as its `tempId:`. */
	readonly fields: Readonly<Record<string, FromTo>>;
	/** The path of a department, or the paths of a user's departments, where they change; null for none. */
	readonly path: FromTo | undefined;
	/** Where the record is added, or from where to where it moves, in paths: the rest of a sentence. */
	readonly where: string | undefined;
	/** The items that ask for it; none for a record that no item names. */
	readonly itemIndexes: readonly number[];
	/** Its row in an import: the text of every documented column. */
	readonly cells: Cells;
}

/** Why a plan must not be applied though it can be made: a limit that it breaks, and the id and name of each record. */
export type Refusal = Omit<ItemViolation, 'itemIndex'> & { readonly records: readonly string[] };

/** How many records of a kind have each outcome. */
export type ChangeCounts = Record<ChangeAction | 'unchanged' | 'kept', number>;

/** A plan that makes the organization what the items say. */
export interface OrganizationPlan {
	/**
	 * The rows of each import, in the order in which they have to be imported, each after the one before has finished. None
	 * when the organization is what it should be, or no plan can be made.
	 */
	readonly imports: ReadonlyArray<readonly Change[]>;
	/** Departments before users; added, edited, deleted; in the order of their keys. Where no plan can be made, what is known. */
	readonly changes: readonly Change[];
	readonly counts: Readonly<Record<OrganizationRecordKind, ChangeCounts>>;
	/** The records that would have been deleted as missing, and why they stay. */
	readonly kept: ReadonlyArray<Pick<Change, 'kind' | 'key' | 'name'> & { readonly reason: string }>;
	/** The limits that the plan breaks; none where it may be applied. */
	readonly refusals: readonly Refusal[];
	/** Every reason why no plan can be made, by items. */
	readonly violations: readonly ItemViolation[];
}

/** A path in its one form, and the form in which paths are equal that only look alike. */
export interface Path {
	readonly text: string;
	readonly look: string;
}
