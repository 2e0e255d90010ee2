import { quote } from '../../values/show';
import { columnLabel, PLACE_FIELD } from '../fields';
import { comparable, Keys } from '../identity';
import type { Found } from '../identity';
import type { ItemViolation, ReadItem } from '../items';
import { DEPARTMENT_PATH } from '../recognise';
import { DepartmentPaths } from './paths';
import { idsIn, PlanRecord } from './record';
import type { Path, PresentTables, SyncRules } from './types';

/** A plan while it is made: all records, the ways to find them, and the rules that items break. */
export class Draft {
	/** The departments of the service, then those that are to be made. */
	readonly departments: PlanRecord[];
	/** The users of the service, then those that are to be added. */
	readonly users: PlanRecord[];
	/** The items, with their paths as they are meant. */
	readonly items: readonly ReadItem[];
	readonly violations: ItemViolation[];
	/** Records that are shown in, or below, a department which the list of departments lacks. */
	readonly misplaced: PlanRecord[] = [];
	/** The departments of the service by their ids. */
	readonly departmentIds = Keys.ofTexts<PlanRecord>();
	readonly departmentPaths: DepartmentPaths;
	/** Users by each of the columns that can say which user an item means. */
	readonly userKeys = {
		UserId: Keys.ofTexts<PlanRecord>(),
		Email: Keys.ofTexts<PlanRecord>((key) => comparable('Email', key)),
	};

	constructor(
		present: PresentTables,
		items: readonly ReadItem[],
		readonly rules: SyncRules,
	) {
		this.departments = present.departments.map((row) => new PlanRecord('department', row));
		this.users = present.users.map((row) => new PlanRecord('user', row));
		this.violations = items.flatMap((item) => item.violations);
		this.departmentPaths = new DepartmentPaths(rules.pathSeparator);

		this.indexRecords();
		for (const record of this.all()) this.findPlaces(record);
		for (const [department, path] of this.wantedPaths()) department.pathBefore = path.text;

		this.items = this.withPathsAsMeant(items);
	}

	/** Makes the records of the service known by their keys. */
	private indexRecords(): void {
		const { departmentIds, userKeys } = this;

		for (const department of this.departments) {
			departmentIds.addPresent(department.id, department);
		}
		for (const user of this.users) {
			const id = user.before('UserId');
			const email = user.before('Email');
			userKeys.UserId.addPresent(id, user);
			userKeys.Email.addPresent(email, user);
		}
	}

	all(): PlanRecord[] {
		return [...this.departments, ...this.users];
	}

	/** Notes that an item breaks a rule: no plan can be made then. */
	refuse(item: ReadItem, parameter: string, message: string): void {
		this.violations.push({
			itemIndex: item.itemIndex,
			parameter,
			message,
		});
	}

	/**
	 * Chooses the record that an item means among those that its key fits. A record that is deleted gives way to one that
	 * stays.
	 *
	 * @returns at most one record; `undefined`, and a violation, where several fit or the key only looks like another one
	 */
	theOneMeant(item: ReadItem, column: string, found: Found<PlanRecord>): readonly PlanRecord[] | undefined {
		const { key, all, lookAlike } = found;
		const candidates = preferStaying(all);
		const fitsSeveral = candidates.length > 1;
		if (!fitsSeveral && lookAlike === undefined) return candidates;

		const label = columnLabel(column);
		const problem = fitsSeveral ? severalFit(column, key, all) : lookAlike;
		this.refuse(item, column, `${label} ${problem}`);
		return undefined;
	}

	/** The path of each department as it stands, or as it is put: each is made of the one above it. */
	wantedPaths(): Map<PlanRecord, Path> {
		const paths = new Map<PlanRecord, Path>();

		for (const department of this.departments) {
			const way = wayUp(department, paths);
			const top = way[0]?.above;
			let path = top && paths.get(top);

			for (const each of way) {
				const name = each.wanted('DepartmentName');
				path = each.targetPath ?? this.departmentPaths.below(path, name);
				paths.set(each, path);
			}
		}
		return paths;
	}

	/** Finds the departments in which the service shows a record. */
	private findPlaces(record: PlanRecord): void {
		const column = PLACE_FIELD[record.kind];
		const ids = idsIn(record.before(column));
		const places = ids.flatMap((id) => this.departmentIds.all(id));

		record.places = places;
		record.placesBefore = places;
		if (places.length < ids.length) this.misplaced.push(record);
	}

	/** The items with their paths: a text that happens to be a list in JSON is one unless a department is called so. */
	private withPathsAsMeant(items: readonly ReadItem[]): readonly ReadItem[] {
		const isNoneInQuestion = items.every((item) => item.pathText === undefined);
		if (isNoneInQuestion) return items;

		const names = Keys.ofTexts<string>();
		for (const department of this.departments) {
			names.addPresent(department.pathBefore, '');
		}
		for (const item of items) {
			const { DepartmentName = '' } = item.cells;
			names.addPresent(DepartmentName, '');
		}

		return items.map((item) => {
			const { pathText = '' } = item;
			if (pathText === '') return item;

			const isKnown = names.all(pathText).length > 0;
			const looksKnown = names.lookAlike(pathText) !== undefined;
			const isName = isKnown || looksKnown;
			return isName ? { ...item, paths: [pathText] } : item;
		});
	}
}

/**
 * Finds the departments without a path from one up to the top, or to one whose path is known; in a circle once round.
 *
 * @returns them from the top down
 */
function wayUp(department: PlanRecord, paths: ReadonlyMap<PlanRecord, Path>): PlanRecord[] {
	const way = new Set<PlanRecord>();
	let above: PlanRecord | undefined = department;

	while (above && !paths.has(above) && !way.has(above)) {
		way.add(above);
		above = above.above;
	}
	return [...way].reverse();
}

/** The records that stay, or all where none does. */
export function preferStaying(records: readonly PlanRecord[]): readonly PlanRecord[] {
	const staying = records.filter((record) => record.stays);
	return staying.length > 0 ? staying : records;
}

/** Says that nobody can tell which record a key means, as the rest of a sentence. */
export function severalFit(column: string, key: string, records: readonly PlanRecord[]): string {
	const ids = records.map((record) => record.id).sort();
	const kind = records[0]?.kind;
	const problem = `${quote(key)} fits ${records.length} ${kind}s (${ids.join(', ')})`;

	const isPath = column === DEPARTMENT_PATH;
	return isPath ? `${problem}; give the Department ID instead` : problem;
}
