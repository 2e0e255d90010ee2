import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import {
	CREDENTIAL_TYPE,
	fingerprint,
	isForeignError,
	ParameterError,
	labelsOf,
	OutOfTime,
	refusedBeforeCall,
	ServiceClient,
	systemClock,
} from '../shared';
import type { ErrorContext } from '../shared';
import { Budget } from './budget';
import { Handovers } from './handovers';
import { TRIGGER_PROPERTIES } from './properties';
import { readSettings } from './settings';
import type { TriggerSettings } from './settings';
import { ServiceSource } from './source';
import { loadState, saveState, StateUnreadable } from './state';
import type { StateHolder, TriggerState } from './state';
import { loadTagged, pollTagged, taggedForTest } from './tagged';
import type { TaggedState } from './tagged';
import { newestForTest } from './testEvent';
import { memoryFor, pollWatermark } from './watermark';
import type { ProcessMemory } from './watermark';

/** A poll lasts this long at most where n8n gives no budget of its own (contract: Trigger 7). */
const POLL_MS = 30_000;

/** What n8n needs of its own budget to take the records over. */
const BUDGET_MARGIN_MS = 3_000;

const LABELS = labelsOf(TRIGGER_PROPERTIES);

/** A poll that is under way. */
interface RunningPoll {
	/** The static data it was given. */
	readonly holder: StateHolder;
	/** Whether no poll was given that static data before. */
	readonly isFirst: boolean;
	/** Resolves when it has ended, well or not. */
	readonly ended: Promise<void>;
	/** What it remembered when it succeeded. */
	remembered?: TriggerState;
	/** Set when it is to hand nothing over and to remember nothing. */
	isVoid: boolean;
}

/** Nodes that are being polled right now: n8n may start a poll while the one before still runs. */
const polling = new Map<string, RunningPoll>();

/**
 * Static data that a poll was given. n8n keeps it in memory: all polls of one activation are given the same, but with
 * durable cursors each poll has its own.
 */
const known = new WeakSet<StateHolder>();

/**
 * Static data that met a running poll. When a workflow is activated again while the first poll of the activation before still
 * runs, n8n has loaded the static data before that poll saved its own: what the poll remembers is newer, and without it
 * everything it hands over would come a second time.
 */
const overtaken = new WeakMap<StateHolder, Pick<RunningPoll, 'remembered'>>();

/** What the last poll of each node that succeeded remembers, and the static data that it was given. */
const lastSuccess = new Map<string, { readonly holder: StateHolder; readonly state: TriggerState }>();

/**
 * What another live poller of the same node remembers. n8n may register a poller twice, each with static data of its own (it does
 * after an import): where both are polled again and again, what the other one remembers is the newer.
 */
function rememberedByOther(key: string, scope: string, { holder, isFirst }: RunningPoll): TriggerState | undefined {
	const last = lastSuccess.get(key);
	return isFirst || !last || last.holder === holder || last.state.scope !== scope ? undefined : last.state;
}

/**
 * A poll meets one that still runs. Where that one is the first poll of its activation, n8n takes over what it hands over, and so
 * it does where both belong to pollers that live on: then the later one leaves it the records. But the first poll of another
 * activation cannot know what becomes of a later poll of the one before: n8n takes that over (up to 2.27) or throws it away without
 * a word (2.30 and later). So that poll hands nothing over, and the new activation reads the records when it has ended.
 *
 * @returns whether the later poll is to wait for the end of the one that runs, and then to read
 */
function meet(running: RunningPoll, holder: StateHolder, isFirst: boolean): boolean {
	if (isFirst && !running.isFirst && running.holder !== holder) {
		running.isVoid = true;
		return true;
	}
	if (running.isFirst) overtaken.set(holder, running);
	return false;
}

/** What this process remembers beside what n8n stores. */
const handovers = new Handovers(systemClock);

/** Newer versions of n8n name the time of a poll; these are those that may keep its memory as a durable cursor. */
function hasBudget(functions: IPollFunctions): functions is IPollFunctions & { getPollBudgetMs(): unknown } {
	return 'getPollBudgetMs' in functions && typeof functions.getPollBudgetMs === 'function';
}

