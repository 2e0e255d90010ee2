import { NodeApiError } from 'n8n-workflow';
import type { INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { apiError, isUncertain, joined, operationError, planOrganization, systemClock } from '../../../../shared';
import type { OrganizationPlan, PlannedJob, Refusal, PlanViolation, WantedItem } from '../../../../shared';
import { untilFinished } from '../import';
import { wantedItems } from '../items';
import { readResults } from '../status';
import { listed } from '../../run';
import type { Run } from '../../run';
import { outputItems } from './outcome';
import { readSettings } from './parameters';
import type { SyncSettings } from './parameters';
import { isStillWanted, keptWithWorkflow, pendingOf } from './pendingJobs';
import type { Pending } from './pendingJobs';
import { Progress } from './progress';
import { reasonLines } from './reasons';
import { recognise } from './recognition';
import { resolvedJob } from './references';
import { OrganizationService } from './service';
import type { ReadOrganization } from './service';

/** How to go on after an import that takes longer than a run waits. */
const GOES_ON = 'The next run of a published workflow waits for this import and continues from there. Run by hand, wait until it has ended.';

const NO_USERS = 'The service shows no users, although the owner of the API key is always one of them: nothing was changed';

/** One run of the operation. */
class Sync {
	private readonly service: OrganizationService;

	private readonly pending: Pending;

	private readonly kept: ReturnType<typeof keptWithWorkflow>;

	constructor(
		private readonly run: Run,
		private readonly settings: SyncSettings,
	) {
		this.service = new OrganizationService(run, settings);
		this.pending = pendingOf(run.functions);
		this.kept = keptWithWorkflow(run.functions);
	}

	async output(): Promise<INodeExecutionData[]> {
		const { items, skipped } = wantedItems(this.run, recognise);
		const { before, plan } = await this.settled(items);
		if (this.settings.mode === 'plan') return await outputItems(this.run, this.settings, { plan, before, skipped });
		if (plan.refusals.length > 0) throw refusedPlan(this.run, plan.refusals);
		const progress = new Progress(this.run, plan.jobs.length);
		for (const [index, job] of plan.jobs.entries()) await this.import(job, index + 1, progress);
		// What changed nothing has nothing to be looked at again.
		const verification = plan.jobs.length === 0 ? plan : await this.verified(items, progress);
		return await outputItems(this.run, this.settings, { plan, before, skipped, applied: { progress, verification } });
	}

	/**
	 * @throws NodeOperationError listing every reason why nothing may be changed
	 * @throws NodeApiError when the departments that users are in do not show: they would be made a second time
	 */
	private async allowed({ present }: ReadOrganization, items: readonly WantedItem[]): Promise<OrganizationPlan> {
		if (present.users.length === 0) throw this.run.client.unusable(NO_USERS);
		const plan = planOrganization(present, items, this.settings.rules);
		if (plan.violations.length > 0) throw refusedItems(this.run, plan.violations);
		const areHidden = present.departments.length === 0 && present.users.some(({ DepartmentId = '' }) => DepartmentId !== '');
		if (areHidden && plan.counts.department.added > 0) throw this.run.client.unusable('The service shows users in departments, but no departments');
		return plan;
	}

	/** The organization and the plan for it, once no job of an earlier try can be pending any more. */
	private async settled(items: readonly WantedItem[]): Promise<{ before: ReadOrganization; plan: OrganizationPlan }> {
		if (this.settings.mode === 'apply') await this.untilEarlierImportEnds();
		const { job } = this.pending;
		const { pollInterval, timeout } = this.settings.waiting;
		const end = systemClock.now() + timeout * 1_000;
		const signal = this.run.functions.getExecutionCancelSignal();
		for (;;) {
			const isOver = job === undefined || systemClock.now() >= end;
			const before = await this.service.read();
			const plan = await this.allowed(before, items);
			if (isOver || !isStillWanted(job, plan)) {
				this.pending.job = undefined;
				return { before, plan };
			}
			await systemClock.sleep(Math.min(pollInterval * 1_000, end - systemClock.now()), signal);
		}
	}

	/**
	 * An import that an earlier run left running would add everybody twice if this one did not wait for it. One that the service
	 * does not know (any more) is over.
	 * @throws NodeApiError when it does not end in time
	 */
	private async untilEarlierImportEnds(): Promise<void> {
		const { runningImport } = this.kept;
		if (runningImport === undefined) return;
		try {
			await untilFinished(this.run, runningImport, this.settings.waiting);
		} catch (error) {
			const isUnknown = error instanceof NodeApiError && ['400', '404'].includes(error.httpCode ?? '');
			if (!isUnknown) throw this.told(error, new Progress(this.run, 0));
		}
		delete this.kept.runningImport;
	}

	/** Checks a job, imports it once and waits for its end. */
	private async import(planned: PlannedJob, number: number, progress: Progress): Promise<void> {
		const job = resolvedJob(planned, progress.addedIds);
		const changes = [...planned.department, ...planned.user].map(({ change }) => change);
		let importId: string | undefined;
		let isReserved = false;
		try {
			const body = this.service.body(job);
			const problems = await this.service.check(body);
			if (problems.length > 0) throw progress.refused(job, number, problems);
			isReserved = true;
			importId = await this.service.reserve(body);
			progress.importIds.push(importId);
			this.kept.runningImport = importId;
			const { status } = await untilFinished(this.run, importId, this.settings.waiting);
			delete this.kept.runningImport;
			const results = await readResults(this.run, importId);
			if (status === 'error') throw progress.refused(job, number, results, importId);
			progress.finish(job, results);
		} catch (error) {
			if (isReserved && importId === undefined && isUncertain(error)) this.pending.job = { changes };
			throw this.told(error, progress);
		}
	}

	/** Reads again and plans again: what is still to be done did not take effect. Limits have had their say. */
	private async verified(items: readonly WantedItem[], progress: Progress): Promise<OrganizationPlan> {
		try {
			const { present } = await this.service.read();
			return planOrganization(present, items, this.settings.rules);
		} catch (error) {
			throw this.told(error, progress);
		}
	}

	/** An error that says what has been done before it. */
	private told(error: unknown, progress: Progress): Error {
		if (error instanceof NodeApiError) {
			const isRunning = this.kept.runningImport !== undefined;
			if (isRunning) error.description = joined([error.description ?? '', GOES_ON], '\n');
			return progress.tell(error);
		}
		const message = error instanceof Error ? error.message : String(error);
		return progress.tell(apiError(this.run.client.errorContext, message));
	}
}

/** Longest list of records in one error; the context has all. */
const MAX_RECORDS = 50;

/** The error for a plan that breaks a limit: every limit with the records that it is about, one a line. */
function refusedPlan({ client, itemIndex }: Run, refusals: readonly Refusal[]): NodeOperationError {
	const paragraphs = refusals.map(({ message, records }) => {
		const more = records.length > MAX_RECORDS ? [`and ${records.length - MAX_RECORDS} more`] : [];
		return [`${message}:`, ...records.slice(0, MAX_RECORDS), ...more].join('\n');
	});
	const advice = 'Nothing was changed. Look at the plan (Mode: Plan), then correct the items or the parameters of the node.';
	const error = operationError({ node: client.node, itemIndex }, paragraphs.join('\n\n'), advice);
	error.context.parameter = refusals[0]?.parameter;
	error.context.refusals = refusals.map((refusal) => ({ ...refusal }));
	return error;
}

/** The error for items that cannot be planned: every reason, and what it is about. */
function refusedItems({ client, itemIndex }: Run, violations: readonly PlanViolation[]): NodeOperationError {
	const [first] = violations;
	const message = listed(reasonLines(violations));
	const advice = 'Nothing was changed. Correct the named items, or the parameters of the node.';
	const error = operationError({ node: client.node, itemIndex: first?.itemIndex ?? itemIndex }, message, advice);
	error.context.parameter = first?.parameter;
	error.context.violations = violations.map((violation) => ({ ...violation }));
	return error;
}

/** Makes the organization what the input items say, or shows what would change (spec: E11 to E16). */
export async function runSync(run: Run): Promise<INodeExecutionData[]> {
	return await new Sync(run, readSettings(run)).output();
}
