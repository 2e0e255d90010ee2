import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	catchAs,
	fingerprint,
	isUncertain,
	joined,
	LINE_BREAK,
	listedLines,
	ParameterError,
	planOrganization,
	queryPairs,
	RECORD_KINDS,
	refuseItems,
	systemClock,
	writeRows,
} from '../../../shared';
import type { Change, OrganizationPlan, OrganizationRecordKind, Refusal } from '../../../shared';
import type { Run } from '../../resources/operation';
import { multipartBody } from '../multipart';
import type { FormPart } from '../multipart';
import { readInput } from './input';
import { Outcome } from './outcome';
import { isUntellable, OrganizationService } from './service';
import { rulesOf } from './syncRules';
import { inTurn } from './turns';

/** The memory of the node: n8n keeps it from one run of a published workflow to the next, and from try to try of any. */
interface Memory {
	/** An import that had not finished when its run ended. */
	runningImport?: string;
	/** An import whose response was lost, by one of its changes: until then it may be done, and nobody knows its id. */
	lostJob?: { readonly until: number; readonly change: string };
}

/** A list of the service, as a file and as records. */
type List = Awaited<ReturnType<OrganizationService['present']>>;

/** Both lists, and what is to be done. */
type Reading = Readonly<Record<OrganizationRecordKind, List>> & { readonly plan: OrganizationPlan };

const NO_USERS = 'The service shows no users, although the user of the API key is always one of them';
const NO_DEPARTMENTS = 'The service shows users in departments, but no departments';
const READ_AGAIN = 'Run the node again. If it says so again, check the Base URL in the credential.';

const IS_RUNNING =
	'The next run of a published workflow waits until this import has finished, and then continues. If you run the ' +
	'workflow by hand, wait yourself until it has finished.';
const IS_UNTELLABLE =
	'The service does not tell when this import finishes. The next run waits no longer than Wait Timeout for it, and ' +
	'then continues. Before that, check in the service whether the import is done.';

/** A run that makes the organization what the input items say, or shows what would change (spec: E11 to E16). */
export class Sync {
	private readonly service: OrganizationService;
	private readonly memory: Memory;
	private readonly rules: ReturnType<typeof rulesOf>;
	private readonly layouts: Readonly<Record<OrganizationRecordKind, ReturnType<OrganizationService['layout']>>>;
	private readonly input: ReturnType<typeof readInput>;
	private readonly importIds: string[] = [];
	/** The changes of the imports that have finished. */
	private readonly done: Change[] = [];
	/** The changes of the import that is under way. */
	private underWay: readonly Change[] = [];
	/** The ids that the service has made, by the TempIds of the plan. */
	private readonly ids = new Map<string, string>();

	/** @throws ParameterError for parameters and items that cannot be read */
	constructor(private readonly run: Run) {
		this.memory = run.functions.getWorkflowStaticData('node') as Memory;
		this.service = new OrganizationService(run);
		this.rules = rulesOf(this.service);
		this.layouts = {
			department: this.service.layout('department'),
			user: this.service.layout('user'),
		};
		this.input = readInput(run);
	}

	/** @throws NodeApiError that says what was done before it */
	async output(): Promise<INodeExecutionData[]> {
		const output = await catchAs(this.synced(), NodeApiError);
		if (!(output instanceof NodeApiError)) return output;

		if (isUncertain(output)) this.rememberLostImport();
		this.tellWhatWasDone(output);
		throw output;
	}

	/** Plans, or applies when no other run of this process applies with the same key: two would add everybody twice. */
	private async synced(): Promise<INodeExecutionData[]> {
		const { client, functions, parameters } = this.run;
		if (parameters.values.mode !== 'apply') {
			const reading = await this.readAndPlan();
			return await this.items(reading);
		}

		const { baseUrl, apiKey } = client.credential;
		const { host } = new URL(baseUrl);
		const key = fingerprint(`${host} ${apiKey}`);
		const cancelSignal = functions.getExecutionCancelSignal();
		const items = await inTurn(key, cancelSignal, async () => await this.applied());
		if (items) return items;

		const message = 'Waiting for another sync with the same API key was cancelled';
		throw client.unusable(message, { advice: 'Nothing was sent.' });
	}

	private async applied(): Promise<INodeExecutionData[]> {
		const first = await this.readOnceSettled();
		const { imports, refusals } = first.plan;
		if (refusals.length > 0) throw refusedPlan(refusals);

		for (const [index, changes] of imports.entries()) {
			await this.import(changes, `import ${index + 1} of ${imports.length}`);
		}

		// A run that changed nothing has nothing to read again.
		const last = imports.length === 0 ? first : await this.readAndPlan(true);
		return await this.items(first, last);
	}

