import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	catchAs,
	columnOrders,
	fault,
	isObject,
	isUncertain,
	joined,
	LINE_BREAK,
	listedLines,
	ParameterError,
	planOrganization,
	readList,
	readText,
	RECORD_KINDS,
	sameForm,
	shownValue,
	systemClock,
	today,
	userIdProblem,
	writeRows,
} from '../../../shared';
import type {
	Change,
	CsvLayout,
	Encoding,
	OrganizationPlan,
	OrganizationRecordKind,
	PresentRecord,
	Refusal,
	ResultRow,
	ServiceRequest,
	SyncRules,
} from '../../../shared';
import { pairedWithInput } from '../inputItems';
import { parameter } from '../run';
import type { Run } from '../run';
import { readInput, refusedItems } from './items';
import type { Input } from './items';
import { csvForm, followed, optionsOf, readPresent, refusedRows, reservedId, resultOf, untilFinished } from './service';
import type { JobFiles } from './service';

/** Both lists as they were read, and the files in which they came. */
type Before = Readonly<Record<OrganizationRecordKind, { readonly file: Buffer; records: PresentRecord[] }>>;

/** What n8n keeps with a published workflow from one run to the next, and with any from one try to the next. */
interface Memory {
	/** An import that had not ended when its run did. */
	runningImport?: string;
	/** A job whose answer was lost, by one of its changes: until then it may be imported, although nobody knows its id. */
	lostJob?: { readonly until: number; readonly change: string };
}

/** One run of the operation. */
interface Sync {
	readonly run: Run;
	readonly rules: SyncRules;
	readonly layouts: Readonly<Record<OrganizationRecordKind, CsvLayout & { readonly encoding: Encoding }>>;
	readonly input: Input;
	readonly memory: Memory;
	readonly importIds: string[];
	readonly done: Change[];
	/** The ids that the service has made, by the TempIds of the plan. */
	readonly ids: Map<string, string>;
}

/** Makes the organization what the input items say, or shows what would change (spec: E11 to E16). */
export async function runSync(run: Run): Promise<INodeExecutionData[]> {
	const memory = run.functions.getWorkflowStaticData('node') as Memory;
	const given = { rules: rulesOf(run), layouts: layoutsOf(run), input: readInput(run) };
	const sync: Sync = { run, ...given, memory, importIds: [], done: [], ids: new Map() };
	const output = await catchAs(parameter(run, 'mode') === 'apply' ? apply(sync) : plan(sync), NodeApiError);
	if (!(output instanceof NodeApiError)) return output;
	throw withProgress(output, sync);
}

async function plan(sync: Sync): Promise<INodeExecutionData[]> {
	const before = await readBoth(sync);
	return await outputItems(sync, before, allowedPlan(sync, before));
}

async function apply(sync: Sync): Promise<INodeExecutionData[]> {
	await untilEarlierImportEnds(sync);
	const [before, plan] = await settledPlan(sync);
	if (plan.refusals.length > 0) throw refusedPlan(plan.refusals);
	for (const [index, job] of plan.jobs.entries()) {
		await importJob(sync, job, `job ${index + 1} of ${plan.jobs.length}`);
	}
	// What changed nothing has nothing to be looked at again.
	const after = plan.jobs.length === 0 ? plan : planOf(sync, await readBoth(sync));
	return await outputItems(sync, before, plan, after);
}

/** Departments first: who is added in between may be in one of them. */
async function readBoth({ run, layouts }: Sync): Promise<Before> {
	const department = await readPresent(run, 'department', layouts.department);
	return { department, user: await readPresent(run, 'user', layouts.user) };
}

function planOf({ rules, input }: Sync, { department, user }: Before): OrganizationPlan {
	const present = { departments: department.records, users: user.records };
	return planOrganization(present, input.items, input.violations, rules);
}

const NO_USERS =
	'The service shows no users, although the owner of the API key is always one of them: nothing was changed';
const NO_DEPARTMENTS = 'The service shows users in departments, but no departments';

/**
 * @throws ParameterError listing every reason why nothing may be changed
 * @throws NodeApiError when the lists cannot be: who or what does not show would be made a second time
 */
