import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	catchAs,
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
import type { Change, OrganizationPlan, OrganizationRecordKind, Refusal, SyncRules } from '../../../shared';
import { pairedWithInput } from '../inputItems';
import { parameter } from '../run';
import type { Run } from '../run';
import { readInput, refuseItems } from './items';
import { addFile, OrganizationService } from './service';
import type { Present } from './service';

/** What n8n keeps with a published workflow from one run to the next, and with any from one try to the next. */
interface Memory {
	/** An import that had not ended when its run did. */
	runningImport?: string;
	/** A job whose answer was lost, by one of its changes: until then it may be imported, although nobody knows its id. */
	lostJob?: { readonly until: number; readonly change: string };
}

/** Both lists, and what is to be done. */
type Look = Readonly<Record<OrganizationRecordKind, Present>> & { readonly plan: OrganizationPlan };

const NO_USERS =
	'The service shows no users, although the owner of the API key is always one of them: nothing was changed';
const NO_DEPARTMENTS = 'The service shows users in departments, but no departments';
const IS_RUNNING =
	'The next run of a published workflow waits until this import has ended, and goes on. By hand, wait for its end.';

/** Makes the organization what the input items say, or shows what would change (spec: E11 to E16). */
export async function runSync(run: Run): Promise<INodeExecutionData[]> {
	return await new Sync(run).output();
}

/** One run of the operation. */
class Sync extends OrganizationService {
	private readonly memory = this.run.functions.getWorkflowStaticData('node') as Memory;
	private readonly rules = rulesOf(this);
	private readonly layouts = { department: this.layout('department'), user: this.layout('user') };
	private readonly input = readInput(this.run);
	private readonly importIds: string[] = [];
	private readonly done: Change[] = [];
	/** The ids that the service has made, by the TempIds of the plan. */
	private readonly ids = new Map<string, string>();
	/** The job that is under way. */
	private job: readonly Change[] = [];

	async output(): Promise<INodeExecutionData[]> {
		const output = await catchAs(parameter(this.run, 'mode') === 'apply' ? this.apply() : this.plan(), NodeApiError);
		if (!(output instanceof NodeApiError)) return output;
		const [change] = this.job.map(labelOf);
		const until = Date.now() + this.options.timeout * 1_000;
		// The reservation of a job is the one call that writes.
		if (isUncertain(output) && change) this.memory.lostJob = { until, change };
		throw this.withProgress(output);
	}

	private async plan(): Promise<INodeExecutionData[]> {
		return await this.items(this.allowed(await this.look()));
	}

	private async apply(): Promise<INodeExecutionData[]> {
		const first = await this.settled();
		const { jobs, refusals } = first.plan;
		if (refusals.length > 0) throw refusedPlan(refusals);
		for (const [index, job] of jobs.entries()) await this.import(job, `job ${index + 1} of ${jobs.length}`);
		// What changed nothing has nothing to be looked at again.
		return await this.items(first, jobs.length === 0 ? first.plan : (await this.look()).plan);
	}

	/** Departments are read first: who is added in between may be in one of them. */
	private async look(): Promise<Look> {
		const department = await this.present('department', this.layouts.department);
		const user = await this.present('user', this.layouts.user);
		const present = { departments: department.records, users: user.records };
		const { items, violations } = this.input;
		return { department, user, plan: planOrganization(present, items, violations, this.rules) };
	}

	/**
	 * @throws ParameterError listing every reason why nothing may be changed
	 * @throws NodeApiError when the lists cannot be: who or what does not show would be made a second time
	 */
	private allowed(found: Look): Look {
		const { department, user, plan } = found;
		const { client } = this.run;
		if (user.records.length === 0) throw client.unusable(NO_USERS);
		refuseItems(plan.violations);
		const areHidden = department.records.length === 0 && user.records.some(({ DepartmentId }) => DepartmentId !== '');
		if (areHidden && plan.counts.department.added > 0) throw client.unusable(NO_DEPARTMENTS);
		return found;
	}