/** The time of one poll: n8n's own budget less what n8n needs itself, which is half of a budget that is shorter than that. */
function pollMilliseconds(functions: IPollFunctions): number {
	if (!hasBudget(functions)) return POLL_MS;
	const budget = functions.getPollBudgetMs();
	if (typeof budget !== 'number' || !Number.isFinite(budget) || budget <= 0) return POLL_MS;
	return Math.max(budget - BUDGET_MARGIN_MS, budget / 2);
}

/** What the last polls of each node ran into. */
const memories = new Map<string, ProcessMemory>();

function memoryOf(key: string, scope: string): ProcessMemory {
	const memory = memoryFor(scope, memories.get(key));
	memories.set(key, memory);
	return memory;
}

/** The status of a refusal; `undefined` where no response came, or none that can be used. */
function statusOf(error: NodeApiError): number | undefined {
	const status = Number(error.httpCode);
	return Number.isInteger(status) ? status : undefined;
}

/** The service breaks down: another page may come all the same. */
function isPageFailure(error: unknown): boolean {
	return error instanceof NodeApiError && (statusOf(error) ?? 0) >= 500;
}

/** The service does not give what is asked for; a key that it does not take concerns every page. */
function isRefusal(error: unknown): boolean {
	if (error instanceof ParameterError) return true;
	return error instanceof NodeApiError && !isPageFailure(error) && !isForeignError(error) && ![401, 429].includes(statusOf(error) ?? 0);
}

/** The service will never give it again: its version is gone, say. */
function isGone(error: unknown): boolean {
	return error instanceof NodeApiError && !isForeignError(error) && [400, 404, 410].includes(statusOf(error) ?? 0);
}

/** The address of the service as far as it tells one service from another. */
function addressOf({ credential }: ServiceClient): string {
	const { origin, pathname } = new URL(credential.baseUrl);
	return fingerprint(`${origin}${pathname.replace(/\/+$/, '')}`);
}

function toItems(records: readonly IDataObject[]): INodeExecutionData[][] | null {
	return records.length > 0 ? [records.map((json) => ({ json }))] : null;
}

/**
 * n8n takes a poll's records over without waiting for its database: what it cannot store is gone, and the memory of the process
 * says all the same that it was handed over. Reading the credential is what a node can ask of that database. A poll may have
 * waited long for the service, so that it is asked again at the end.
 */
async function expectDatabase(functions: IPollFunctions, { node }: ErrorContext): Promise<void> {
	await functions.getCredentials(CREDENTIAL_TYPE).catch((error: unknown) => {
		const reason = error instanceof Error ? error.message : String(error);
		throw new NodeOperationError(node, "n8n's database did not respond, so this poll emitted nothing", {
			description: `The next poll reads the same records again. If this happens again, check the database of n8n. (${reason})`,
		});
	});
}

/** The newest state of *Business Card Tagged* in this process: n8n stores it only with records. */
const taggedStates = new Map<string, TaggedState>();

/** A poll of *Business Card Tagged*, or a test of it. */
async function runTagged(
	functions: IPollFunctions,
	client: ServiceClient,
	settings: TriggerSettings,
	{ key, scope, running, errorContext }: { key: string; scope: string; running: RunningPoll | undefined; errorContext: ErrorContext },
): Promise<INodeExecutionData[][] | null> {
	if (!running) {
		const shown = await taggedForTest(client, settings);
		if (shown.length > 0) return toItems(shown);
		const description = 'Tag a business card in the service, or choose other tags. Then fetch a test event again.';
		throw new NodeOperationError(errorContext.node, 'No business card has any of these tags', { description });
	}
	const stored = loadTagged(running.holder);
	const inProcess = taggedStates.get(key);
	const before = (inProcess?.polls ?? 0) > (stored?.polls ?? 0) ? inProcess : stored;
	const { records, state } = await pollTagged(client, settings, scope, before);
	if (records.length > 0) await expectDatabase(functions, errorContext);
	if (running.isVoid) return null;
	Object.assign(running.holder, { tagged: state });
	taggedStates.set(key, state);
	return toItems(records);
}

