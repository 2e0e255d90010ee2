import { ColumnNames } from '../values/columnNames';
import type { MisspeltColumn } from '../values/columnNames';
import { fieldNames, type OrganizationRecordKind } from './fields';

/** Finds the misspelt columns of items. */
export class ColumnSpelling {
	private readonly columns: Readonly<Record<OrganizationRecordKind, ColumnNames>>;

	/** @param more columns that items may have besides the documented ones */
	constructor(more: readonly string[] = []) {
		this.columns = {
			user: new ColumnNames([...fieldNames('user'), ...more]),
			department: new ColumnNames([...fieldNames('department'), ...more]),
		};
	}

	/** The keys of an item that look like a column of the kind, and are none. */
	misspelt(kind: OrganizationRecordKind, item: Readonly<Record<string, unknown>>): MisspeltColumn[] {
		return this.columns[kind].misspeltIn(item);
	}
}
