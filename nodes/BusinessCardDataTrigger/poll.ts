import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import {
	CREDENTIAL_TYPE,
	fingerprint,
	labelsOf,
	OutOfTime,
	ParameterError,
	refusedBeforeCall,
	ServiceClient,
	systemClock,
} from '../shared';
import type { ErrorContext } from '../shared';
import { TAGGED } from './events';
import { Pollers } from './pollers';
import type { Counted, RunningPoll } from './pollers';
import { TRIGGER_PROPERTIES } from './properties';
import { readSettings } from './settings';
import type { TriggerSettings } from './settings';
import { newestForTest, sourceOf } from './source';
import { pollTagged, taggedForTest } from './tagged';
import { pollWatermark, TooMuchToRemember } from './watermark/poll';
import type { PollResult } from './watermark/poll';
import { TokensRefused } from './watermark/reader';
import { loadState, saveState, StateUnreadable } from './watermark/state';
import type { TriggerState } from './watermark/state';

/** A poll lasts this long at most where n8n gives no budget of its own (contract: Trigger 7). */
const POLL_MS = 30_000;

/** What n8n needs of its own budget to take the records over. */
const BUDGET_MARGIN_MS = 3_000;

/** Only n8n's durable scheduler gives a poll less than this, and its own copy of the static data. */
const DURABLE_BELOW_MS = 60_000;

const LABELS = labelsOf(TRIGGER_PROPERTIES);

const pollers = new Pollers(systemClock);

/** The service breaks down, or what it sends cannot be read: another page may come all the same. */
function isPageFailure(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode ?? 0);
	return status < 400 || status >= 500;
}

/** A poll of any event but *Business Card Tagged*. */
async function pollChanges(
	client: ServiceClient,
	settings: TriggerSettings,
	scope: string,
	stored: TriggerState | undefined,
): Promise<PollResult> {
	const { event, presentation } = settings;
	const options = {
		...settings,
		isOnce: event.isOnce,
		scope,
		passes: presentation.passes,
		source: sourceOf(client, settings),
		local: Math.floor(Date.now() / 1_000),
		isPageFailure,
	};
	const result = await pollWatermark(options, stored);
	return { ...result, records: result.records.map(presentation.project) };
}

/**
 * n8n takes a poll's records over without waiting for its database, and what it cannot store is gone. Reading the
 * credential is what a node can ask of that database; a poll may have waited long for the service since it did.
 */
async function expectDatabase(functions: IPollFunctions, { node }: ErrorContext): Promise<void> {
	await functions.getCredentials(CREDENTIAL_TYPE).catch((error: Error) => {
		const description = 'The next poll reads the same records again. If this happens again, check the database of n8n.';
		throw new NodeOperationError(node, "n8n's database did not respond, so this poll emitted nothing", {
			description: `${description} (${error.message})`,
		});
	});
}

/** One poll, or without `poll` what *Fetch Test Event* shows: it remembers nothing and may run beside a poll. */
async function run(functions: IPollFunctions, errorContext: ErrorContext, poll?: RunningPoll): Promise<IDataObject[]> {
	const settings = readSettings(functions);
	const isTagged = settings.event === TAGGED;
	// n8n has it since 2.40, its types not yet.
	const budget = (functions as { getPollBudgetMs?(): number }).getPollBudgetMs?.() ?? 0;
	const hasBudget = budget > 0 && budget < Infinity;
	const deadline = systemClock.now() + (hasBudget ? Math.max(budget - BUDGET_MARGIN_MS, budget / 2) : POLL_MS);
	const client = await ServiceClient.open(functions, { errorContext, deadline });
	if (!poll) return isTagged ? await taggedForTest(client, settings) : await newestForTest(client, settings);
	const scope = JSON.stringify([...settings.scope, fingerprint(client.credential.baseUrl)]);
	const scheduler = !hasBudget ? 'plain' : budget < DURABLE_BELOW_MS ? 'durable' : 'budgeted';
	const key = isTagged ? 'tagged' : 'watermark';
	const newest = <S extends Counted>() => pollers.newest(poll, loadState<S>(poll.holder, key), scope, scheduler);
	const { records, state, error }: PollResult<Counted> = isTagged
		? await pollTagged(client, settings, scope, newest())
		: await pollChanges(client, settings, scope, newest());
	if (records.length > 0) await expectDatabase(functions, errorContext);
	if (poll.isVoid) return [];
	saveState(poll.holder, key, state);
	pollers.note(poll, state, records.length > 0);
	if (error !== undefined) throw error;
	return records;
}

function toNodeError(error: unknown, errorContext: ErrorContext): unknown {
	if (error instanceof ParameterError) return refusedBeforeCall(errorContext, error.objection);
	const isSentence = [StateUnreadable, TokensRefused, TooMuchToRemember].some((kind) => error instanceof kind);
	if (isSentence) return new NodeOperationError(errorContext.node, (error as Error).message);
	if (!(error instanceof OutOfTime)) return error;
	const description =
		'The next poll tries again. If this happens again, check the Base URL in the credential and the connection.';
	const message = 'The service did not respond within the time of one poll';
	return error.cause ?? new NodeOperationError(errorContext.node, message, { description });
}

/** What n8n is told of the cause of a failed poll, by status: where a person has to act first, it polls less often. */
const CAUSES: ReadonlyMap<string | null, string> = new Map([
	['400', 'configuration-invalid'],
	['401', 'credential-invalid'],
	['403', 'credential-invalid'],
	['404', 'configuration-invalid'],
	['429', 'rate-limited'],
]);

/** Adds why a poll failed: n8n reads `failure` since 2.37. */
function declared(thrown: unknown, error: unknown): unknown {
	const isRefusal = [ParameterError, StateUnreadable, TooMuchToRemember].some((kind) => thrown instanceof kind);
	const byStatus = error instanceof NodeApiError ? CAUSES.get(error.httpCode) : undefined;
	const cause = isRefusal ? 'configuration-invalid' : (byStatus ?? 'temporarily-unavailable');
	return error instanceof Error ? Object.assign(error, { failure: { cause } }) : error;
}

/**
 * One poll of the trigger (contract: Trigger).
 *
 * @returns one list of items, oldest change first, or `null` when there is nothing new or another poll brings it
 * @throws NodeApiError or NodeOperationError when the poll failed
 */
export async function pollOnce(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const errorContext: ErrorContext = { node: this.getNode(), labels: LABELS };
	const { id, name } = errorContext.node;
	// n8n keeps static data by the name of the node, and two nodes may share an id.
	const key = JSON.stringify([this.getWorkflow().id, id, name]);
	const once = async (poll?: RunningPoll) => await run(this, errorContext, poll);
	const polling = this.getMode() === 'manual' ? once() : pollers.run(key, this.getWorkflowStaticData('node'), once);
	const records = await polling.catch((error: unknown) => {
		throw declared(error, toNodeError(error, errorContext));
	});
	return records && records.length > 0 ? [records.map((json) => ({ json }))] : null;
}