	/**
	 * Reads both lists, and plans. Departments are read first: a user who is added in between may be in one of them.
	 *
	 * @param isLast whether items that break a rule are left to the caller
	 * @throws NodeApiError for a list that is not complete: its records would be made a second time
	 */
	private async readAndPlan(isLast = false): Promise<Reading> {
		const { client } = this.run;
		const department = await this.service.present('department', this.layouts.department);
		const user = await this.service.present('user', this.layouts.user);

		if (user.records.length === 0) throw client.unusable(NO_USERS, { advice: READ_AGAIN });
		const hasMembers = user.records.some((record) => record.DepartmentId !== '');
		if (department.records.length === 0 && hasMembers) throw client.unusable(NO_DEPARTMENTS, { advice: READ_AGAIN });

		const present = { departments: department.records, users: user.records };
		const plan = planOrganization(present, this.input.items, this.rules);
		if (!isLast) refuseItems(plan.violations);
		return {
			department,
			user,
			plan,
		};
	}

	/** Reads and plans once no import of an earlier run or try can be pending, which would add everybody twice. */
	private async readOnceSettled(): Promise<Reading> {
		await this.waitForRunningImport();
		return await this.readAfterLostImport();
	}

	/** Waits for the import that an earlier run left running. @throws NodeApiError where it still runs */
	private async waitForRunningImport(): Promise<void> {
		const { memory } = this;
		if (memory.runningImport === undefined) return;

		const waiting = this.service.waitForEnd(memory.runningImport);
		const end = await catchAs(waiting, NodeApiError);
		if (end instanceof NodeApiError) {
			// An import that the service does not know (any more) is over, and one of which nobody can tell has had its time.
			const isUnknown = ['400', '404'].includes(end.httpCode ?? '');
			const isOver = isUnknown || isUntellable(end);
			if (!isOver) throw end;
		}
		delete memory.runningImport;
	}

	/** Reads and plans until an import whose response was lost has taken effect, or has had its time. */
	private async readAfterLostImport(): Promise<Reading> {
		const { memory } = this;
		const { until = 0, change = '' } = memory.lostJob ?? {};
		// Should the clock have been set back meanwhile, no wait is longer than a whole one.
		const left = Math.min(until - Date.now(), this.timeoutMs);
		const end = systemClock.now() + left;

		let found = await this.readAndPlan();
		// An import is done as a whole: one change that is still wanted shows that it has not been.
		const isWanted = () => found.plan.changes.some((each) => labelOf(each) === change);
		while (isWanted() && (await this.service.pause(end))) {
			found = await this.readAndPlan();
		}

		delete memory.lostJob;
		return found;
	}

	private get timeoutMs(): number {
		return this.service.options.timeout * 1_000;
	}

	/**
	 * Checks an import, submits it once and waits until it has finished.
	 *
	 * @param name the import in the words of an error: `import 1 of 2`
	 */
	private async import(changes: readonly Change[], name: string): Promise<void> {
		const { service, memory } = this;
		const { delimiter, encoding } = service.options;
		const failure = `The service refused ${name} and imported none of its rows`;
		this.underWay = changes;

		const sent = {
			query: queryPairs({ delimiter, encoding }),
			...multipartBody(this.formOf(changes)),
		};
		const check = service.request('check', { method: 'POST' });
		const problems = await service.result({ ...check, ...sent });
		if (problems.length > 0) throw service.refused(failure, problems, changes);

		const submission = service.request('jobs', {
			method: 'POST',
			response: 'json',
			effect: 'write',
		});
		const response = this.run.client.send({
			...submission,
			...sent,
		});
		const importId = await service.importIdOf(response);
		this.importIds.push(importId);
		memory.runningImport = importId;

		const progress = await service.waitForEnd(importId);
		delete memory.runningImport;

		const results = await service.resultsOf(progress, failure, changes);
		for (const { TempId, Id } of results) {
			if (TempId !== null && Id !== null) this.ids.set(TempId, Id);
		}
		for (const change of changes) this.done.push(change);
	}

	/** The CSV files of an import. Departments that an earlier import has added are referred to by their ids. */
	private formOf(changes: readonly Change[]): FormPart[] {
		const outcome = new Outcome(this.ids);
		const kinds = RECORD_KINDS.filter((kind) => changes.some((change) => change.kind === kind));

		return kinds.map((kind): FormPart => {
			const own = changes.filter((change) => change.kind === kind);
			const rows = own.map((change) => outcome.rowWithIds(change));
			return {
				name: kind,
				content: writeRows(kind, rows, this.layouts[kind]),
				file: `${kind}.csv`,
			};
		});
	}