function allowedPlan(sync: Sync, before: Before): OrganizationPlan {
	const { client } = sync.run;
	const { department, user } = before;
	if (user.records.length === 0) throw client.unusable(NO_USERS);
	const plan = planOf(sync, before);
	if (plan.violations.length > 0) throw refusedItems(plan.violations);
	const areHidden = department.records.length === 0 && user.records.some(({ DepartmentId = '' }) => DepartmentId !== '');
	if (areHidden && plan.counts.department.added > 0) throw client.unusable(NO_DEPARTMENTS);
	return plan;
}

function nameOf({ kind, action, key }: Change): string {
	return `${kind} ${action} ${key}`;
}

/** The organization and the plan for it, once the lost job of an earlier try can be pending no more. */
async function settledPlan(sync: Sync): Promise<[Before, OrganizationPlan]> {
	const { run, memory } = sync;
	const { until = 0, change = '' } = memory.lostJob ?? {};
	const end = systemClock.now() + until - Date.now();
	for (;;) {
		const left = end - systemClock.now();
		const before = await readBoth(sync);
		const plan = allowedPlan(sync, before);
		// A job is imported as a whole: one change that is still wanted shows that it has not been.
		if (left <= 0 || !plan.changes.some((each) => nameOf(each) === change)) {
			delete memory.lostJob;
			return [before, plan];
		}
		const pause = Math.min(optionsOf(run).pollInterval * 1_000, left);
		await systemClock.sleep(pause, run.functions.getExecutionCancelSignal());
	}
}

/**
 * An import that an earlier run left running would add everybody twice if this one did not wait for it. One that the
 * service does not know (any more) is over.
 *
 * @throws NodeApiError when it does not end in time
 */
async function untilEarlierImportEnds({ run, memory }: Sync): Promise<void> {
	if (memory.runningImport === undefined) return;
	const end = await catchAs(untilFinished(run, memory.runningImport), NodeApiError);
	if (end instanceof NodeApiError && !['400', '404'].includes(end.httpCode ?? '')) throw end;
	delete memory.runningImport;
}

/** Checks a job, imports it once and waits for its end. */
async function importJob(sync: Sync, job: readonly Change[], name: string): Promise<void> {
	const { run, memory, layouts, ids } = sync;
	const { delimiter, encoding } = layouts.user;
	const files: JobFiles = {};
	for (const kind of RECORD_KINDS) {
		const rows = job
			.filter((change) => change.kind === kind)
			.map(({ cells }) => {
				const { DepartmentId = '', ParentDepartmentId = '' } = cells;
				return { ...cells, DepartmentId: withIds(DepartmentId, ids), ParentDepartmentId: withIds(ParentDepartmentId, ids) };
			});
		if (rows.length > 0) files[kind] = writeRows(kind, rows, layouts[kind]);
	}
	const query: ServiceRequest['query'] = [
		['delimiter', delimiter],
		['encoding', encoding],
	];
	const post = { version: run.version, query, body: csvForm(files) };
	const check = { method: 'POST', response: 'csv', effect: 'read' } as const;
	const problems = await resultOf(run, { ...post, endpoint: check, path: '/organization/check' }, delimiter);
	if (problems.length > 0) throw refusedJob(run, job, name, problems);
	const reserve = { method: 'POST', response: 'json', effect: 'write' } as const;
	const importId = await reserved(sync, { ...post, endpoint: reserve, path: '/organization/jobs' }, job);
	sync.importIds.push(importId);
	memory.runningImport = importId;
	const { status, results } = await followed(run, importId);
	delete memory.runningImport;
	if (status === 'error') throw refusedJob(run, job, name, results, importId);
	for (const { TempId, Id } of results) if (TempId !== null && Id !== null) ids.set(TempId, Id);
	sync.done.push(...job);
}

