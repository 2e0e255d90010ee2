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
import { Budget } from './budget';
import { declared } from './failure';
import { Pollers } from './pollers';
import type { RunningPoll } from './pollers';
import { TRIGGER_PROPERTIES } from './properties';
import { readSettings } from './settings';
import type { TriggerSettings } from './settings';
import { ServiceSource } from './source';
import { loadTagged, pollTagged, taggedForTest } from './tagged';
import { newestForTest } from './testEvent';
import { pollWatermark, TooMuchToRemember } from './watermark/poll';
import { TokensRefused } from './watermark/reader';
import { loadState, saveState, StateUnreadable } from './watermark/state';

/** A poll lasts this long at most where n8n gives no budget of its own (contract: Trigger 7). */
const POLL_MS = 30_000;

/** What n8n needs of its own budget to take the records over. */
const BUDGET_MARGIN_MS = 3_000;

/** Only n8n's durable scheduler gives a poll less than this, and its own copy of the static data. */
const DURABLE_BELOW_MS = 60_000;

const LABELS = labelsOf(TRIGGER_PROPERTIES);

const pollers = new Pollers(systemClock);

/** What newer versions of n8n give a poll, milliseconds; `undefined` where they say nothing that can be used. */
function budgetOf(functions: IPollFunctions): number | undefined {
	if (!('getPollBudgetMs' in functions) || typeof functions.getPollBudgetMs !== 'function') return undefined;
	const budget: unknown = functions.getPollBudgetMs();
	return typeof budget === 'number' && Number.isFinite(budget) && budget > 0 ? budget : undefined;
}

/** The service breaks down, or what it sends cannot be read: another page may come all the same. */
function isPageFailure(error: unknown): boolean {
	if (!(error instanceof NodeApiError)) return false;
	const status = Number(error.httpCode ?? 0);
	return status < 400 || status >= 500;
}

/** The address of the service as far as it tells one service from another. */
function addressOf({ credential }: ServiceClient): string {
	const { origin, pathname } = new URL(credential.baseUrl);
	return fingerprint(`${origin}${pathname.replace(/\/+$/, '')}`);
}

/**
 * n8n takes a poll's records over without waiting for its database: what it cannot store is gone, and the memory of the
 * process says all the same that it was handed over. Reading the credential is what a node can ask of that database. A
 * poll may have waited long for the service, so that it is asked again at the end.
 */
async function expectDatabase(functions: IPollFunctions, { node }: ErrorContext): Promise<void> {
	await functions.getCredentials(CREDENTIAL_TYPE).catch((error: unknown) => {
		const reason = error instanceof Error ? error.message : String(error);
		throw new NodeOperationError(node, "n8n's database did not respond, so this poll emitted nothing", {
			description:
				'The next poll reads the same records again. If this happens again, check the database of n8n. ' + `(${reason})`,
		});
	});
}

/** What a poll needs of n8n's side. */
interface Context {
	readonly functions: IPollFunctions;
	readonly errorContext: ErrorContext;
	readonly client: ServiceClient;
	readonly settings: TriggerSettings;
	readonly scope: string;
	readonly deadline: number;
	readonly isDurable: boolean;
}

/** What *Fetch Test Event* shows. It remembers nothing. */
async function runTest({ client, settings, errorContext }: Context): Promise<IDataObject[]> {
	if (settings.event.fires !== 'each tag')
		return await newestForTest(settings, new ServiceSource(client, settings.event, settings.range), errorContext);
	const shown = await taggedForTest(client, settings);
	if (shown.length > 0) return shown;
	const description = 'Tag a business card in the service, or choose other tags. Then fetch a test event again.';
	throw new NodeOperationError(errorContext.node, 'No business card has any of these tags', { description });
}

/** A poll of *Business Card Tagged*. */
async function runTagged(
	{ functions, client, settings, scope, isDurable, errorContext }: Context,
	running: RunningPoll,
): Promise<IDataObject[]> {
	const { records, state } = await pollTagged(
		client,
		settings,
		scope,
		pollers.newest(running, loadTagged(running.holder), scope, isDurable),
	);
	if (records.length > 0) await expectDatabase(functions, errorContext);
	if (running.isVoid) return [];
	Object.assign(running.holder, { tagged: state });
	pollers.note(running, state, records.length > 0);
	return records;
}

