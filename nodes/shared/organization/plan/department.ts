import { TEMP_ID_PREFIX } from '../fields';
import type { PresentRecord } from '../present';
import type { ReadItem } from './readItem';

/** Where a department is put, where that is not simply where it is. */
export interface Placement {
	/** Undefined at the top. */
	readonly parent: Department | undefined;
}

/** A department while the wanted tree is made. */
export class Department {
	/** The name that it is to have. */
	name: string;

	/** The path that it is to have. */
	path = '';

	/** The parent in the wanted tree. */
	parent: Department | undefined;

	/** Set where the parent is written and not only kept. */
	placement: Placement | undefined;

	/** The item that is about this department. */
	item: ReadItem | undefined;

	/** New texts of columns that are compared and written as they are. */
	readonly changed: Record<string, string> = {};

	/** The items that name it or one below it. */
	readonly namedBy = new Set<number>();

	/** `asked` for by its item, or `missing` among the items. */
	deletion: 'asked' | 'missing' | undefined;

	/** Made up where it is added. */
	tempId = '';

	/** @param row what the service has; undefined for one that is to be made */
	constructor(
		readonly row: PresentRecord | undefined,
		name: string,
	) {
		this.name = name;
	}

	/** The service's id; empty in one that is to be made. */
	get id(): string {
		return this.row?.DepartmentId ?? '';
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
		const { row } = this;
		return row !== undefined && (this.name !== (row.DepartmentName ?? '') || this.parentText !== (row.ParentDepartmentId ?? ''));
	}

	get isAdded(): boolean {
		return this.row === undefined;
	}

	/** Whether the record stays but not as it is. */
	get isEdited(): boolean {
		return !this.isAdded && this.deletion === undefined && (this.isMoved || Object.keys(this.changed).length > 0);
	}

	/** The parent as its row says it. */
	get parentText(): string {
		return this.placement ? (this.placement.parent?.reference ?? '') : (this.row?.ParentDepartmentId ?? '');
	}

	/** Marks it and all above it as named: what stands above a department is needed for it. */
	nameBy(itemIndex: number): void {
		if (this.namedBy.has(itemIndex)) return;
		this.namedBy.add(itemIndex);
		this.parent?.nameBy(itemIndex);
	}
}