/** Sends the one call that writes; where its answer is lost, the next try waits for what it may have done. */
async function reserved({ run, memory }: Sync, request: ServiceRequest, job: readonly Change[]): Promise<string> {
	const sending = run.client.send(request).then(({ json }) => reservedId(run, json));
	const answer = await catchAs(sending, Error);
	if (!(answer instanceof Error)) return answer;
	const until = Date.now() + optionsOf(run).timeout * 1_000;
	if (isUncertain(answer)) memory.lostJob = { until, change: job.map(nameOf)[0] ?? '' };
	throw answer;
}

/** How both lists are read and both files are written. */
function layoutsOf(run: Run): Sync['layouts'] {
	const { delimiter, encoding, userColumnOrder, departmentColumnOrder } = optionsOf(run);
	const layout = { delimiter, encoding };
	const { user } = columnOrders('userColumnOrder', userColumnOrder, ['user']);
	const { department } = columnOrders('departmentColumnOrder', departmentColumnOrder, ['department']);
	return { user: { ...layout, columnOrder: user }, department: { ...layout, columnOrder: department } };
}

/** What joins the names of a path. White space is as good as anything; a semicolon stands between several paths. */
function separatorOf({ functions }: Run): string {
	const given: unknown = functions.getNodeParameter('options', {});
	const separator = readText('pathSeparator', (isObject(given) && given.pathSeparator) || '/');
	if (!separator.includes(';')) return separator;
	const rule = 'it must not contain a semicolon, because semicolons separate several paths.';
	throw fault('pathSeparator', `pathSeparator is ${shownValue(separator)}`, rule);
}

/** The ids of users, also one a line. An expression that protects nobody was not meant so; a field left empty was. */
function protectedIds({ functions, given }: Run, value: unknown): string[] {
	const name = 'protectedUserIds';
	const options: unknown = functions.getNode().parameters.options;
	const isLeftEmpty = isObject(options) && options[name] === '';
	if (!isLeftEmpty && given.blanks.options?.includes(name)) {
		throw fault(name, `${name} is empty`, 'fill it in, or remove the option.');
	}
	const ids = readList(name, typeof value === 'string' ? value.replace(/[\r\n;]+/g, ',') : value).map(sameForm);
	const problem = ids.flatMap((id) => userIdProblem(id) ?? [])[0];
	if (problem === undefined) return ids;
	throw fault(name, `${name} ${problem}`, 'enter User IDs separated by commas, or they protect nobody.');
}

/** What is to be done with the items; values have been read by the description of the node. */
function rulesOf(run: Run): SyncRules {
	const options = optionsOf(run);
	return {
		...options,
		matchUsersBy: parameter(run, 'matchUsersBy'),
		missing: { user: parameter(run, 'missingUsers'), department: parameter(run, 'missingDepartments') },
		pathSeparator: separatorOf(run),
		protectedUserIds: protectedIds(run, options.protectedUserIds),
		today: today(run.functions.getTimezone()),
	} as unknown as SyncRules;
}

/** A text in which departments that have been added stand by their ids; a TempId means nothing outside of its job. */
function withIds(text: string, ids: ReadonlyMap<string, string>): string {
	return text.replace(/tempId:(\w+)/g, (reference, tempId: string) => ids.get(tempId) ?? reference);
}

/**
 * The output of a sync (contract: Summary, Change).
 *
 * @param after what a last look at the service leaves to do; undefined in a plan
 */
async function outputItems(
	sync: Sync,
	before: Before,
	plan: OrganizationPlan,
	after?: OrganizationPlan,
): Promise<INodeExecutionData[]> {
	const { run, importIds } = sync;
	const { skipped } = sync.input;
	const pairedItem = pairedWithInput(run.functions);
	const refusals = plan.refusals.map(({ message }) => message);
	if (parameter(run, 'output') === 'changes') {
		return plan.changes.map((change) => ({
			json: shownChange(sync, change, after, refusals),
			pairedItem: change.itemIndexes.length === 0 ? pairedItem : change.itemIndexes.map((item) => ({ item })),
		}));
	}
	const { user, department } = plan.counts;
	const json = {
		mode: parameter(run, 'mode') as string,
		counts: { users: { ...user, skipped: skipped.user }, departments: { ...department, skipped: skipped.department } },
		changes: plan.changes.map((change) => shownChange(sync, change, after)),
		kept: plan.kept.map(({ kind: type, key, name, reason }) => ({ type, key, name, reason })),
		refusals,
		importIds,
		converged: after ? after.violations.length === 0 && after.changes.length === 0 : null,
	};
	if (optionsOf(run).includeBackup === false) return [{ json, pairedItem }];
	const file = (kind: OrganizationRecordKind) =>
		run.functions.helpers.prepareBinaryData(before[kind].file, `${kind}s-before.csv`, 'text/csv');
	const binary = { usersBefore: await file('user'), departmentsBefore: await file('department') };
	return [{ json, binary, pairedItem }];
}

