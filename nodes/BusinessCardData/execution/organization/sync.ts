import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	catchAs,
	columnOrders,
	fault,
	isObject,
	isUncertain,
	planOrganization,
	readList,
	readText,
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
	Delimiter,
	Encoding,
	OrganizationPlan,
	OrganizationRecordKind,
	ServiceRequest,
	SyncRules,
	WantedItem,
} from '../../../shared';
import { parameter } from '../run';
import type { Run } from '../run';
import { refusedItems, wantedItems } from './items';
import { checkedBy, csvForm, followed, KINDS, optionsOf, readPresent, reservedId, untilFinished } from './service';
import type { JobFiles } from './service';
import { outputItems, refusedJob, refusedPlan, withIds, withProgress } from './syncReport';
import type { Before, Progress } from './syncReport';

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
	readonly items: readonly WantedItem[];
	readonly memory: Memory;
	readonly progress: Progress;
}

/** Makes the organization what the input items say, or shows what would change (spec: E11 to E16). */
export async function runSync(run: Run): Promise<INodeExecutionData[]> {
	const { items, skipped } = wantedItems(run);
	const progress: Progress = { importIds: [], done: [], ids: new Map() };
	const memory = run.functions.getWorkflowStaticData('node') as Memory;
	const sync: Sync = { run, rules: rulesOf(run), layouts: layoutsOf(run), items, memory, progress };
	const isApplied = parameter(run, 'mode') === 'apply';
	const doing = isApplied
		? applied(sync)
		: readBoth(sync).then((before) => ({ before, plan: allowedPlan(sync, before) }));
	const outcome = await catchAs(doing, NodeApiError);
	if (!(outcome instanceof NodeApiError)) return await outputItems(run, { ...outcome, skipped });
	throw withProgress(outcome, progress, memory.runningImport !== undefined);
}

/** Makes the changes, and looks at the service once more. */
async function applied(sync: Sync) {
	await untilEarlierImportEnds(sync);
	const [before, plan] = await settledPlan(sync);
	if (plan.refusals.length > 0) throw refusedPlan(plan.refusals);
	for (const [index, job] of plan.jobs.entries()) {
		await importJob(sync, job, `job ${index + 1} of ${plan.jobs.length}`);
	}
	// What changed nothing has nothing to be looked at again.
	const after = plan.jobs.length === 0 ? plan : planOf(sync, await readBoth(sync));
	return { before, plan, applied: { progress: sync.progress, after } };
}

/** Departments first: who is added in between may be in one of them. */
async function readBoth({ run, layouts }: Sync): Promise<Before> {
	const department = await readPresent(run, 'department', layouts.department);
	return { department, user: await readPresent(run, 'user', layouts.user) };
}

function planOf({ rules, items }: Sync, { department, user }: Before): OrganizationPlan {
	return planOrganization({ departments: department.records, users: user.records }, items, rules);
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
	const { lostJob } = memory;
	const end = systemClock.now() + (lostJob ? lostJob.until - Date.now() : 0);
	for (;;) {
		const left = end - systemClock.now();
		const before = await readBoth(sync);
		const plan = allowedPlan(sync, before);
		// A job is imported as a whole: one change that is still wanted shows that it has not been.
		if (left <= 0 || !plan.changes.some((change) => nameOf(change) === lostJob?.change)) {
			delete memory.lostJob;
			return [before, plan];
		}
		const pause = Math.min(Number(optionsOf(run).pollInterval) * 1_000, left);
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
	const { run, memory, layouts, progress } = sync;
	const { delimiter, encoding } = layouts.user;
	const files: JobFiles = {};
	for (const kind of KINDS) {
		const rows = job.flatMap((change) => {
			const { DepartmentId = '', ParentDepartmentId = '' } = change.cells;
			const refer = (text: string) => withIds(text, progress.ids);
			const places = { DepartmentId: refer(DepartmentId), ParentDepartmentId: refer(ParentDepartmentId) };
			return change.kind === kind ? [{ ...change.cells, ...places }] : [];
		});
		if (rows.length > 0) files[kind] = writeRows(kind, rows, layouts[kind]);
	}
	const query: ServiceRequest['query'] = [
		['delimiter', delimiter],
		['encoding', encoding],
	];
	const post = { version: run.version, query, body: csvForm(files) };
	const check = { method: 'POST', response: 'csv', effect: 'read' } as const;
	const problems = await checkedBy(run, { ...post, endpoint: check, path: '/organization/check' }, delimiter);
	if (problems.length > 0) throw refusedJob(run, job, name, problems);
	const reserve = { method: 'POST', response: 'json', effect: 'write' } as const;
	const importId = await reserved(sync, { ...post, endpoint: reserve, path: '/organization/jobs' }, job);
	progress.importIds.push(importId);
	memory.runningImport = importId;
	const { status, results } = await followed(run, importId);
	delete memory.runningImport;
	if (status === 'error') throw refusedJob(run, job, name, results, importId);
	for (const { TempId, Id } of results) if (TempId !== null && Id !== null) progress.ids.set(TempId, Id);
	progress.done.push(...job);
}

/** Sends the one call that writes; where its answer is lost, the next try waits for what it may have done. */
async function reserved({ run, memory }: Sync, request: ServiceRequest, job: readonly Change[]): Promise<string> {
	const sending = run.client.send(request).then(({ json }) => reservedId(run, json));
	const answer = await catchAs(sending, Error);
	if (!(answer instanceof Error)) return answer;
	const until = Date.now() + Number(optionsOf(run).timeout) * 1_000;
	if (isUncertain(answer)) memory.lostJob = { until, change: job.map(nameOf)[0] ?? '' };
	throw answer;
}

/** How both lists are read and both files are written. */
function layoutsOf(run: Run): Sync['layouts'] {
	const { delimiter, encoding, userColumnOrder, departmentColumnOrder } = optionsOf(run);
	const layout = { delimiter: delimiter as Delimiter, encoding: encoding as Encoding };
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

/** The ids of users, also one a line. What was added to protect users and protects nobody was not meant so. */
function protectedIds({ functions, given }: Run, value: unknown): string[] {
	const name = 'protectedUserIds';
	const { options } = functions.getNode().parameters;
	const isLeftEmpty = isObject(options) && (options as IDataObject)[name] === '';
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
	const zone = run.functions.getTimezone();
	const options = optionsOf(run);
	return {
		...options,
		matchUsersBy: parameter(run, 'matchUsersBy'),
		missing: { user: parameter(run, 'missingUsers'), department: parameter(run, 'missingDepartments') },
		pathSeparator: separatorOf(run),
		protectedUserIds: protectedIds(run, options.protectedUserIds),
		today: today(zone),
		zone,
	} as unknown as SyncRules;
}
