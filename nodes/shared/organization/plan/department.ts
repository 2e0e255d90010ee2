import { TEMP_ID_PREFIX } from '../fields';
import type { PresentRecord } from '../present';
import { PlannedRecord } from './plannedRecord';

/** Where a department is put, where that is not simply where it is. */
export interface Placement {
	/** Undefined at the top. */
	readonly parent: Department | undefined;
}

/** A department while the wanted tree is made. */
export class Department extends PlannedRecord {
	/** The path that it is to have. */
	path = '';

	/** The parent in the wanted tree. */
	parent: Department | undefined;

	/** Set where the parent is written and not only kept. */
	placement: Placement | undefined;

	/** The items that name it or one below it. */
	readonly namedBy = new Set<number>();

	/** @param row what the service has; undefined for one that is to be made */
	constructor(
		row: PresentRecord | undefined,
		/** The name that it is to have. */
		public name: string,
	) {
		super(row);
	}

	/** The service's id; empty in one that is to be made. */
	get id(): string {
		return this.before('DepartmentId');
	}

	/** How rows of an import refer to it. */
	get reference(): string {
		return this.row ? this.id : `${TEMP_ID_PREFIX}${this.tempId}`;
	}

	/** Whether somebody asked for it, or for one below it. */
	get isNamed(): boolean {
		return this.namedBy.size > 0;
	}

	/** Whether its name or its parent is another one than now. */
	get isMoved(): boolean {
		return !this.isAdded && (this.name !== this.before('DepartmentName') || this.parentText !== this.before('ParentDepartmentId'));
	}

	/** The parent as its row says it. */
	get parentText(): string {
		return this.placement ? (this.placement.parent?.reference ?? '') : this.before('ParentDepartmentId');
	}

	/** Marks it and all above it as named: what stands above a department is needed for it. */
	nameBy(itemIndex: number): void {
		if (this.namedBy.has(itemIndex)) return;
		this.namedBy.add(itemIndex);
		this.parent?.nameBy(itemIndex);
	}
}