	/**
	 * What there is to do once no job of an earlier run or try can be pending any more: it would add everybody twice. An
	 * import that the service does not know (any more) is over.
	 *
	 * @throws NodeApiError when one does not end in time
	 */
	private async settled(): Promise<Look> {
		const { memory, options } = this;
		if (memory.runningImport !== undefined) {
			const end = await catchAs(this.end(memory.runningImport), NodeApiError);
			if (end instanceof NodeApiError && !['400', '404'].includes(end.httpCode ?? '')) throw end;
			delete memory.runningImport;
		}
		const { until = 0, change = '' } = memory.lostJob ?? {};
		const end = systemClock.now() + until - Date.now();
		for (;;) {
			const left = end - systemClock.now();
			const found = this.allowed(await this.look());
			// A job is imported as a whole: one change that is still wanted shows that it has not been.
			if (left <= 0 || !found.plan.changes.some((each) => labelOf(each) === change)) {
				delete memory.lostJob;
				return found;
			}
			const pause = Math.min(options.pollInterval * 1_000, left);
			await systemClock.sleep(pause, this.run.functions.getExecutionCancelSignal());
		}
	}

	/** Checks a job, imports it once and waits for its end. */
	private async import(job: readonly Change[], name: string): Promise<void> {
		const what = `The service refused ${name} and imported none of its rows`;
		const { delimiter, encoding } = this.options;
		this.job = job;
		const body = new FormData();
		for (const kind of RECORD_KINDS) {
			const rows = job.filter((change) => change.kind === kind).map((change) => this.rowOf(change));
			if (rows.length > 0) addFile(body, kind, writeRows(kind, rows, this.layouts[kind]));
		}
		const query = { delimiter, encoding };
		const problems = await this.result({ ...this.request('check', { method: 'POST' }, query), body });
		if (problems.length > 0) throw this.refused(what, problems, job);
		const reservation = this.request('jobs', { method: 'POST', response: 'json', effect: 'write' }, query);
		const { json } = await this.run.client.send({ ...reservation, body });
		const importId = this.importIdIn(json);
		this.importIds.push(importId);
		this.memory.runningImport = importId;
		const progress = await this.end(importId);
		delete this.memory.runningImport;
		for (const { TempId, Id } of await this.results(progress, what, job)) {
			if (TempId !== null && Id !== null) this.ids.set(TempId, Id);
		}
		this.done.push(...job);
	}

	/** A text in which departments that have been added stand by their ids; a TempId means nothing outside of its job. */
	private withIds(text: string): string {
		return text.replace(/tempId:(\w+)/g, (reference, tempId: string) => this.ids.get(tempId) ?? reference);
	}

	/** The row of a change in an import. */
	private rowOf({ cells }: Change): Record<string, string> {
		const { DepartmentId = '', ParentDepartmentId = '' } = cells;
		return { ...cells, DepartmentId: this.withIds(DepartmentId), ParentDepartmentId: this.withIds(ParentDepartmentId) };
	}

	/**
	 * The output (contract: Summary, Change).
	 *
	 * @param after what a last look at the service leaves to do; undefined in a plan
	 */
	private async items({ plan, ...before }: Look, after?: OrganizationPlan): Promise<INodeExecutionData[]> {
		const { run, importIds, input } = this;
		const pairedItem = pairedWithInput(run.functions);
		const refusals = plan.refusals.map(({ message }) => message);
		if (parameter(run, 'output') === 'changes') {
			// There is no summary to say why.
			const refused = refusals.length > 0 ? `Apply would refuse this: ${refusals.join('; ')}` : '';
			return plan.changes.map((change) => ({
				json: this.shown(change, after, refused),
				pairedItem: change.itemIndexes.length === 0 ? pairedItem : change.itemIndexes.map((item) => ({ item })),
			}));
		}
		const countsOf = (kind: OrganizationRecordKind) => ({ ...plan.counts[kind], skipped: input.skipped[kind] });
		const json = {
			mode: parameter(run, 'mode') as string,
			counts: { users: countsOf('user'), departments: countsOf('department') },
			changes: plan.changes.map((change) => this.shown(change, after)),
			kept: plan.kept.map(({ kind: type, key, name, reason }) => ({ type, key, name, reason })),
			refusals,
			importIds,
			converged: after ? after.violations.length === 0 && after.changes.length === 0 : null,
		};
		if (this.options.includeBackup === false) return [{ json, pairedItem }];
		const file = (kind: OrganizationRecordKind) =>
			run.functions.helpers.prepareBinaryData(before[kind].file, `${kind}s-before.csv`, 'text/csv');
		const binary = { usersBefore: await file('user'), departmentsBefore: await file('department') };
		return [{ json, binary, pairedItem }];
	}

