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
import type { ErrorContext, ErrorPlace } from '../shared';
import { TAGGED } from './events';
import { Pollers } from './pollers';
import type { RunningPoll } from './pollers';
import { TRIGGER_PROPERTIES } from './properties';
import { readSettings } from './settings';
import { newestForTest, sourceOf } from './source';
import { pollTagged, taggedForTest } from './tagged';
import type { TaggedState } from './tagged';
import { pollWatermark } from './watermark/poll';
import type { PollResult } from './watermark/poll';
import type { Counted, TriggerState } from './watermark/state';

/** A poll lasts this long at most where n8n gives no budget of its own (contract: Trigger 7). */
const POLL_MS = 30_000;

/** What n8n needs of its own budget to take the records over. */
const BUDGET_MARGIN_MS = 3_000;

const LABELS = labelsOf(TRIGGER_PROPERTIES);

const pollers = new Pollers();

/** The service breaks down, or what it sends cannot be read: another page may come all the same. */
function isPageFailure(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode ?? 0);
	return status < 400 || status >= 500;
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

/** What n8n gives a poll, milliseconds: since 2.40, which its types do not know yet. 0 where there is no budget. */
function budgetOf(functions: IPollFunctions): number {
	const budget = (functions as { getPollBudgetMs?(): number }).getPollBudgetMs?.() ?? 0;
	return budget > 0 && budget < Infinity ? budget : 0;
}

/** One poll, or without `poll` what *Fetch Test Event* shows: it remembers nothing and may run beside a poll. */
async function run(functions: IPollFunctions, errorContext: ErrorContext, poll?: RunningPoll): Promise<IDataObject[]> {
	const settings = readSettings(functions);
	const isTagged = settings.event === TAGGED;

	const budget = budgetOf(functions);
	const timeMs = budget > 0 ? Math.max(budget - BUDGET_MARGIN_MS, budget / 2) : POLL_MS;
	const client = await ServiceClient.open(functions, { errorContext, deadline: systemClock.now() + timeMs });
	if (!poll) return isTagged ? await taggedForTest(client, settings, timeMs) : await newestForTest(client, settings);

	// What all that is remembered belongs to (contract: Trigger 5).
	const { event, range } = settings;
	const { id, name = '' } = errorContext.node.credentials?.[CREDENTIAL_TYPE] ?? {};
	const scope = JSON.stringify([event.value, id ?? name, range, fingerprint(client.credential.baseUrl)]);

	let result: PollResult<Counted>;
	if (isTagged) {
		const before = pollers.resume<TaggedState>(poll, scope, budget);
		if (poll.isVoid) return [];
		result = await pollTagged({ client, settings, scope, timeMs }, before);
	} else {
		const before = pollers.resume<TriggerState>(poll, scope, budget);
		if (poll.isVoid) return [];
		const local = Math.floor(Date.now() / 1_000);
		const options = { ...settings, scope, source: sourceOf(client, settings), local, isPageFailure };
		result = await pollWatermark(options, before);
	}

	const { records, state, error } = result;
	if (records.length > 0) await expectDatabase(functions, errorContext);
	// Another activation may have begun meanwhile.
	if (poll.isVoid) return [];
	pollers.keep(poll, state, records.length > 0);
	if (error !== undefined) throw error;
	return isTagged ? records : records.map(settings.project);
}

/** What n8n is told of the cause of a failed poll, by status: where a person has to act first, it polls less often. */
const CAUSES: ReadonlyMap<string | null, string> = new Map([
	['400', 'configuration-invalid'],
	['401', 'credential-invalid'],
	['403', 'credential-invalid'],
	['404', 'configuration-invalid'],
	['429', 'rate-limited'],
]);

/** The error of a poll as n8n shows it, with why the poll failed: n8n reads `failure` since 2.37. */
function toNodeError(thrown: unknown, errorContext: ErrorContext): unknown {
	if (thrown instanceof ParameterError) {
		const refusal = refusedBeforeCall(errorContext, thrown.objection);
		return Object.assign(refusal, { failure: { cause: 'configuration-invalid' } });
	}
	const message = 'The service did not respond within the time of one poll';
	const description =
		'The next poll tries again. If this happens again, check the Base URL in the credential and the connection.';
	const late = () => new NodeOperationError(errorContext.node, message, { description });
	const error = thrown instanceof OutOfTime ? (thrown.cause ?? late()) : thrown;
	const cause = error instanceof NodeApiError ? CAUSES.get(error.httpCode) : undefined;
	return Object.assign(error as Error, { failure: { cause: cause ?? 'temporarily-unavailable' } });
}

/** The contexts that have polled: n8n makes one for each activation, which fails if its first poll does. */
const contextsThatPolled = new WeakSet<IPollFunctions>();

/** The place where n8n shows the error of a poll. */
function placeOfErrors(functions: IPollFunctions): ErrorPlace {
	if (functions.getMode() === 'manual') return 'outputPanel';
	if (contextsThatPolled.has(functions)) return 'text';

	contextsThatPolled.add(functions);
	return 'activation';
}

/**
 * One poll of the trigger (contract: Trigger).
 *
 * @returns one list of items, oldest change first, or `null` when there is nothing new or another poll brings it
 * @throws NodeApiError or NodeOperationError when the poll failed
 */
export async function pollOnce(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const errorContext: ErrorContext = { node: this.getNode(), labels: LABELS, shownIn: placeOfErrors(this) };
	const { id, name } = errorContext.node;
	// n8n keeps static data by the name of the node, and two nodes may share an id.
	const key = JSON.stringify([this.getWorkflow().id, id, name]);
	const once = async (poll?: RunningPoll) => await run(this, errorContext, poll);
	const polling = this.getMode() === 'manual' ? once() : pollers.run(key, this.getWorkflowStaticData('node'), once);
	const records = await polling.catch((error: unknown) => {
		throw toNodeError(error, errorContext);
	});
	return records && records.length > 0 ? [records.map((json) => ({ json }))] : null;
}