/** A poll of any other event. */
async function runWatermark(
	{ functions, client, settings, scope, isDurable, errorContext, deadline }: Context,
	running: RunningPoll,
): Promise<IDataObject[]> {
	const { event, presentation, maxRecords } = settings;
	const options = {
		...settings,
		isOnce: event.fires === 'once',
		scope,
		passes: presentation.passes,
		source: new ServiceSource(client, event, settings.range),
		budget: new Budget(systemClock, deadline, maxRecords),
		local: Math.floor(Date.now() / 1_000),
		isPageFailure,
	};
	const { records, state, error } = await pollWatermark(
		options,
		pollers.newest(running, loadState(running.holder), scope, isDurable),
	);
	if (records.length > 0) await expectDatabase(functions, errorContext);
	if (running.isVoid) return [];
	saveState(running.holder, state);
	pollers.note(running, state, records.length > 0);
	if (error !== undefined) throw error;
	return records.map(presentation.project);
}

async function run(
	functions: IPollFunctions,
	errorContext: ErrorContext,
	running: RunningPoll | undefined,
): Promise<IDataObject[]> {
	const settings = readSettings(functions);
	const budget = budgetOf(functions);
	const deadline =
		systemClock.now() + (budget === undefined ? POLL_MS : Math.max(budget - BUDGET_MARGIN_MS, budget / 2));
	const client = await ServiceClient.open(functions, { errorContext, deadline });
	const scope = JSON.stringify([...settings.scope, addressOf(client)]);
	const isDurable = budget !== undefined && budget < DURABLE_BELOW_MS;
	const context = { functions, errorContext, client, settings, scope, deadline, isDurable };
	if (!running) return await runTest(context);
	return settings.event.fires === 'each tag' ? await runTagged(context, running) : await runWatermark(context, running);
}

function toNodeError(error: unknown, errorContext: ErrorContext): unknown {
	if (error instanceof ParameterError) return refusedBeforeCall(errorContext, error.objection);
	if (error instanceof StateUnreadable || error instanceof TokensRefused)
		return new NodeOperationError(errorContext.node, error.message);
	if (error instanceof TooMuchToRemember) {
		const description = 'Set the clock of the machine that runs n8n, and restart n8n.';
		return new NodeOperationError(
			errorContext.node,
			"n8n's clock is so far behind the service's that the trigger cannot tell old records from new ones",
			{ description },
		);
	}
	if (error instanceof OutOfTime) {
		const description =
			'The next poll tries again. If this happens again, check the Base URL in the credential and the connection.';
		return (
			error.cause ??
			new NodeOperationError(errorContext.node, 'The service did not respond within the time of one poll', { description })
		);
	}
	return error;
}

/** Whether the poll would be refused again, whatever the service does. */
function isRefusal(error: unknown): boolean {
	return [ParameterError, StateUnreadable, TooMuchToRemember].some((kind) => error instanceof kind);
}

/**
 * One poll of the trigger (contract: Trigger).
 *
 * @returns one list of items, oldest change first, or `null` when there is nothing new or another poll brings it
 * @throws NodeApiError or NodeOperationError when the poll failed
 */
export async function pollOnce(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const errorContext: ErrorContext = { node: functions.getNode(), labels: LABELS };
	// n8n keeps static data by the name of the node, and two nodes may share an id.
	const key = JSON.stringify([functions.getWorkflow().id, errorContext.node.id, errorContext.node.name]);
	// A test may run beside a poll.
	const isTest = functions.getMode() === 'manual';
	const running = isTest ? undefined : await pollers.begin(key, functions.getWorkflowStaticData('node'));
	if (running === null) return null;
	try {
		const records = await run(functions, errorContext, running);
		return records.length > 0 ? [records.map((json) => ({ json }))] : null;
	} catch (error) {
		throw declared(toNodeError(error, errorContext), isRefusal(error));
	} finally {
		running?.end();
	}
}
