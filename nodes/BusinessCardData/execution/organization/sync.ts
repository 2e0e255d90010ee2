import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	catchAs,
	fault,
	fieldProblems,
	isUncertain,
	joined,
	LINE_BREAK,
	listedLines,
	ORGANIZATION_FIELDS,
	ParameterError,
	planOrganization,
	queryPairs,
	readList,
	readText,
	RECORD_KINDS,
	refuseItems,
	sameForm,
	shownValue,
	systemClock,
	today,
	writeRows,
} from '../../../shared';
import type { Change, OrganizationPlan, OrganizationRecordKind, Refusal, SyncRules } from '../../../shared';
import { multipartBody } from '../multipart';
import type { Run } from '../../resources/operation';
import { readInput } from './import';
import { OrganizationService } from './service';

/** What n8n keeps with a published workflow from one run to the next, and with any from one try to the next. */
interface Memory {
	/** An import that had not ended when its run did. */
	runningImport?: string;
	/** A job whose answer was lost, by one of its changes: until then it may be imported, and nobody knows its id. */
	lostJob?: { readonly until: number; readonly change: string };
}

/** Both lists as files, and what is to be done. */
type Look = Readonly<Record<OrganizationRecordKind, { readonly file: Buffer }>> & { readonly plan: OrganizationPlan };

const NO_USERS = 'The service shows no users, although the owner of the API key is always one of them';
const NO_DEPARTMENTS = 'The service shows users in departments, but no departments';
const NOT_IN_EFFECT = 'The service imported the change, but it did not take effect';
const IS_RUNNING =
	'The next run of a published workflow waits until this import has ended, and goes on. By hand, wait for its end.';

/** One run that makes the organization what the input items say, or shows what would change (spec: E11 to E16). */
export class Sync extends OrganizationService {
	private readonly memory = this.run.functions.getWorkflowStaticData('node') as Memory;
	private readonly rules = rulesOf(this);
	private readonly layouts = { department: this.layout('department'), user: this.layout('user') };
	private readonly input = readInput(this.run);
	private readonly importIds: string[] = [];
	private readonly done: Change[] = [];
	/** The ids that the service has made, by the TempIds of the plan. */
	private readonly ids = new Map<string, string>();

	/** @throws NodeApiError that says what was done before it */
	async output(): Promise<INodeExecutionData[]> {
		const { importIds, done, memory } = this;
		const output = await catchAs(this.synced(), NodeApiError);
		if (!(output instanceof NodeApiError)) return output;
		const [change] = this.job.map(labelOf);
		const until = Date.now() + this.options.timeout * 1_000;
		// The reservation of a job is the one call that writes.
		if (isUncertain(output) && change) memory.lostJob = { until, change };
		const names = listedLines(done.map(labelOf)).join(', ');
		const told = [
			output.description ?? '',
			memory.runningImport === undefined ? '' : IS_RUNNING,
			importIds.length > 0 ? `Imports of this run: ${importIds.join(', ')}.` : '',
			names && `Done before: ${names}. Nothing is undone. The next run continues from there.`,
		];
		output.description = joined(told, LINE_BREAK);
		const changes = done.map(({ kind: type, action, key }) => ({ type, action, key }));
		Object.assign(output.context, { importIds, done: changes });
		throw output;
	}

	private async synced(): Promise<INodeExecutionData[]> {
		if (this.run.given.values.mode !== 'apply') return await this.items(await this.look());
		const first = await this.settled();
		const { jobs, refusals } = first.plan;
		if (refusals.length > 0) throw refusedPlan(refusals);
		for (const [index, job] of jobs.entries()) await this.import(job, `job ${index + 1} of ${jobs.length}`);
		// What changed nothing has nothing to be looked at again.
		return await this.items(first, jobs.length === 0 ? first.plan : (await this.look(true)).plan);
	}

	/** Reads what there is, and plans. Departments are read first: who is added in between may be in one of them. */
	private async look(isLast = false): Promise<Look> {
		const department = await this.present('department');
		const user = await this.present('user');
		// Who or what does not show would be made a second time.
		if (user.records.length === 0) throw this.run.client.unusable(NO_USERS);
		const areHidden = department.records.length === 0 && user.records.some(({ DepartmentId }) => DepartmentId !== '');
		if (areHidden) throw this.run.client.unusable(NO_DEPARTMENTS);
		const present = { departments: department.records, users: user.records };
		const plan = planOrganization(present, this.input.items, this.rules);
		if (!isLast) refuseItems(plan.violations);
		return { department, user, plan };
	}