async function runPoll(
	functions: IPollFunctions,
	errorContext: ErrorContext,
	key: string,
	running: RunningPoll | undefined,
): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(functions);
	const deadline = systemClock.now() + pollMilliseconds(functions);
	const client = await ServiceClient.open(functions, { errorContext, deadline });
	const scope = JSON.stringify([...settings.scope, addressOf(client)]);
	if (settings.event.fires === 'each tag') return await runTagged(functions, client, settings, { key, scope, running, errorContext });
	const source = new ServiceSource(client, settings.event, settings.range);
	if (!running) return toItems(await newestForTest(settings, source, errorContext));
	const { holder } = running;
	const stored = rememberedByOther(key, scope, running) ?? overtaken.get(holder)?.remembered ?? loadState(holder);
	// Elsewhere static data that is older than what was handed over means that n8n ended before it had taken it.
	const isDurable = hasBudget(functions);
	const newer = isDurable ? handovers.newerThan(key, stored) : undefined;
	if (newer) {
		// Another poll is due soon: by then n8n has stored it, or it meets this static data again.
		overtaken.set(holder, { remembered: newer });
		return null;
	}
	const options = {
		...settings,
		passes: settings.presentation.passes,
		scope,
		source,
		budget: new Budget(systemClock, deadline, settings.maxRecords),
		local: Math.floor(Date.now() / 1_000),
		memory: memoryOf(key, scope),
		isPageFailure,
		isRefusal,
		isGone,
	};
	const { records, state } = await pollWatermark(options, stored ?? (isDurable ? handovers.firstLook(key) : undefined));
	if (records.length > 0) await expectDatabase(functions, errorContext);
	if (running.isVoid) return null;
	overtaken.delete(holder);
	handovers.note(key, { stored, state, isNews: records.length > 0, isFirst: running.isFirst });
	saveState(holder, state);
	lastSuccess.set(key, { holder, state });
	running.remembered = state;
	return toItems(records.map(settings.presentation.project));
}

function toNodeError(error: unknown, errorContext: ErrorContext): unknown {
	if (error instanceof ParameterError) return refusedBeforeCall(errorContext, error.objection);
	if (error instanceof StateUnreadable) return new NodeOperationError(errorContext.node, error.message);
	if (error instanceof OutOfTime) {
		const description = 'The next poll tries again. If this happens again, check the Base URL in the credential and the connection.';
		return error.cause ?? new NodeOperationError(errorContext.node, 'The service did not respond within the time of one poll', { description });
	}
	return error;
}

/**
 * Enters a poll.
 *
 * @returns `null` when another one brings the records; otherwise `end` has to be called
 */
async function enterPoll(functions: IPollFunctions, key: string): Promise<(RunningPoll & { end(): void }) | null> {
	const holder: StateHolder = functions.getWorkflowStaticData('node');
	const isFirst = !known.has(holder);
	known.add(holder);
	for (let other = polling.get(key); other; other = polling.get(key)) {
		if (!meet(other, holder, isFirst)) return null;
		await other.ended;
	}
	let end = () => {};
	const ended = new Promise<void>((resolve) => {
		end = () => {
			polling.delete(key);
			resolve();
		};
	});
	const running = { holder, isFirst, isVoid: false, ended, end };
	polling.set(key, running);
	return running;
}

/**
 * One poll of the trigger (contract: Trigger).
 *
 * @returns one list of items, oldest change first, or `null` when there is nothing new or another poll brings it
 * @throws NodeApiError or NodeOperationError when the poll failed; then nothing is remembered of it
 */
export async function pollOnce(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const errorContext: ErrorContext = { node: functions.getNode(), labels: LABELS };
	// n8n keeps static data by the name of the node, and two nodes may share an id.
	const key = JSON.stringify([functions.getWorkflow().id, errorContext.node.id, errorContext.node.name]);
	// A test shows records and remembers nothing: it may run beside a poll.
	const running = functions.getMode() === 'manual' ? undefined : await enterPoll(functions, key);
	if (running === null) return null;
	try {
		return await runPoll(functions, errorContext, key, running);
	} catch (error) {
		throw toNodeError(error, errorContext);
	} finally {
		running?.end();
	}
}
