import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE, fingerprint, labelsOf, ServiceClient, systemClock } from '../shared';
import type { ErrorContext } from '../shared';
import { TAGGED } from './events';
import { isPageFailure, placeOfErrors, toNodeError } from './pollErrors';
import { Pollers } from './pollers';
import type { RunningPoll } from './pollers';
import { TRIGGER_PROPERTIES } from './properties';
import { readSettings } from './settings';
import type { TriggerSettings } from './settings';
import { newestForTest, sourceOf } from './source';
import { pollTagged, taggedForTest } from './tagged';
import type { TaggedState } from './tagged';
import { pollWatermark } from './watermark/poll';
import type { PollResult } from './watermark/poll';
import type { SavedCount, SavedState } from './watermark/savedState';

/** A poll lasts this long at most where n8n gives no budget of its own (contract: Trigger 7). */
const POLL_MS = 30_000;

/** The part of its own budget that n8n needs to take the records over. */
const BUDGET_MARGIN_MS = 3_000;

const LABELS = labelsOf(TRIGGER_PROPERTIES);

const pollers = new Pollers();

/** A call of n8n to the trigger, with all that is needed to answer it. */
interface TriggerCall {
	readonly functions: IPollFunctions;
	readonly errorContext: ErrorContext;
	readonly settings: TriggerSettings;
	readonly client: ServiceClient;
	/** n8n's budget for a poll, milliseconds; 0 where it has none. */
	readonly budget: number;
	/** The time from now on in which the trigger has to answer, milliseconds. */
	readonly timeMs: number;
}

/** The budget that n8n gives a poll since 2.40, milliseconds; its types do not know it yet. 0 where it gives none. */
function budgetOf(functions: IPollFunctions): number {
	const budget = (functions as { getPollBudgetMs?(): number }).getPollBudgetMs?.() ?? 0;
	return budget > 0 && budget < Infinity ? budget : 0;
}

async function openCall(functions: IPollFunctions, errorContext: ErrorContext): Promise<TriggerCall> {
	const settings = readSettings(functions);
	const budget = budgetOf(functions);
	const timeMs = budget > 0 ? Math.max(budget - BUDGET_MARGIN_MS, budget / 2) : POLL_MS;
	const client = await ServiceClient.open(functions, { errorContext, deadline: systemClock.now() + timeMs });
	return { functions, errorContext, settings, client, budget, timeMs };
}

/** Answers *Fetch Test Event*. It remembers nothing and may run beside a poll. */
async function fetchTestEvent(call: TriggerCall): Promise<IDataObject[]> {
	const { client, settings, timeMs } = call;
	if (settings.event === TAGGED) return await taggedForTest(client, settings, timeMs);
	return await newestForTest(client, settings);
}

/** The scope of all that is remembered (contract: Trigger 5). It is part of the saved state: its form stays. */
function scopeOf(call: TriggerCall): string {
	const { settings, client, errorContext } = call;
	const { id, name = '' } = errorContext.node.credentials?.[CREDENTIAL_TYPE] ?? {};
	const address = fingerprint(client.credential.baseUrl);
	return JSON.stringify([settings.event.value, id ?? name, settings.holderRange, address]);
}

/** Polls with the memory of the event. @returns `undefined` where another poll brings the records */
async function pollEvent(call: TriggerCall, poll: RunningPoll): Promise<PollResult<SavedCount> | undefined> {
	const { settings, client, budget, timeMs } = call;
	const scope = scopeOf(call);

	if (settings.event === TAGGED) {
		const before = pollers.resume<TaggedState>(poll, scope, budget);
		return poll.isVoid ? undefined : await pollTagged({ client, settings, scope, timeMs }, before);
	}

	const before = pollers.resume<SavedState>(poll, scope, budget);
	if (poll.isVoid) return undefined;

	const local = Math.floor(Date.now() / 1_000);
	const source = sourceOf(client, settings);
	const result = await pollWatermark({ ...settings, scope, source, local, isPageFailure }, before);
	const records = (result.records as IDataObject[]).map(settings.project);
	return { ...result, records };
}

/**
 * Checks that n8n reaches its database. n8n takes the records of a poll over without waiting for it, and what it
 * cannot store is gone. Reading the credential is all that a node can ask of that database; a poll may have waited
 * long for the service since it did.
 *
 * @throws NodeOperationError
 */
async function expectDatabase(call: TriggerCall): Promise<void> {
	const { functions, errorContext } = call;
	try {
		await functions.getCredentials(CREDENTIAL_TYPE);
	} catch (error) {
		const advice = "No record is lost, the next poll reads them again. If this keeps happening, check n8n's database.";
		throw new NodeOperationError(errorContext.node, "n8n's database did not respond, so this poll output nothing", {
			description: `${advice} (${(error as Error).message})`,
		});
	}
}

/**
 * Polls, and hands the records over to n8n together with the state.
 *
 * @returns the items, none where another poll brings them
 */
async function pollAndKeep(call: TriggerCall, poll: RunningPoll): Promise<IDataObject[]> {
	const result = await pollEvent(call, poll);
	if (!result) return [];

	const { records, state, error } = result;
	const hasRecords = records.length > 0;
	if (hasRecords) {
		await expectDatabase(call);
	}

	// Another activation may have begun meanwhile.
	if (poll.isVoid) return [];
	pollers.keep(poll, state, hasRecords);

	if (error !== undefined) throw error;
	return records as IDataObject[];
}

/**
 * Polls once (contract: Trigger).
 *
 * @returns one list of items, oldest change first, or `null` when there is nothing new or another poll brings it
 * @throws NodeApiError or NodeOperationError when the poll failed
 */
export async function pollOnce(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const errorContext: ErrorContext = { node: this.getNode(), labels: LABELS, shownIn: placeOfErrors(this) };
	try {
		const records = await answer(this, errorContext);
		return records.length > 0 ? [records.map((json) => ({ json }))] : null;
	} catch (error) {
		throw toNodeError(error, errorContext);
	}
}

async function answer(functions: IPollFunctions, errorContext: ErrorContext): Promise<IDataObject[]> {
	if (functions.getMode() === 'manual') return await fetchTestEvent(await openCall(functions, errorContext));

	// n8n keeps static data by the name of the node, and two nodes may share an id.
	const { id, name } = errorContext.node;
	const key = JSON.stringify([functions.getWorkflow().id, id, name]);
	const holder = functions.getWorkflowStaticData('node');
	const records = await pollers.run(key, holder, async (poll) => {
		const call = await openCall(functions, errorContext);
		return await pollAndKeep(call, poll);
	});
	return records ?? [];
}
