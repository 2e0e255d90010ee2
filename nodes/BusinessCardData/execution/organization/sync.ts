import { NodeApiError } from 'n8n-workflow';
import type { INodeExecutionData } from 'n8n-workflow';
import {
	catchAs,
	fault,
	fieldProblems,
	fingerprint,
	isUncertain,
	joined,
	jsonTexts,
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
import { Outcome } from './outcome';
import { isUntellable, OrganizationService } from './service';
import { inTurn } from './turns';

/** What n8n keeps with a published workflow from one run to the next, and with any from one try to the next. */
interface Memory {
	/** An import that had not ended when its run did. */
	runningImport?: string;
	/** A job whose answer was lost, by one of its changes: until then it may be imported, and nobody knows its id. */
	lostJob?: { readonly until: number; readonly change: string };
}

/** A list of the service, as a file and as records. */
type List = Awaited<ReturnType<OrganizationService['present']>>;

/** Both lists, and what is to be done. */
type Look = Readonly<Record<OrganizationRecordKind, List>> & { readonly plan: OrganizationPlan };

const NO_USERS = 'The service shows no users, although the owner of the API key is always one of them';
const NO_DEPARTMENTS = 'The service shows users in departments, but no departments';
const IS_RUNNING =
	'The next run of a published workflow waits until this import has ended, and goes on. By hand, wait for its end.';
const IS_UNTELLABLE =
	'Nothing tells when this import ends. The next run waits no longer than Wait Timeout for it, and goes on: before that, look in the service whether the import is done.';

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
		const output = await catchAs(this.syncedInTurn(), NodeApiError);
		if (!(output instanceof NodeApiError)) return output;

		const [change] = this.job.map(labelOf);
		const until = Date.now() + this.options.timeout * 1_000;
		// The reservation of a job is the one call that writes.
		if (isUncertain(output) && change) memory.lostJob = { until, change };
		const names = listedLines(done.map(labelOf)).join(', ');
		const waits = isUntellable(output) ? IS_UNTELLABLE : IS_RUNNING;
		const told = [
			output.description ?? '',
			memory.runningImport === undefined ? '' : waits,
			importIds.length > 0 ? `Imports of this run: ${importIds.join(', ')}.` : '',
			names && `Done before: ${names}. Nothing is undone. The next run continues from there.`,
		];
		output.description = joined(told, LINE_BREAK);
		const changes = done.map(({ kind: type, action, key }) => ({ type, action, key }));
		Object.assign(output.context, { importIds, done: changes });
		throw output;
	}

	/** Plans, or applies when no other run of this process applies with the same key: two would add everybody twice. */
	private async syncedInTurn(): Promise<INodeExecutionData[]> {
		const { client, functions, parameters } = this.run;
		if (parameters.values.mode !== 'apply') return await this.items(await this.look());

		const { baseUrl, apiKey } = client.credential;
		const key = fingerprint(`${new URL(baseUrl).host} ${apiKey}`);
		const items = await inTurn(key, functions.getExecutionCancelSignal(), async () => await this.applied());
		if (items) return items;
		throw client.unusable('Waiting for another sync with the same API key was cancelled', 'read', 'Nothing was sent.');
	}

	private async applied(): Promise<INodeExecutionData[]> {
		const first = await this.settled();
		const { jobs, refusals } = first.plan;
		if (refusals.length > 0) throw refusedPlan(refusals);

		for (const [index, job] of jobs.entries()) await this.import(job, `job ${index + 1} of ${jobs.length}`);
		// What changed nothing has nothing to be looked at again.
		const last = jobs.length === 0 ? first : await this.look(true);
		return await this.items(first, last);
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
			// One that the service does not know (any more) is over, and one of which nobody can tell has had its time.
			const isOver = !(end instanceof NodeApiError) || ['400', '404'].includes(end.httpCode ?? '');
			if (!isOver && !isUntellable(end)) throw end;
			delete memory.runningImport;
		}

		const { until = 0, change = '' } = memory.lostJob ?? {};
		// Should the clock have been set back meanwhile, no wait is longer than a whole one.
		const left = Math.min(until - Date.now(), this.options.timeout * 1_000);
		const end = systemClock.now() + left;
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
		const outcome = new Outcome(this.ids);
		this.job = job;
		const kinds = RECORD_KINDS.filter((each) => job.some(({ kind }) => kind === each));
		const form = kinds.map((kind) => {
			const own = job.filter((change) => change.kind === kind);
			const rows = own.map(({ cells }) => {
				return Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, outcome.withIds(name, text)]));
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
		for (const change of job) this.done.push(change);
	}

	/** The output (contract: Summary, Change), for a plan without a last look. */
	private async items({ plan, ...before }: Look, last?: Look): Promise<INodeExecutionData[]> {
		const { run, importIds, input } = this;
		const outcome = new Outcome(this.ids, last && { plan: last.plan, departments: last.department.records });
		const refusals = plan.refusals.map(({ message }) => message);
		if (run.parameters.values.output === 'changes') {
			// There is no summary to say why.
			const refused = refusals.length > 0 ? `Apply would refuse this: ${refusals.join('; ')}` : '';
			return plan.changes.map((change) => ({
				json: outcome.shown(change, refused),
				...(change.itemIndexes.length > 0 && { pairedItem: change.itemIndexes.map((item) => ({ item })) }),
			}));
		}
		const countsOf = (kind: OrganizationRecordKind) => ({ ...plan.counts[kind], skipped: input.skipped[kind] });
		const json = {
			mode: run.parameters.values.mode as string,
			counts: { users: countsOf('user'), departments: countsOf('department') },
			changes: plan.changes.map((change) => outcome.shown(change)),
			kept: plan.kept.map(({ kind: type, key, name, reason }) => ({ type, key, name, reason })),
			refusals,
			importIds,
			converged: outcome.converged(plan.changes),
		};
		if (this.options.includeBackup === false) return [{ json }];
		const file = (kind: OrganizationRecordKind) =>
			run.functions.helpers.prepareBinaryData(before[kind].file, `${kind}s-before.csv`, 'text/csv');
		const binary = { usersBefore: await file('user'), departmentsBefore: await file('department') };
		return [{ json, binary }];
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
function refuseBlankSafeguards({ parameters }: Run): void {
	const blank = parameters.blanks.find(({ field, value, isExpression }) => {
		// Somebody who adds the list and leaves it empty sees that it is empty.
		const isLeftEmpty = field.name === PROTECTED && value === '' && !isExpression;
		return SAFEGUARDS.includes(field.name) && !isLeftEmpty;
	});
	if (blank) throw blankSafeguard(blank.field.name);
}

/** Reads the ids of users, also one a line, and refuses a list that names nobody. */
function protectedIds(value: unknown): string[] {
	const name = PROTECTED;
	const list = typeof value === 'string' ? (jsonTexts(value) ?? value.replace(/[\r\n;]+/g, ',')) : value;
	const entries = readList(name, list);
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
	const blank = run.parameters.blanks.find(({ field }) => field.name === 'pathSeparator')?.value;
	const isWhiteSpace = typeof blank === 'string' && blank !== '';
	const pathSeparator = readText('pathSeparator', isWhiteSpace ? blank : options.pathSeparator);

	if (pathSeparator.includes(';')) {
		const rule = 'it must not contain a semicolon, because semicolons separate several paths.';
		throw fault('pathSeparator', `pathSeparator is ${shownValue(pathSeparator)}`, rule);
	}
	return {
		...options,
		matchUsersBy: run.parameters.values.matchUsersBy,
		missing: { user: run.parameters.values.missingUsers, department: run.parameters.values.missingDepartments },
		pathSeparator,
		protectedUserIds: protectedIds(options.protectedUserIds),
		today: today(run.functions.getTimezone()),
	} as unknown as SyncRules;
}