/**
 * A change in the words of the contract.
 *
 * @param refusals why *Apply* would refuse the plan, where no summary says so
 */
function shownChange({ ids }: Sync, change: Change, after?: OrganizationPlan, refusals: string[] = []): IDataObject {
	const { kind: type, action, key, name, cells, move = '' } = change;
	const undone = after?.changes.find((each) => each.kind === type && each.key === key);
	const id = change.id || (ids.get(cells.TempId ?? '') ?? null);
	const fields = Object.entries(change.fields).map(([column, { from, to }]) => {
		return [column, { from, to: typeof to === 'string' ? withIds(to, ids) : to }];
	});
	const refused = refusals.length > 0 ? `Apply would refuse this: ${refusals.join('; ')}` : '';
	const message = joined([refused, undone ? notInEffect(undone) : move], '. ') || null;
	const done = after !== undefined && undone === undefined;
	return { type, action, key, name, done, id, fields: Object.fromEntries(fields) as IDataObject, message };
}

function notInEffect({ action, fields }: Change): string {
	const columns = Object.entries(fields).map(([name, { from }]) => {
		return `${name} is ${from === null ? 'blank' : JSON.stringify(from)}`;
	});
	const told = action === 'edited' && columns.length > 0 ? `: ${columns.join(', ')}` : '';
	return `The service imported the change, but it did not take effect${told}`;
}

/** The error for a plan that breaks a limit: every limit with the records that it is about, one a line. */
function refusedPlan(refusals: readonly Refusal[]): ParameterError {
	const [{ parameter = '', message = '' } = {}, ...others] = refusals;
	const causes = refusals.flatMap((refusal) => {
		const records = listedLines(refusal.records);
		return others.length > 0 ? [`${refusal.message}:`, ...records] : records;
	});
	const headline = others.length > 0 ? `The plan breaks ${refusals.length} limits` : message;
	return new ParameterError({ parameter, message: headline, causes });
}

/** The error for a job that the service does not take. */
function refusedJob(
	run: Run,
	job: readonly Change[],
	name: string,
	results: readonly ResultRow[],
	importId?: string,
): NodeApiError {
	const what = `The service refused ${name} and imported none of its rows`;
	return refusedRows(run, what, results, importId, ({ Id, TempId }) => {
		const isMeant = ({ id, cells }: Change) => (TempId === null ? id !== '' && id === Id : TempId === cells.TempId);
		const { key, itemIndexes: [item] = [] } = job.find(isMeant) ?? {};
		return item === undefined ? key : `${key} (item ${item})`;
	});
}

const IS_RUNNING =
	'The next run of a published workflow waits until this import has ended, and goes on. By hand, wait for its end.';

/** Adds to an error what has been done before it. */
function withProgress(error: NodeApiError, { importIds, done, memory }: Sync): NodeApiError {
	error.context.importIds = [...importIds];
	error.context.done = done.map(({ kind, action, key }) => ({ type: kind, action, key }));
	const names = listedLines(done.map(({ kind, action, key }) => `${kind} ${key} ${action}`));
	const before = `Done before: ${names.join(', ')}. Nothing is undone. The next run continues from there.`;
	const told = [
		error.description ?? '',
		memory.runningImport === undefined ? '' : IS_RUNNING,
		importIds.length > 0 ? `Imports of this run: ${importIds.join(', ')}.` : '',
		names.length > 0 ? before : '',
	];
	error.description = joined(told, LINE_BREAK);
	return error;
}