	/** Remembers that an import may be done, whose response was lost: its submission is the one call that writes. */
	private rememberLostImport(): void {
		const [change] = this.underWay;
		if (!change) return;
		this.memory.lostJob = {
			until: Date.now() + this.timeoutMs,
			change: labelOf(change),
		};
	}

	/** Completes an error with what the run has done, and what becomes of an import that still runs. */
	private tellWhatWasDone(error: NodeApiError): void {
		const { importIds, done, memory } = this;
		const labels = done.map(labelOf);
		const names = listedLines(labels).join(', ');
		const runningAdvice = isUntellable(error) ? IS_UNTELLABLE : IS_RUNNING;

		const lines = [
			error.description ?? '',
			memory.runningImport === undefined ? '' : runningAdvice,
			importIds.length > 0 ? `Imports of this run: ${importIds.join(', ')}.` : '',
			names && `Done before: ${names}. Nothing is undone. The next run continues from there.`,
		];
		error.description = joined(lines, LINE_BREAK);
		const changes = done.map(({ kind: type, action, key }) => ({
			type,
			action,
			key,
		}));
		Object.assign(error.context, { importIds, done: changes });
	}

	/** The output (contract: Summary, Change). @param last `undefined` in a plan */
	private async items(first: Reading, last?: Reading): Promise<INodeExecutionData[]> {
		const lastReading = last && {
			plan: last.plan,
			departments: last.department.records,
		};
		const outcome = new Outcome(this.ids, lastReading);
		if (this.run.parameters.values.output === 'changes') return changeItems(first.plan, outcome);

		const json = this.summaryOf(first.plan, outcome);
		if (this.service.options.includeBackup === false) return [{ json }];
		return [{ json, binary: await this.backupOf(first) }];
	}

	private summaryOf(plan: OrganizationPlan, outcome: Outcome): IDataObject {
		const { counts, changes, kept, refusals } = plan;
		const { skipped } = this.input;

		return {
			mode: this.run.parameters.values.mode as string,
			counts: {
				users: { ...counts.user, skipped: skipped.user },
				departments: { ...counts.department, skipped: skipped.department },
			},
			changes: changes.map((change) => outcome.shown(change)),
			kept: kept.map(({ kind: type, key, name, reason }) => ({
				type,
				key,
				name,
				reason,
			})),
			refusals: refusals.map((refusal) => refusal.message),
			importIds: this.importIds,
			converged: outcome.converged(changes),
		};
	}

	/** The CSV files as they were before. */
	private async backupOf(before: Reading) {
		const { helpers } = this.run.functions;
		const fileOf = async (kind: OrganizationRecordKind) => {
			const { file } = before[kind];
			return await helpers.prepareBinaryData(file, `${kind}s-before.csv`, 'text/csv');
		};

		return {
			usersBefore: await fileOf('user'),
			departmentsBefore: await fileOf('department'),
		};
	}
}

/** An item for each change, paired with the items that ask for it. There is no summary to say why an apply would refuse. */
function changeItems(plan: OrganizationPlan, outcome: Outcome): INodeExecutionData[] {
	const { changes, refusals } = plan;
	const messages = refusals.map((refusal) => refusal.message);
	const isRefused = messages.length > 0;
	const refused = isRefused ? `Apply would refuse this: ${messages.join('. ')}` : '';

	return changes.map((change) => {
		const item: INodeExecutionData = { json: outcome.shown(change, refused) };
		const pairs = change.itemIndexes.map((index) => ({ item: index }));
		if (pairs.length > 0) item.pairedItem = pairs;
		return item;
	});
}

/** A change as errors and the memory name it. */
function labelOf(change: Change): string {
	return `${change.kind} ${change.key} ${change.action}`;
}

/** The error for a plan that breaks limits: every limit with the records that it is about, one a line. */
function refusedPlan(refusals: readonly Refusal[]): ParameterError {
	const [first, ...others] = refusals;
	const { parameter = '', message = '', records = [] } = first ?? {};
	const isOne = others.length === 0;
	if (isOne) {
		return new ParameterError({
			parameter,
			message,
			causes: listedLines(records),
		});
	}

	const lines = refusals.flatMap((each) => [`${each.message}:`, ...listedLines(each.records)]);
	return new ParameterError({
		parameter,
		message: `The plan breaks ${refusals.length} limits`,
		causes: lines,
	});
}
