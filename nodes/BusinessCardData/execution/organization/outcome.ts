import type { IDataObject } from 'n8n-workflow';
import { append, DEPARTMENT_PATH, joined, sameForm } from '../../../shared';
import type { Cells, Change, OrganizationPlan, ResultRow } from '../../../shared';

/** The service as an apply has read it at its end. */
export interface LastReading {
	/** The plan that another run would make. */
	readonly plan: OrganizationPlan;
	readonly departments: readonly Cells[];
}

const NOT_IN_EFFECT = 'The service imported the change, but it did not take effect';

/** The ids of departments with one name below one parent. */
class Twins {
	private readonly keys = new Map<string, string>();
	private readonly ids = new Map<string, string[]>();

	constructor(departments: readonly Cells[]) {
		for (const department of departments) {
			const { DepartmentId = '', DepartmentName = '', ParentDepartmentId = '' } = department;
			const parent = sameForm(ParentDepartmentId);
			const name = sameForm(DepartmentName);
			const key = `${parent}\0${name}`;

			this.keys.set(DepartmentId, key);
			append(this.ids, key, DepartmentId);
		}
	}

	/** The ids of all departments that are the same as this one, if there are others. */
	of(id: string): readonly string[] {
		const key = this.keys.get(id) ?? '';
		const ids = this.ids.get(key) ?? [];
		return ids.length > 1 ? ids : [];
	}
}

/** The changes of a plan in the words of the contract: shown alone, or made and looked at again. */
export class Outcome {
	/** The changes that another run would make, by kind and key. */
	private readonly left = new Map<string, Change>();
	/** The reasons why nobody can tell whether an item is fulfilled. */
	private readonly problems = new Map<number, string>();
	private readonly twins: Twins;

	/**
	 * @param ids the ids of the records that were added, by their TempIds
	 * @param last `undefined` in a plan
	 */
	constructor(
		private readonly ids: ReadonlyMap<string, string>,
		private readonly last?: LastReading,
	) {
		this.twins = new Twins(last?.departments ?? []);
		if (!last) return;

		const { changes, violations } = last.plan;
		for (const change of changes) {
			this.left.set(keyOf(change), change);
		}
		for (const { itemIndex, message } of violations) {
			if (itemIndex !== undefined) this.problems.set(itemIndex, message);
		}
	}

	/** Whether another plan would be empty, of these changes and of all others; null in a plan. */
	converged(changes: readonly Change[]): boolean | null {
		if (!this.last) return null;

		const { violations, changes: left } = this.last.plan;
		const isNothingLeft = violations.length === 0 && left.length === 0;
		if (!isNothingLeft) return false;

		const problems = changes.map((change) => this.problemOf(change));
		return problems.every((problem) => problem === undefined);
	}

	/**
	 * Shows one change (contract: Change), with what an administrator looks for first.
	 *
	 * @param refused why the plan that it belongs to is not applied
	 */
	shown(change: Change, refused = ''): IDataObject {
		const { kind, action, key, name, where } = change;
		const problem = this.problemOf(change);
		const message = joined([problem ?? where, refused], '. ');
		const isDone = problem === undefined;

		return {
			type: kind,
			action,
			key,
			name,
			message: message || null,
			fields: this.fieldsOf(change),
			done: this.last ? isDone : null,
			id: this.idOf(change) || null,
		};
	}

	/** The text of a column in which added departments stand by their ids: a TempId means nothing outside its import. */
	withIds(column: string, text: string): string {
		if (!column.endsWith('DepartmentId')) return text;

		const idOf = (reference: string, tempId: string) => this.ids.get(tempId) ?? reference;
		return text.replace(/tempId:(\w+)/g, idOf);
	}

	/** The row of a change in an import, in which departments that were added before stand by their ids. */
	rowWithIds(change: Change): Cells {
		const cells = Object.entries(change.cells);
		const row: Record<string, string> = {};

		for (const [column, text] of cells) {
			row[column] = this.withIds(column, text);
		}
		return row;
	}

