import type { PresentRecord } from '../present';
import type { ReadItem } from './readItem';

/** A user or a department while the plan is made. */
export abstract class PlannedRecord {
	/** The item that is about this record. */
	item: ReadItem | undefined;

	/** New texts of columns that are compared and written as they are. */
	readonly changed: Record<string, string> = {};

	/** `asked` for by the item, or `missing` among the items. */
	deletion: 'asked' | 'missing' | undefined;

	/** Made up where the record is added. */
	tempId = '';

	/** @param row what the service has; undefined for one that is to be added */
	constructor(readonly row: PresentRecord | undefined) {}

	/** Whether it is to be in another place than now, or to have another name. */
	abstract get isMoved(): boolean;

	/** What a column is now; blank for one that is to be added. */
	before(column: string): string {
		return this.row?.[column] ?? '';
	}

	get isAdded(): boolean {
		return this.row === undefined;
	}

	/** Whether the record stays but not as it is. */
	get isEdited(): boolean {
		return !this.isAdded && this.deletion === undefined && (this.isMoved || Object.keys(this.changed).length > 0);
	}

	/** Whether an import has a row for it. */
	get isChanged(): boolean {
		return this.isAdded || this.isEdited || this.deletion !== undefined;
	}
}
