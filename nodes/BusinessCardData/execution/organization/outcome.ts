import type { IDataObject } from 'n8n-workflow';
import { append, joined, sameForm } from '../../../shared';
import type { Cells, Change, OrganizationPlan, ResultRow } from '../../../shared';

/** What a look at the service after an apply has found. */
export interface LastLook {
	/** What another run would still do. */
	readonly plan: OrganizationPlan;
	readonly departments: readonly Cells[];
}

const NOT_IN_EFFECT = 'The service imported the change, but it did not take effect';

/** The ids of departments with one name below one parent. */
class Twins {
	private readonly keys = new Map<string, string>();
	private readonly ids = new Map<string, string[]>();

	constructor(departments: readonly Cells[]) {
		for (const { DepartmentId: id = '', DepartmentName: name = '', ParentDepartmentId: parent = '' } of departments) {
			const key = `${sameForm(parent)}\0${sameForm(name)}`;
			this.keys.set(id, key);
			append(this.ids, key, id);
		}
	}

	/** All departments that are the same as this one, if there are others. */
	of(id: string): readonly string[] {
		const ids = this.ids.get(this.keys.get(id) ?? '') ?? [];
		return ids.length > 1 ? ids : [];
	}
}

/** Tells what became of the changes of a plan, in the words of the contract: shown alone, or made and looked at again. */
export class Outcome {
	/** What is left of changes, by kind and key. */
	private readonly left = new Map<string, Change>();
	/** Why nobody can tell what is left for an item. */
	private readonly problems = new Map<number, string>();
	private readonly twins: Twins;

	/**
	 * @param ids of the records that were added, by their TempIds
	 * @param last undefined in a plan
	 */
	constructor(
		private readonly ids: ReadonlyMap<string, string>,
		private readonly last?: LastLook,
	) {
		const { plan, departments = [] } = last ?? {};
		for (const change of plan?.changes ?? []) this.left.set(`${change.kind} ${change.key}`, change);
		for (const { itemIndex, message } of plan?.violations ?? []) {
			if (itemIndex !== undefined) this.problems.set(itemIndex, message);
		}
		this.twins = new Twins(departments);
	}

	/** Whether another plan would be empty, of these changes and of all others. */
	converged(changes: readonly Change[]): boolean | null {
		if (!this.last) return null;
		const { violations, changes: left } = this.last.plan;
		return violations.length === 0 && left.length === 0 && changes.every((change) => this.isDone(change));
	}

	/** One change (contract: Change). @param refused why the plan that it belongs to is not applied */
	shown(change: Change, refused = ''): IDataObject {
		const { kind: type, action, key, name, move } = change;
		const fields = Object.entries(change.fields).map(([column, { from, to }]) => {
			return [column, { from, to: typeof to === 'string' ? this.withIds(column, to) : to }] as const;
		});
		const message = joined([refused, this.problemOf(change) ?? move], '. ') || null;
		const id = this.idOf(change) || null;
		return { type, action, key, name, done: this.isDone(change), id, fields: Object.fromEntries(fields), message };
	}

	/** The text of a column in which added departments stand by their ids: a TempId means nothing outside of its job. */
	withIds(column: string, text: string): string {
		if (!column.endsWith('DepartmentId')) return text;
		return text.replace(/tempId:(\w+)/g, (reference, tempId: string) => this.ids.get(tempId) ?? reference);
	}

	private idOf({ id, cells }: Change): string {
		return id || (this.ids.get(cells.TempId ?? '') ?? '');
	}

	private isDone(change: Change): boolean {
		return this.last !== undefined && this.problemOf(change) === undefined;
	}

	/** Why a change that was made is not as it should be. */
	private problemOf(change: Change): string | undefined {
		const twins = this.twinsOf(change);
		if (twins.length > 0) return twiceIn(twins);

		const left = this.left.get(`${change.kind} ${change.key}`);
		const problem = change.itemIndexes.map((item) => this.problems.get(item)).find((each) => each !== undefined);
		if (!left) return problem;

		const columns = left.action === 'edited' ? Object.entries(left.fields) : [];
		const present = columns.map(([column, { from }]) => `${column} is ${from === null ? 'blank' : JSON.stringify(from)}`);
		return joined([NOT_IN_EFFECT, present.join(', ')], ': ');
	}

	/** The departments that stand where a change has put one, if there are several. */
	private twinsOf(change: Change): readonly string[] {
		const { kind, action, fields } = change;
		const isPut = action === 'added' || 'DepartmentName' in fields || 'ParentDepartmentId' in fields;
		return kind === 'department' && action !== 'deleted' && isPut ? this.twins.of(this.idOf(change)) : [];
	}
}

function twiceIn(ids: readonly string[]): string {
	const cause = 'probably because another run or person added it at the same time';
	const advice = 'Move what is in one of them to the other in the service, and delete the one that is empty then';
	return `The department exists ${ids.length === 2 ? 'twice' : `${ids.length} times`}, as ${ids.join(' and ')}, ${cause}. ${advice}`;
}

/**
 * What the service says of rows that it has not imported, a line each.
 * @param job the changes that the rows stand for, where they are known: by their keys and items a person finds them
 */
export function refusedLines(rows: readonly ResultRow[], job: readonly Change[]): string[] {
	const byId = new Map(job.map((change) => [change.id, change]));
	const byTempId = new Map(job.map((change) => [change.cells.TempId, change]));

	return rows.map(({ Type, Id, TempId, ErrorMessage }) => {
		const change = TempId === null ? byId.get(Id ?? '') : byTempId.get(TempId);
		const key = change?.key ?? Id ?? TempId ?? '';
		const item = change?.itemIndexes[0];
		const who = `${Type === 0 ? 'department' : 'user'} ${key}`.trim();
		return `${who}${item === undefined ? '' : ` (item ${item})`}: ${ErrorMessage ?? 'not imported'}`;
	});
}
