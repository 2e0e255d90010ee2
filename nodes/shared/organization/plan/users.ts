import { quote } from '../../values/show';
import { columnLabel } from '../fields';
import { comparable } from '../identity';
import type { ReadItem } from '../items';
import { DEPARTMENT_PATH } from '../recognise';
import { refuseContradiction } from './contradictions';
import type { DepartmentFinder } from './departments';
import type { Draft } from './draft';
import { idsIn, PlanRecord } from './record';

/** Matches items with the users that they mean. */
export class UserMatcher {
	/** The column that says which user an item means, and its label. */
	private readonly column: 'UserId' | 'Email';
	private readonly label: string;

	constructor(
		private readonly draft: Draft,
		private readonly finder: DepartmentFinder,
	) {
		this.column = draft.rules.matchUsersBy;
		this.label = columnLabel(this.column);
	}

	/** Edits, deletes or adds the user that an item means. */
	match(item: ReadItem): void {
		const { draft, column } = this;
		const key = item.cells[column] ?? '';
		if (key === '') {
			draft.refuse(item, column, `${this.label} is empty. Map a column to it, or fill the cell`);
			return;
		}

		const fitting = draft.userKeys[column].find(key);
		const found = draft.theOneMeant(item, column, fitting);
		if (found === undefined) return;

		const [present] = found;
		const isRefused = !present && this.refusesSimilarId(item);
		const isGone = !present && item.deletes;
		if (isRefused || isGone) return;

		const user = present ?? new PlanRecord('user');
		user.adopt(item, draft.rules);
		// Several items for one user are refused.
		if (user.items.length > 1) return;

		this.refuseOtherIds(user, item);
		if (!item.deletes) this.assignDepartments(user, item);
		if (!present) this.add(user, item);
	}

	/** Refuses a new user whose User ID only looks like the one of a present user. @returns whether it does */
	private refusesSimilarId(item: ReadItem): boolean {
		const { draft } = this;
		const lookAlike = draft.userKeys.UserId.lookAlike(item.cells.UserId ?? '');
		if (lookAlike === undefined) return false;

		draft.refuse(item, 'UserId', `${columnLabel('UserId')} ${lookAlike}`);
		return true;
	}

	/** Refuses another id for a user, because ids never change; a user with a UUID is not new. */
	private refuseOtherIds(user: PlanRecord, item: ReadItem): void {
		const columns = user.row ? ['UserId', 'UserUuid'] : ['UserUuid'];

		for (const column of columns) {
			const entered = item.cells[column] ?? '';
			const own = user.before(column);
			const isSame = comparable(column, entered) === comparable(column, own);
			if (entered === '' || isSame) continue;

			const problem = user.row ? this.otherIdProblem(own) : this.idOfNobodyProblem(item);
			this.draft.refuse(item, column, `${columnLabel(column)} ${quote(entered)} ${problem}`);
		}
	}

	/** Says that an item has another id than the user whom it means, as the rest of a sentence. */
	private otherIdProblem(own: string): string {
		return `is not that of the user whom ${this.label} matches, which is ${quote(own)} and never changes`;
	}

	/** Says that an item has an id that a new user cannot have, as the rest of a sentence. */
	private idOfNobodyProblem(item: ReadItem): string {
		const key = item.cells[this.column] ?? '';
		return `is filled, but no user has the ${this.label} ${quote(key)}`;
	}

	/** Moves a user into the departments that its item names; where it names none, the user stays where it is. */
	private assignDepartments(user: PlanRecord, item: ReadItem): void {
		const { draft, finder } = this;
		const ifMissing = draft.rules.createMissingDepartments ? 'make' : 'refuse';
		const byPath = item.paths.flatMap((path) => finder.byPath(item, path, ifMissing));

		const ids = idsIn(item.cells.DepartmentId);
		const byId = ids.flatMap((id) => finder.byId(item, 'DepartmentId', id));

		const departments = new Set([...byPath, ...byId]);
		for (const department of departments) department.namedBy.add(item.itemIndex);

		const isPartOfThem = (some: readonly PlanRecord[]) => {
			return some.length > 0 && new Set(some).size < departments.size;
		};
		if (isPartOfThem(byPath) || isPartOfThem(byId)) refuseContradiction(draft, item, 'DepartmentId');
		if (departments.size > 0) user.moveTo([...departments]);
	}

	private add(user: PlanRecord, item: ReadItem): void {
		const { draft, column } = this;
		const { DepartmentId = '' } = item.cells;
		const namesNoDepartment = item.paths.length === 0 && DepartmentId === '';
		if (namesNoDepartment) {
			const required = 'Department Path or Department ID is required when a user is added';
			draft.refuse(item, DEPARTMENT_PATH, required);
		}

		user.cells.EffectiveDateFrom ??= draft.rules.today;
		draft.users.push(user);

		const key = item.cells[column] ?? '';
		draft.userKeys[column].addNew(key, user);
	}
}
