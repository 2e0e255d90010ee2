import type { Department } from './department';
import { PlannedRecord } from './plannedRecord';

/** A user while the plan is made. */
export class User extends PlannedRecord {
	/** The departments that the user is to be in, where they are other ones than now. */
	departments: readonly Department[] | undefined;

	/** The service's id; empty in one that is to be added. */
	get id(): string {
		return this.before('UserUuid');
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

	get isMoved(): boolean {
		return this.departments !== undefined;
	}
}