	/** The columns of a change, before them the path: a person does not know departments by their ids. */
	private fieldsOf(change: Change): IDataObject {
		const shown: IDataObject = {};
		if (change.path) shown[DEPARTMENT_PATH] = { ...change.path };

		for (const [column, { from, to }] of Object.entries(change.fields)) {
			const wanted = typeof to === 'string' ? this.withIds(column, to) : to;
			shown[column] = { from, to: wanted };
		}
		return shown;
	}

	/** The id of a record, also of one that was added; empty where nobody knows it. */
	private idOf(change: Change): string {
		if (change.id !== '') return change.id;

		const { TempId = '' } = change.cells;
		return this.ids.get(TempId) ?? '';
	}

	/** Says why a change that was made is not as it should be; `undefined` where it is, and in a plan. */
	private problemOf(change: Change): string | undefined {
		const twins = this.twinsOf(change);
		if (twins.length > 0) return twiceIn(twins);

		const left = this.left.get(keyOf(change));
		if (left) return notInEffect(left);

		const problems = change.itemIndexes.map((item) => this.problems.get(item));
		return problems.find((each) => each !== undefined);
	}

	/** The departments that stand where a change has put one, if there are several. */
	private twinsOf(change: Change): readonly string[] {
		const { kind, action, fields } = change;
		if (kind === 'user' || action === 'deleted') return [];

		const isMoved = 'DepartmentName' in fields || 'ParentDepartmentId' in fields;
		const isPut = action === 'added' || isMoved;
		if (!isPut) return [];

		const id = this.idOf(change);
		return this.twins.of(id);
	}
}

function keyOf(change: Change): string {
	return `${change.kind} ${change.key}`;
}

/** @param left what another run would still do */
function notInEffect(left: Change): string {
	if (left.action !== 'edited') return NOT_IN_EFFECT;

	const present = Object.entries(left.fields).map(([column, { from }]) => {
		const value = from === null ? 'blank' : JSON.stringify(from);
		return `${column} is ${value}`;
	});

	const list = present.join(', ');
	return joined([NOT_IN_EFFECT, list], ': ');
}

function twiceIn(ids: readonly string[]): string {
	const count = ids.length === 2 ? 'twice' : `${ids.length} times`;
	const list = ids.join(' and ');
	const cause = 'probably because another run or person added it at the same time';
	const advice = 'Move what is in one of them to the other in the service, and delete the one that is empty then';
	return `The department exists ${count}, as ${list}, ${cause}. ${advice}`;
}

/**
 * Says for each row why the service has not imported it.
 *
 * @param changes the changes that the rows stand for, where they are known: by their keys and items a person finds them
 * @returns a line for each row
 */
export function refusedLines(rows: readonly ResultRow[], changes: readonly Change[]): string[] {
	const byId = new Map<string, Change>();
	const byTempId = new Map<string, Change>();
	for (const change of changes) {
		byId.set(change.id, change);
		byTempId.set(change.cells.TempId ?? '', change);
	}

	return rows.map((row) => {
		const { Id, TempId } = row;
		const change = TempId === null ? byId.get(Id ?? '') : byTempId.get(TempId);
		return refusedLine(row, change);
	});
}

/** @param change the change that the row stands for, where it is known */
function refusedLine(row: ResultRow, change: Change | undefined): string {
	const { Type, Id, TempId, ErrorMessage } = row;
	const kind = Type === 0 ? 'department' : 'user';
	const key = change?.key ?? Id ?? TempId ?? '';

	const [item] = change?.itemIndexes ?? [];
	const place = item === undefined ? '' : `(item ${item})`;

	const record = joined([kind, key, place], ' ');
	const reason = ErrorMessage ?? 'not imported';
	return `${record}: ${reason}`;
}