	/** What there is to do once no job of an earlier run or try can be pending, which would add everybody twice. */
	private async settled(): Promise<Look> {
		const { memory } = this;
		if (memory.runningImport !== undefined) {
			const end = await catchAs(this.end(memory.runningImport), NodeApiError);
			// One that the service does not know (any more) is over.
			if (end instanceof NodeApiError && !['400', '404'].includes(end.httpCode ?? '')) throw end;
			delete memory.runningImport;
		}
		const { until = 0, change = '' } = memory.lostJob ?? {};
		const end = systemClock.now() + until - Date.now();
		let found = await this.look();
		// A job is imported as a whole: one change that is still wanted shows that it has not been.
		const isWanted = () => found.plan.changes.some((each) => labelOf(each) === change);
		while (isWanted() && (await this.pause(end))) found = await this.look();
		delete memory.lostJob;
		return found;
	}

	/** Checks a job, imports it once and waits for its end. */
	private async import(job: readonly Change[], name: string): Promise<void> {
		const what = `The service refused ${name} and imported none of its rows`;
		const { delimiter, encoding } = this.options;
		this.job = job;
		const kinds = RECORD_KINDS.filter((each) => job.some(({ kind }) => kind === each));
		const form = kinds.map((kind) => {
			const own = job.filter((change) => change.kind === kind);
			const rows = own.map(({ cells }) => {
				return Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, this.withIds(name, text)]));
			});
			return { name: kind, content: writeRows(kind, rows, this.layouts[kind]), file: `${kind}.csv` as const };
		});
		const sent = { query: queryPairs({ delimiter, encoding }), ...multipartBody(form) };
		const problems = await this.result({ ...this.request('check', { method: 'POST' }), ...sent });
		if (problems.length > 0) throw this.refused(what, problems);
		const reservation = this.request('jobs', { method: 'POST', response: 'json', effect: 'write' });
		const importId = await this.reserved(this.run.client.send({ ...reservation, ...sent }));
		this.importIds.push(importId);
		this.memory.runningImport = importId;
		const progress = await this.end(importId);
		delete this.memory.runningImport;
		for (const { TempId, Id } of await this.results(progress, what)) {
			if (TempId !== null && Id !== null) this.ids.set(TempId, Id);
		}
		this.done.push(...job);
	}

	/** The text of a column in which added departments stand by their ids: a TempId means nothing outside of its job. */
	private withIds(column: string, text: string): string {
		if (!column.endsWith('DepartmentId')) return text;
		return text.replace(/tempId:(\w+)/g, (reference, tempId: string) => this.ids.get(tempId) ?? reference);
	}

	/** The output (contract: Summary, Change); `after` is what a last look leaves to do, `undefined` in a plan. */
	private async items({ plan, ...before }: Look, after?: OrganizationPlan): Promise<INodeExecutionData[]> {
		const { run, importIds, input } = this;
		const refusals = plan.refusals.map(({ message }) => message);
		if (run.given.values.output === 'changes') {
			// There is no summary to say why.
			const refused = refusals.length > 0 ? `Apply would refuse this: ${refusals.join('; ')}` : '';
			return plan.changes.map((change) => ({
				json: this.shown(change, after, refused),
				...(change.itemIndexes.length > 0 && { pairedItem: change.itemIndexes.map((item) => ({ item })) }),
			}));
		}
		const countsOf = (kind: OrganizationRecordKind) => ({ ...plan.counts[kind], skipped: input.skipped[kind] });
		const json = {
			mode: run.given.values.mode as string,
			counts: { users: countsOf('user'), departments: countsOf('department') },
			changes: plan.changes.map((change) => this.shown(change, after)),
			kept: plan.kept.map(({ kind: type, key, name, reason }) => ({ type, key, name, reason })),
			refusals,
			importIds,
			converged: after ? after.violations.length === 0 && after.changes.length === 0 : null,
		};
		if (this.options.includeBackup === false) return [{ json }];
		const file = (kind: OrganizationRecordKind) =>
			run.functions.helpers.prepareBinaryData(before[kind].file, `${kind}s-before.csv`, 'text/csv');
		const binary = { usersBefore: await file('user'), departmentsBefore: await file('department') };
		return [{ json, binary }];
	}

	/** A change in the words of the contract. */
	private shown(change: Change, after?: OrganizationPlan, refused = ''): IDataObject {
		const { kind: type, action, key, name, cells, move } = change;
		const undone = after?.changes.find((each) => each.kind === type && each.key === key);
		const id = change.id || (this.ids.get(cells.TempId ?? '') ?? null);
		const fields = Object.entries(change.fields).map(([column, { from, to }]) => {
			return [column, { from, to: typeof to === 'string' ? this.withIds(column, to) : to }];
		});
		const left = undone?.action === 'edited' ? Object.entries(undone.fields) : [];
		const present = left.map(([column, { from }]) => `${column} is ${from === null ? 'blank' : JSON.stringify(from)}`);
		const notInEffect = joined([NOT_IN_EFFECT, present.join(', ')], ': ');
		const message = joined([refused, undone ? notInEffect : move], '. ') || null;
		const done = after !== undefined && !undone;
		return { type, action, key, name, done, id, fields: Object.fromEntries(fields) as IDataObject, message };
	}
}

