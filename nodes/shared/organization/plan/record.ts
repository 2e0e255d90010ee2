import { joined } from '../../values/show';
import { ID_FIELD, ORGANIZATION_FIELDS, PLACE_FIELD } from '../fields';
import type { Cells, OrganizationField, OrganizationRecordKind } from '../fields';
import { comparable, sameForm } from '../identity';
import type { ReadItem } from '../items';
import type { Change, ChangeAction, Path, SyncRules } from './types';

/** Columns that say which record a row is, where it stands, or what is done with it. */
const NOT_PLAIN = /^(?:TempId|UserUuid|(?:Parent)?DepartmentId|DepartmentName|CrmIntegrationPrivilege|DeleteFlag)$/;

/** Splits a cell that holds several ids, each into the form in which ids are compared. */
export function idsIn(cell = ''): string[] {
	const ids = cell.split(';').map(sameForm);
	return ids.filter((id) => id !== '');
}

/** The texts by which a person finds a record: its kind, its id and its name. */
export function nameOf(record: PlanRecord): string {
	const { kind, path, id, cells } = record;
	const texts = kind === 'user' ? [cells.UserId, cells.UserName] : [id, path];
	return joined([kind, ...texts], ' ');
}

/** A user or a department while a plan is made: as the service has it, and as it is wanted. */
export class PlanRecord {
	/** The wanted cells. Places come in when all departments are known. */
	readonly cells: Record<string, string>;
	/** The items about this record; more than one are refused. */
	readonly items: ReadItem[] = [];
	/** The departments of a user, or the parent of a department: none at the top. */
	places: readonly PlanRecord[] = [];
	placesBefore = this.places;
	/** `asked` for by an item, or `missing` among the items. */
	deletion?: 'asked' | 'missing';
	/** Why the record stays although no item names it. */
	kept?: string;
	/** Of a department: the names from the top down. */
	path = '';
	pathBefore = '';
	/** The form of the path in which paths are equal that only look alike. */
	look = '';
	/** The path at which an item puts a department by its id, until it stands there. */
	targetPath?: Path;
	/** Of a department that exists twice and is empty: the one in use, which its path means. */
	twinInUse?: PlanRecord;
	/** The items that name a department; once all items are matched, also those that name one below it. */
	readonly namedBy = new Set<number>();

	/** @param row as the service has it; `undefined` where the record is to be added */
	constructor(
		readonly kind: OrganizationRecordKind,
		readonly row?: Cells,
	) {
		this.cells = { ...row };
	}

	/** The text of a column before the plan; blank where the record is to be added. */
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

	get stays(): boolean {
		return this.deletion === undefined;
	}

	get isMoved(): boolean {
		return this.places !== this.placesBefore;
	}

	/** The action of an import on the record, once all that is wanted is known; `undefined` where it has no row for it. */
	get action(): ChangeAction | undefined {
		if (!this.row) return 'added';
		if (this.deletion) return 'deleted';
		if (this.isEdited) return 'edited';
		return undefined;
	}

	private get isEdited(): boolean {
		return ORGANIZATION_FIELDS[this.kind].some((field) => this.isChanged(field.name));
	}

	/** The names by which a person knows the record. */
	labels(rules: SyncRules): Pick<Change, 'kind' | 'key' | 'name'> {
		const { kind, path } = this;
		if (kind === 'department')
			return {
				kind,
				key: path,
				name: this.wanted('DepartmentName'),
			};
		return {
			kind,
			key: this.wanted(rules.matchUsersBy),
			name: this.wanted('UserName'),
		};
	}

	/** The department above this one; none at the top, and none above one that an item puts somewhere. */
	get above(): PlanRecord | undefined {
		if (this.targetPath !== undefined) return undefined;
		return this.places[0];
	}

	/** This department and those above it, up to one that is put somewhere; in a circle each of them once. */
	withAbove(): PlanRecord[] {
		const way = new Set<PlanRecord>([this]);

		let { above } = this;
		while (above && !way.has(above)) {
			way.add(above);
			above = above.above;
		}
		return [...way];
	}

	/** Adopts what an item wants and the service does not have; names and places aside. */
	adopt(item: ReadItem, rules: SyncRules): void {
		this.items.push(item);
		if (item.deletes) {
			this.deletion = 'asked';
			return;
		}

		for (const field of ORGANIZATION_FIELDS[this.kind]) {
			const { name } = field;
			const text = item.cells[name];
			if (text === undefined || !this.maySet(field)) continue;
			if (text === '' && !clearsBlank(field, rules)) continue;

			const isSame = comparable(name, text) === comparable(name, this.before(name));
			if (!isSame) this.cells[name] = text;
		}
	}

	private maySet(field: OrganizationField): boolean {
		const { name } = field;
		if (NOT_PLAIN.test(name)) return false;
		// The start of use is set when a user is added, and never again.
		return name !== 'EffectiveDateFrom' || !this.row;
	}

	/** Gives a department another name, unless it says the same. */
	rename(name: string): void {
		const isSame = name === sameForm(this.wanted('DepartmentName'));
		if (name !== '' && !isSame) this.cells.DepartmentName = name;
	}

	/** Moves the record into other departments. Their order is no difference. */
	moveTo(places: readonly PlanRecord[]): void {
		const ownIds = new Set(idsIn(this.before(PLACE_FIELD[this.kind])));
		const areOwn = places.every((place) => ownIds.has(sameForm(place.id)));
		const isSame = areOwn && places.length === ownIds.size;
		this.places = isSame ? this.placesBefore : places;
	}
}

/** Whether a blank cell clears a column: a blank number means no change, and what is required cannot be cleared. */
function clearsBlank(field: OrganizationField, rules: SyncRules): boolean {
	const isText = field.type === 'string';
	return rules.blankCells === 'clear' && isText && field.required === undefined;
}
