import { ID_FIELD, ORGANIZATION_FIELDS, PLACE_FIELD } from '../fields';
import type { Cells, OrganizationRecordKind } from '../fields';
import { comparable, sameForm } from '../identity';
import type { ReadItem } from '../items';
import type { Change, Path, SyncRules } from './types';

/** Columns that say which record a row is, where it stands, or what is done with it. */
const NOT_PLAIN = /^(?:TempId|UserUuid|(?:Parent)?DepartmentId|DepartmentName|CrmIntegrationPrivilege|DeleteFlag)$/;

/** The ids of a cell that holds several, in the form in which they are compared. */
export function idsIn(cell = ''): string[] {
	const ids = cell.split(';').map(sameForm);
	return ids.filter((id) => id !== '');
}

/** A user or a department while a plan is made: what the service has, and what is wanted. */
export class Subject {
	/** As it is to be. Places come in when all departments are known. */
	readonly cells: Record<string, string>;
	/** The items about this record; more than one are refused. */
	readonly items: ReadItem[] = [];
	/** The departments of a user, or the parent of a department: none at the top. */
	places: readonly Subject[] = [];
	placesBefore = this.places;
	/** `asked` for by an item, or `missing` among the items. */
	deletion?: 'asked' | 'missing';
	/** Why the record stays although no item names it. */
	kept?: string;
	/** Of a department: the names from the top down. */
	path = '';
	pathBefore = '';
	/** What its path looks like. */
	look = '';
	/** The path at which an item puts a department by its id, until it stands there. */
	pin?: Path;
	/** Of a department that exists twice and is empty: the one in use, which its path means. */
	twinInUse?: Subject;
	/** The items that name a department; when all is in its place, also those that name one below it. */
	readonly namedBy = new Set<number>();

	/** @param row as the service has it; undefined where the record is to be added */
	constructor(
		readonly kind: OrganizationRecordKind,
		readonly row?: Cells,
	) {
		this.cells = { ...row };
	}

	/** What a column is now; blank where the record is to be added. */
	before(column: string): string {
		return this.row?.[column] ?? '';
	}

	wanted(column: string): string {
		return this.cells[column] ?? '';
	}

	isChanged(column: string): boolean {
		return this.before(column) !== this.wanted(column);
	}

	get id(): string {
		return this.before(ID_FIELD[this.kind]);
	}

	/** What an import does with it, once all that is wanted is known; undefined where it has no row for it. */
	get action(): Change['action'] | undefined {
		if (!this.row) return 'added';
		if (this.deletion) return 'deleted';
		return ORGANIZATION_FIELDS[this.kind].some(({ name }) => this.isChanged(name)) ? 'edited' : undefined;
	}

	/** By what a person knows it. */
	labels({ matchUsersBy }: SyncRules): Pick<Change, 'kind' | 'key' | 'name'> {
		const { kind, path } = this;
		if (kind === 'user') return { kind, key: this.wanted(matchUsersBy), name: this.wanted('UserName') };
		return { kind, key: path, name: this.wanted('DepartmentName') };
	}

	/** Of a department: the one above it; none at the top, and none of one that an item puts somewhere. */
	get above(): Subject | undefined {
		return this.pin === undefined ? this.places[0] : undefined;
	}

	/** A department and those above it, up to one that is put somewhere; in a circle each of them once. */
	line(): Subject[] {
		const line = new Set<Subject>([this]);
		let { above } = this;
		while (above && !line.has(above)) {
			line.add(above);
			above = above.above;
		}
		return [...line];
	}

	/** Takes over what an item wants and the service does not have; names and places aside. */
	take(item: ReadItem, { blankCells }: SyncRules): void {
		this.items.push(item);
		if (item.deletes) this.deletion = 'asked';
		for (const { name, type, required } of item.deletes ? [] : ORGANIZATION_FIELDS[this.kind]) {
			const text = item.cells[name];
			// A blank number means no change, and what is required cannot be cleared.
			const clears = blankCells === 'clear' && type === 'string' && required === undefined;
			// The start of use is set when a user is added, and never again.
			const isSet = name === 'EffectiveDateFrom' && this.row;
			if (text === undefined || (text === '' && !clears) || isSet || NOT_PLAIN.test(name)) continue;
			if (comparable(name, text) !== comparable(name, this.before(name))) this.cells[name] = text;
		}
	}

	/** Gives a department another name, unless it says the same. */
	rename(name: string): void {
		if (name !== '' && name !== sameForm(this.wanted('DepartmentName'))) this.cells.DepartmentName = name;
	}

	/** Puts the record into other departments. Their order is no difference. */
	put(places: readonly Subject[]): void {
		const own = new Set(idsIn(this.before(PLACE_FIELD[this.kind])));
		const isSame = places.length === own.size && places.every(({ id }) => own.has(sameForm(id)));
		this.places = isSame ? this.placesBefore : places;
	}
}
