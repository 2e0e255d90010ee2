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

/** What a poll reads by. */
interface Reading {
	readonly client: ServiceClient;
	readonly settings: TriggerSettings;
	/** What the state belongs to. */
	readonly scope: string;
	/** On the clock of the process. */
	readonly deadline: number;
	readonly isDurable: boolean;
}

/** Reads the parameters and the credential. */
async function begin(functions: IPollFunctions, errorContext: ErrorContext): Promise<Reading> {
	const settings = readSettings(functions);
	const budget = budgetOf(functions);
	const span = budget === undefined ? POLL_MS : Math.max(budget - BUDGET_MARGIN_MS, budget / 2);
	const deadline = systemClock.now() + span;
	const client = await ServiceClient.open(functions, { errorContext, deadline });
	const { origin, pathname } = new URL(client.credential.baseUrl);
	const scope = JSON.stringify([...settings.scope, fingerprint(`${origin}${pathname.replace(/\/+$/, '')}`)]);
	return { client, settings, scope, deadline, isDurable: budget !== undefined && budget < DURABLE_BELOW_MS };
}

/** What *Fetch Test Event* shows. It remembers nothing. */
async function test({ client, settings }: Reading): Promise<IDataObject[]> {
	return settings.event.fires === 'each tag'
		? await taggedForTest(client, settings)
		: await newestForTest(client, settings);
}

/** Reads what is new. @returns also what is to be remembered, and how; an error where the poll is to fail then */
async function read({ client, settings, scope, deadline, isDurable }: Reading, poll: RunningPoll) {
	const { event, presentation, maxRecords } = settings;
	const { holder } = poll;
	if (event.fires === 'each tag') {
		const stored = pollers.newest(poll, loadTagged(holder), scope, isDurable);
		const { records, state } = await pollTagged(client, settings, scope, stored);
		return { records, state, save: () => Object.assign(holder, { tagged: state }) };
	}
	const options = {
		...settings,
		isOnce: event.fires === 'once',
		scope,
		passes: presentation.passes,
		source: new ServiceSource(client, settings),
		budget: new Budget(systemClock, deadline, maxRecords),
		local: Math.floor(Date.now() / 1_000),
		isPageFailure,
	};
	const stored = pollers.newest(poll, loadState(holder), scope, isDurable);
	const { records, state, error } = await pollWatermark(options, stored);
	return { records: records.map(presentation.project), state, save: () => saveState(holder, state), error };
}

/**
 * n8n takes a poll's records over without waiting for its database: what it cannot store is gone, and the memory of the
 * process says all the same that it was handed over. Reading the credential is what a node can ask of that database. A
 * poll may have waited long for the service, so that it is asked again at the end.
 */
async function expectDatabase(functions: IPollFunctions, { node }: ErrorContext): Promise<void> {
	await functions.getCredentials(CREDENTIAL_TYPE).catch((error: Error) => {
		throw new NodeOperationError(node, "n8n's database did not respond, so this poll emitted nothing", {
			description: `The next poll reads the same records again. If this happens again, check the database of n8n. (${error.message})`,
		});
	});
}

/** One poll, which remembers what it hands over. */
async function run(functions: IPollFunctions, errorContext: ErrorContext, poll: RunningPoll): Promise<IDataObject[]> {
	const { records, state, save, error } = await read(await begin(functions, errorContext), poll);
	if (records.length > 0) await expectDatabase(functions, errorContext);
	if (poll.isVoid) return [];
	save();
	pollers.note(poll, state, records.length > 0);
	if (error !== undefined) throw error;
	return records;
}

function toNodeError(error: unknown, errorContext: ErrorContext): unknown {
	if (error instanceof ParameterError) return refusedBeforeCall(errorContext, error.objection);
	const said = (message: string, description?: string) =>
		new NodeOperationError(errorContext.node, message, { description });
	if (error instanceof StateUnreadable || error instanceof TokensRefused) return said(error.message);
	if (error instanceof TooMuchToRemember)
		return said(
			"n8n's clock is so far behind the service's that the trigger cannot tell old records from new ones",
			'Set the clock of the machine that runs n8n, and restart n8n.',
		);
	if (!(error instanceof OutOfTime)) return error;
	const advice =
		'The next poll tries again. If this happens again, check the Base URL in the credential and the connection.';
	return error.cause ?? said('The service did not respond within the time of one poll', advice);
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
	const records = await (
		functions.getMode() === 'manual'
			? begin(functions, errorContext).then(test)
			: pollers.run(key, functions.getWorkflowStaticData('node'), async (poll) => await run(functions, errorContext, poll))
	).catch((error: unknown) => {
		throw toNodeError(error, errorContext);
	});
	return records && records.length > 0 ? [records.map((json) => ({ json }))] : null;
}
