import type { Cells, OrganizationRecordKind, OrganizationRow } from '../fields';
import type { ItemViolation, RowChecks } from '../items';

/** The options of a sync (contract: `organization.sync`), and the day on which it is planned. */
export interface SyncRules extends RowChecks {
	readonly matchUsersBy: 'UserId' | 'Email';
	/** What becomes of records that no item names. */
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

/** What the service has. */
export type PresentTables = Readonly<Record<'departments' | 'users', readonly Cells[]>>;

/** One record that the plan changes. */
export interface Change {
	readonly kind: OrganizationRecordKind;
	readonly action: 'added' | 'edited' | 'deleted';
	/** A user's `UserId` or `Email`, as users are matched; a department's wanted path. */
	readonly key: string;
	/** `UserName` or `DepartmentName` as it is to be; of a deleted record, as it is. */
	readonly name: string;
	/** The record's id; empty where it is only being added. */
	readonly id: string;
	/** The columns that change, with values as lists give them; a department that is being added as its `tempId:`. */
	readonly fields: Readonly<Record<string, Readonly<Record<'from' | 'to', OrganizationRow[string]>>>>;
	/** The items that ask for it; none for a record that no item names. */
	readonly itemIndexes: readonly number[];
	/** Where a record leaves one place for another: the paths of both, for a person. */
	readonly move: string | undefined;
	/** Its row in an import: the text of every documented column. */
	readonly cells: Cells;
}

/** Why a plan must not be applied though it can be made: a limit that it breaks, and the id and name of each record. */
export type Refusal = Omit<ItemViolation, 'itemIndex'> & { readonly records: readonly string[] };

/** What brings the organization to what the items say; no jobs when it is there already, or no plan can be made. */
export interface OrganizationPlan {
	/** The rows of each import, in the order in which they have to be imported, each after the one before has ended. */
	readonly jobs: ReadonlyArray<readonly Change[]>;
	/** Departments before users; added, edited, deleted; in the order of their keys. Where no plan can be made, what is known. */
	readonly changes: readonly Change[];
	readonly counts: Readonly<Record<OrganizationRecordKind, Record<Change['action'] | 'unchanged' | 'kept', number>>>;
	/** The records that would have been deleted as missing, and why they stay. */
	readonly kept: ReadonlyArray<Pick<Change, 'kind' | 'key' | 'name'> & { readonly reason: string }>;
	/** None where the plan may be applied. */
	readonly refusals: readonly Refusal[];
	/** By items; every reason why no plan can be made. */
	readonly violations: readonly ItemViolation[];
}

/** A path in its one form, and what it looks like. */
export interface Path {
	readonly text: string;
	readonly look: string;
}