function labelOf({ kind, key, action }: Change): string {
	return `${kind} ${key} ${action}`;
}

/** The error for a plan that breaks limits: every limit with the records that it is about, one a line. */
function refusedPlan(refusals: readonly Refusal[]): ParameterError {
	const [{ parameter = '', message = '' } = {}, ...others] = refusals;
	const lines = refusals.flatMap((each) => [`${each.message}:`, ...listedLines(each.records)]);
	if (others.length === 0) return new ParameterError({ parameter, message, causes: lines.slice(1) });
	return new ParameterError({ parameter, message: `The plan breaks ${refusals.length} limits`, causes: lines });
}

const PROTECTED = 'protectedUserIds';

/** The options that keep a sync from doing harm. */
const SAFEGUARDS: readonly string[] = [PROTECTED, 'maxDeletions', 'maxChanges'];

const blankSafeguard = (name: string) => fault(name, `${name} is blank`, 'fill it in, or remove the option.');

/** Refuses safeguards that were added and turned out blank: whoever added them relies on them. */
function refuseBlankSafeguards({ given }: Run): void {
	const blank = given.blanks.find(({ field, value, isExpression }) => {
		// Somebody who adds the list and leaves it empty sees that it is empty.
		const isLeftEmpty = field.name === PROTECTED && value === '' && !isExpression;
		return SAFEGUARDS.includes(field.name) && !isLeftEmpty;
	});
	if (blank) throw blankSafeguard(blank.field.name);
}

/** Reads the ids of users, also one a line, and refuses a list that names nobody. */
function protectedIds(value: unknown): string[] {
	const name = PROTECTED;
	const entries = readList(name, typeof value === 'string' ? value.replace(/[\r\n;]+/g, ',') : value);
	const ids = entries.map(sameForm).filter((id) => id !== '');
	if (ids.length === 0 && value !== '') throw blankSafeguard(name);

	const userId = ORGANIZATION_FIELDS.user.filter((field) => field.name === 'UserId');
	const [problem] = ids.flatMap((id) => userId.flatMap((field) => fieldProblems(field, id)));
	if (problem === undefined) return ids;
	throw fault(name, `${name} ${problem}`, 'enter User IDs separated by commas, or they protect nobody.');
}

/** What is to be done with the items; values have been read by the description of the node. */
function rulesOf({ run, options }: OrganizationService): SyncRules {
	refuseBlankSafeguards(run);

	// White space, which counts as blank elsewhere, may join the names of a path.
	const entered = run.functions.getNodeParameter('options.pathSeparator', '');
	const pathSeparator = readText('pathSeparator', entered || options.pathSeparator);
	if (pathSeparator.includes(';')) {
		const rule = 'it must not contain a semicolon, because semicolons separate several paths.';
		throw fault('pathSeparator', `pathSeparator is ${shownValue(pathSeparator)}`, rule);
	}
	return {
		...options,
		matchUsersBy: run.given.values.matchUsersBy,
		missing: { user: run.given.values.missingUsers, department: run.given.values.missingDepartments },
		pathSeparator,
		protectedUserIds: protectedIds(options.protectedUserIds),
		today: today(run.functions.getTimezone()),
	} as unknown as SyncRules;
}
