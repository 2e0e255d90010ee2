import { quote } from '../values/characters';
import { ID_FIELD, recordKey } from './fields';
import { placeOf, type JobRow } from './rows';

/** Sees when two rows of one import are about the same record: nobody could say which of them counts. */
export class Contradictions {
	private readonly first = new Map<string, JobRow>();

	/**
	 * @param row the rows of one kind, one after the other
	 * @returns what is wrong when an earlier row is about the same record, naming both
	 */
	problem(row: JobRow): string | undefined {
		const column = ID_FIELD[row.kind];
		const id = row.cells[column] ?? '';
		if (id === '') return undefined;
		const key = recordKey(row.kind, id.trim());
		const earlier = this.first.get(key);
		if (!earlier) {
			this.first.set(key, row);
			return undefined;
		}
		const what = `which ${earlier.deletes ? 'deletes' : 'edits'} it${earlier.deletes === row.deletes ? ' too' : ''}`;
		return `${column} ${quote(id)} is already in ${placeOf(earlier)}, ${what}: an import takes one row for each record`;
	}
}