	/** A change in the words of the contract. */
	private shown(change: Change, after?: OrganizationPlan, refused = ''): IDataObject {
		const { kind: type, action, key, name, cells, move } = change;
		const undone = after?.changes.find((each) => each.kind === type && each.key === key);
		const id = change.id || (this.ids.get(cells.TempId ?? '') ?? null);
		const fields = Object.entries(change.fields).map(([column, { from, to }]) => {
			return [column, { from, to: typeof to === 'string' ? this.withIds(to) : to }];
		});
		const message = joined([refused, undone ? notInEffect(undone) : move], '. ') || null;
		const done = after !== undefined && !undone;
		return { type, action, key, name, done, id, fields: Object.fromEntries(fields) as IDataObject, message };
	}

	/** Adds to an error what has been done before it. */
	private withProgress(error: NodeApiError): NodeApiError {
		const { importIds, done, memory } = this;
		const names = listedLines(done.map(labelOf));
		const before = `Done before: ${names.join(', ')}. Nothing is undone. The next run continues from there.`;
		const told = [
			error.description ?? '',
			memory.runningImport === undefined ? '' : IS_RUNNING,
			importIds.length > 0 ? `Imports of this run: ${importIds.join(', ')}.` : '',
			names.length > 0 ? before : '',
		];
		error.description = joined(told, LINE_BREAK);
		error.context.importIds = importIds;
		error.context.done = done.map(({ kind, action, key }) => ({ type: kind, action, key }));
		return error;
	}
}

function labelOf({ kind, key, action }: Change): string {
	return `${kind} ${key} ${action}`;
}

function notInEffect({ action, fields }: Change): string {
	const columns = Object.entries(fields).map(([name, { from }]) => {
		return `${name} is ${from === null ? 'blank' : JSON.stringify(from)}`;
	});
	const told = action === 'edited' && columns.length > 0 ? `: ${columns.join(', ')}` : '';
	return `The service imported the change, but it did not take effect${told}`;
}

/** The error for a plan that breaks limits: every limit with the records that it is about, one a line. */
function refusedPlan(refusals: readonly Refusal[]): ParameterError {
	const [{ parameter = '', message = '' } = {}, ...others] = refusals;
	const [, ...causes] = refusals.flatMap((each) => [`${each.message}:`, ...listedLines(each.records)]);
	if (others.length === 0) return new ParameterError({ parameter, message, causes });
	const headline = `The plan breaks ${refusals.length} limits`;
	return new ParameterError({ parameter, message: headline, causes: [`${message}:`, ...causes] });
}

/** What joins the names of a path. White space is as good as anything; a semicolon stands between several paths. */
function separatorOf({ run, options }: OrganizationService): string {
	const entered = run.functions.getNodeParameter('options.pathSeparator', '');
	const separator = readText('pathSeparator', entered || options.pathSeparator);
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
	const [problem] = ids.flatMap((id) => userIdProblem(id) ?? []);
	if (problem === undefined) return ids;
	throw fault(name, `${name} ${problem}`, 'enter User IDs separated by commas, or they protect nobody.');
}

/** What is to be done with the items; values have been read by the description of the node. */
function rulesOf(service: OrganizationService): SyncRules {
	const { run, options } = service;
	return {
		...options,
		matchUsersBy: parameter(run, 'matchUsersBy'),
		missing: { user: parameter(run, 'missingUsers'), department: parameter(run, 'missingDepartments') },
		pathSeparator: separatorOf(service),
		protectedUserIds: protectedIds(run, options.protectedUserIds),
		today: today(run.functions.getTimezone()),
	} as unknown as SyncRules;
}
