import type { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { apiError, joined, LINE_BREAK, listedLines, ParameterError } from '../../../shared';
import type {
	Change,
	OrganizationPlan,
	OrganizationRecordKind,
	PresentRecord,
	Refusal,
	ResultRow,
} from '../../../shared';
import { pairedWithInput } from '../inputItems';
import { parameter } from '../run';
import type { Run } from '../run';
import { failuresIn, optionsOf } from './service';

/* What a sync says: its output, and its errors. */

/** Both lists as they were read, and the files in which they came. */
export type Before = Readonly<Record<OrganizationRecordKind, { readonly file: Buffer; records: PresentRecord[] }>>;

/** What a run has done so far. */
export interface Progress {
	readonly importIds: string[];
	readonly done: Change[];
	/** The ids that the service has made, by the TempIds of the plan. */
	readonly ids: Map<string, string>;
}

/** What a run comes to. */
export interface Outcome {
	readonly plan: OrganizationPlan;
	readonly before: Before;
	/** Items without anything in their columns. */
	readonly skipped: Readonly<Record<OrganizationRecordKind, number>>;
	/** What was done, and the plan that a last look at the service gives; undefined in a plan. */
	readonly applied?: { readonly progress: Progress; readonly after: OrganizationPlan };
}

/** A text in which departments that have been added stand by their ids; a TempId means nothing outside of its job. */
export function withIds(text: string, ids: ReadonlyMap<string, string>): string {
	return text.replace(/tempId:(\w+)/g, (reference, tempId: string) => ids.get(tempId) ?? reference);
}

/** The output of a sync (contract: Summary, Change). */
export async function outputItems(run: Run, outcome: Outcome): Promise<INodeExecutionData[]> {
	const { plan, applied, before, skipped } = outcome;
	const pairedItem = pairedWithInput(run.functions);
	const refusals = plan.refusals.map(({ message }) => message);
	const isSummary = parameter(run, 'output') !== 'changes';
	const changes = shownChanges(outcome, isSummary ? [] : refusals);
	if (!isSummary) {
		return plan.changes.map(({ itemIndexes }, index) => ({
			json: changes[index] ?? {},
			pairedItem: itemIndexes.length === 0 ? pairedItem : itemIndexes.map((item) => ({ item })),
		}));
	}
	const { user, department } = plan.counts;
	const json = {
		mode: parameter(run, 'mode') as string,
		counts: { users: { ...user, skipped: skipped.user }, departments: { ...department, skipped: skipped.department } },
		changes,
		kept: plan.kept.map(({ kind: type, key, name, reason }) => ({ type, key, name, reason })),
		refusals,
		importIds: applied?.progress.importIds ?? [],
		converged: applied ? applied.after.violations.length === 0 && applied.after.changes.length === 0 : null,
	};
	if (optionsOf(run).includeBackup === false) return [{ json, pairedItem }];
	const file = (kind: OrganizationRecordKind) =>
		run.functions.helpers.prepareBinaryData(before[kind].file, `${kind}s-before.csv`, 'text/csv');
	const binary = { usersBefore: await file('user'), departmentsBefore: await file('department') };
	return [{ json, binary, pairedItem }];
}

/** Without the summary, a person sees in the changes alone that *Apply* would refuse them. */
function shownChanges({ plan, applied }: Outcome, refusals: readonly string[]): IDataObject[] {
	const { ids = new Map<string, string>() } = applied?.progress ?? {};
	const left = new Map(applied?.after.changes.map((change) => [`${change.kind} ${change.key}`, change]));
	const refused = refusals.length > 0 ? `Apply would refuse this: ${refusals.join('; ')}` : '';
	return plan.changes.map((change) => {
		const { kind: type, action, key, name, cells, move = '' } = change;
		const undone = left.get(`${type} ${key}`);
		const done = applied !== undefined && undone === undefined;
		const id = change.id || (ids.get(cells.TempId ?? '') ?? null);
		const shown = (value: string | number | null) => (typeof value === 'string' ? withIds(value, ids) : value);
		const fields = Object.entries(change.fields).map(([column, { from, to }]) => [column, { from, to: shown(to) }]);
		const message = joined([refused, undone ? notInEffect(undone) : move], '. ') || null;
		return { type, action, key, name, done, id, fields: Object.fromEntries(fields) as IDataObject, message };
	});
}

function notInEffect({ action, fields }: Change): string {
	const columns = Object.entries(fields).map(([name, { from }]) => {
		return `${name} is ${from === null ? 'blank' : JSON.stringify(from)}`;
	});
	const told = action === 'edited' && columns.length > 0 ? `: ${columns.join(', ')}` : '';
	return `The service imported the change, but it did not take effect${told}`;
}

/** The error for a plan that breaks a limit: every limit with the records that it is about, one a line. */
export function refusedPlan(refusals: readonly Refusal[]): ParameterError {
	const [{ parameter = '', message = '' } = {}, ...others] = refusals;
	const causes = refusals.flatMap((refusal) => {
		const records = listedLines(refusal.records);
		return others.length > 0 ? [`${refusal.message}:`, ...records] : records;
	});
	const headline = others.length > 0 ? `The plan breaks ${refusals.length} limits` : message;
	return new ParameterError({ parameter, message: headline, causes });
}

/** The error for a job that the service does not take, with what it says of each record. */
export function refusedJob(
	run: Run,
	job: readonly Change[],
	name: string,
	results: readonly ResultRow[],
	importId?: string,
): NodeApiError {
	const keyOf = ({ Id, TempId }: ResultRow) => {
		const isMeant = ({ id, cells }: Change) => (TempId === null ? id !== '' && id === Id : TempId === cells.TempId);
		const { key, itemIndexes: [item] = [] } = job.find(isMeant) ?? {};
		return item === undefined ? key : `${key} (item ${item})`;
	};
	const reasons = failuresIn(results, keyOf);
	const message = `The service refused ${name} and imported none of its rows: ${reasons}`;
	const error = apiError(run.client.errorContext, message, 'Correct the named records, and run the node again.');
	error.context.errors = results.filter(({ Completed }) => Completed !== true).map((row) => ({ ...row }));
	if (importId !== undefined) error.context.importId = importId;
	return error;
}

const IS_RUNNING =
	'The next run of a published workflow waits until this import has ended, and goes on. By hand, wait for its end.';

/** Adds to an error what has been done before it. */
export function withProgress(error: NodeApiError, { importIds, done }: Progress, isRunning: boolean): NodeApiError {
	error.context.importIds = [...importIds];
	error.context.done = done.map(({ kind, action, key }) => ({ type: kind, action, key }));
	const names = listedLines(done.map(({ kind, action, key }) => `${kind} ${key} ${action}`));
	const before = `Done before: ${names.join(', ')}. Nothing is undone. The next run continues from there.`;
	const told = [
		error.description ?? '',
		isRunning ? IS_RUNNING : '',
		importIds.length > 0 ? `Imports of this run: ${importIds.join(', ')}.` : '',
		names.length > 0 ? before : '',
	];
	error.description = joined(told, LINE_BREAK);
	return error;
}
