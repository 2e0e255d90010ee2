import { formatCount } from '../values/characters';
import { CsvFormatError } from '../csv/text';
import { parseTexts, type ParseLayout } from './csv';
import { ID_FIELD, PLURAL, recordKey, type OrganizationRecordKind } from './fields';
import type { TimeSlices } from '../base/timeSlices';

/** The cells of a record as the service shows them, by the names of the columns. */
export type PresentRecord = Readonly<Record<string, string>>;

/** The users or departments that the service has at present, with every cell exactly as it came (E11, E12). */
export class PresentRecords {
	private constructor(
		readonly kind: OrganizationRecordKind,
		private readonly records: ReadonlyMap<string, PresentRecord>,
	) {}

	/**
	 * Reads the service's CSV of a kind.
	 *
	 * @throws CsvFormatError when the CSV is not understood, a record has no id, or two have the same
	 */
	static async read(
		kind: OrganizationRecordKind,
		bytes: Uint8Array,
		layout: ParseLayout,
		slices?: TimeSlices,
	): Promise<PresentRecords> {
		const records = new Map<string, PresentRecord>();
		const rows = new Map<string, number>();
		const texts = await parseTexts(kind, bytes, layout, slices);
		for (const [index, cells] of texts.entries()) {
			const key = recordKey(kind, cells[ID_FIELD[kind]] ?? '');
			const problem = idProblem(kind, key, rows.get(key));
			if (problem !== undefined) {
				throw new CsvFormatError(`Row ${formatCount(index + 1)} of the ${kind} CSV ${problem}; check Column Order`);
			}
			rows.set(key, index + 1);
			records.set(key, cells);
		}
		return new PresentRecords(kind, records);
	}

	/** All records, in the service's order. */
	get all(): readonly PresentRecord[] {
		return [...this.records.values()];
	}

	/** The record with an id, or undefined when the service shows none. */
	find(id: string): PresentRecord | undefined {
		return this.records.get(recordKey(this.kind, id));
	}
}

function idProblem(kind: OrganizationRecordKind, key: string, earlier: number | undefined): string | undefined {
	if (key.trim() === '') return `has no ${ID_FIELD[kind]}`;
	if (earlier === undefined) return undefined;
	return `has the ${ID_FIELD[kind]} of row ${formatCount(earlier)}, and no two ${PLURAL[kind]} can have the same`;
}
