import type { PresentRecord } from '../present';
import type { Department } from './department';
import type { ReadItem } from './readItem';

/** A user while the plan is made. */
export class User {
	/** The item that is about this user. */
	item: ReadItem | undefined;

	/** The departments that the user is to be in, where they are other ones than now. */
	departments: readonly Department[] | undefined;

	/** New texts of columns that are compared and written as they are. */
	readonly changed: Record<string, string> = {};

	/** `asked` for by the item, or `missing` among the items. */
	deletion: 'asked' | 'missing' | undefined;

	/** Made up where the user is added. */
	tempId = '';

	/** @param row what the service has; undefined for one that is to be added */
	constructor(readonly row: PresentRecord | undefined) {}

	/** The service's id; empty in one that is to be added. */
	get id(): string {
		return this.row?.UserUuid ?? '';
	}

	/** What the user's column is now; blank for one that is to be added. */
	before(column: string): string {
		return this.row?.[column] ?? '';
	}

	/** What the user's column is to be. */
	text(column: string): string {
		return this.changed[column] ?? this.before(column);
	}

	/** Ids of the departments that the service has the user in. */
	get idsBefore(): string[] {
		return this.before('DepartmentId')
			.split(';')
			.filter((id) => id !== '');
	}

	get isAdded(): boolean {
		return this.row === undefined;
	}

	/** Whether the record stays but not as it is. */
	get isEdited(): boolean {
		return !this.isAdded && this.deletion === undefined && (this.departments !== undefined || Object.keys(this.changed).length > 0);
	}
}
