import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Change, OrganizationPlan, OrganizationRecordKind } from '../../../../shared';
import { pairedWithInput } from '../../inputItems';
import type { Run } from '../../run';
import type { SyncSettings } from './parameters';
import type { Progress } from './progress';
import { withIds } from './references';
import type { ReadOrganization } from './service';

/** What reading again after an apply has shown. */
export type Verification = OrganizationPlan;

/** What a run comes to. */
export interface SyncOutcome {
	readonly plan: OrganizationPlan;
	/** Undefined in a plan. */
	readonly applied?: { readonly progress: Progress; readonly verification: Verification };
	readonly before: ReadOrganization;
	/** Items without anything in their columns. */
	readonly skipped: Readonly<Record<OrganizationRecordKind, number>>;
}

const BACKUPS: Readonly<Record<OrganizationRecordKind, readonly [field: string, file: string]>> = {
	user: ['usersBefore', 'users-before.csv'],
	department: ['departmentsBefore', 'departments-before.csv'],
};

/** What a reading after an import still wants, found by the change of the plan that should have done it. */
class Remainder {
	private readonly byName = new Map<string, Change>();

	constructor(verification: Verification) {
		for (const change of verification.changes) {
			for (const name of namesOf(change)) if (!this.byName.has(name)) this.byName.set(name, change);
		}
	}

	/** What is still wanted of the record of a change. */
	of(change: Change): Change | undefined {
		return namesOf(change).flatMap((name) => this.byName.get(name) ?? [])[0];
	}
}

/** What a record may be found by in another plan: its id where it has one, and its key. */
function namesOf({ kind, key, id }: Change): string[] {
	return [...(id === '' ? [] : [`${kind} id ${id}`]), `${kind} key ${key}`];
}

function notInEffect({ action, fields }: Change): string {
	const columns = Object.entries(fields).map(([name, { from }]) => `${name} is ${from === null ? 'blank' : JSON.stringify(from)}`);
	const told = action === 'edited' && columns.length > 0 ? `: ${columns.join(', ')}` : '';
	return `The service imported the change, but it did not take effect${told}`;
}

function fieldsOf(change: Change, { applied }: SyncOutcome): IDataObject {
	const ids = applied?.progress.addedIds ?? new Map<string, string>();
	const shown = Object.entries(change.fields).map(([name, { from, to }]) => [
		name,
		{ from, to: typeof to === 'string' && /DepartmentId$/.test(name) ? withIds(to, ids) : to },
	]);
	return Object.fromEntries(shown) as IDataObject;
}

function shownChange(change: Change, outcome: SyncOutcome, remaining: Remainder | undefined): IDataObject {
	const { kind: type, action, key, name, move } = change;
	const { applied } = outcome;
	const remainder = remaining?.of(change);
	const id = applied?.progress.idOf(change) ?? change.id;
	return {
		type,
		action,
		key,
		name,
		done: applied !== undefined && remainder === undefined,
		id: id === '' ? null : id,
		fields: fieldsOf(change, outcome),
		message: remainder ? notInEffect(remainder) : (move ?? null),
	};
}

function shownChanges(outcome: SyncOutcome): IDataObject[] {
	const remaining = outcome.applied && new Remainder(outcome.applied.verification);
	return outcome.plan.changes.map((change) => shownChange(change, outcome, remaining));
}

async function backups(run: Run, { files }: ReadOrganization): Promise<INodeExecutionData['binary']> {
	const entries = (Object.keys(BACKUPS) as OrganizationRecordKind[]).map(async (kind) => {
		const [field, file] = BACKUPS[kind];
		return [field, await run.functions.helpers.prepareBinaryData(files[kind], file, 'text/csv')] as const;
	});
	return Object.fromEntries(await Promise.all(entries));
}

/** One item for each change, paired with the items that asked for it; a deletion of what nobody named with all of them. */
function changeItems(run: Run, outcome: SyncOutcome): INodeExecutionData[] {
	const all = pairedWithInput(run.functions);
	const shown = shownChanges(outcome);
	return outcome.plan.changes.map(({ itemIndexes }, index) => ({
		json: shown[index] ?? {},
		pairedItem: itemIndexes.length === 0 ? all : itemIndexes.map((item) => ({ item })),
	}));
}

/** The output of a sync (contract: Summary, Change). */
export async function outputItems(run: Run, settings: SyncSettings, outcome: SyncOutcome): Promise<INodeExecutionData[]> {
	if (settings.output === 'changes') return changeItems(run, outcome);
	const { plan, applied, before, skipped } = outcome;
	const { user, department } = plan.counts;
	const json = {
		mode: settings.mode,
		counts: { users: { ...user, skipped: skipped.user }, departments: { ...department, skipped: skipped.department } },
		changes: shownChanges(outcome),
		kept: plan.kept.map(({ kind: type, key, name, reason }) => ({ type, key, name, reason })),
		refusals: plan.refusals.map(({ message }) => message),
		importIds: applied?.progress.importIds ?? [],
		converged: applied ? applied.verification.violations.length === 0 && applied.verification.changes.length === 0 : null,
	};
	const binary = settings.includeBackup ? { binary: await backups(run, before) } : {};
	return [{ json, ...binary, pairedItem: pairedWithInput(run.functions) }];
}
