import { honestFields } from './generate';
import { firesOnce, PLAIN_POLL } from './history';
import type { History, Step } from './history';
import { Life } from './life';
import type { PollReport, Trigger } from './life';
import type { Finding } from './oracle';

/** What a history came to. */
export interface Outcome {
	readonly findings: readonly Finding[];
	readonly polls: number;
	readonly calls: number;
	/** Calls of polls at the end, when nothing has changed for a day. */
	readonly quietCalls: number;
	readonly quietPolls: number;
	/** The largest memory, in characters of JSON, and the one at the end. */
	readonly largest: number;
	readonly emitted: number;
}

export interface SimulationOptions {
	readonly hear?: (step: Step | PollReport) => void;
	readonly isWide?: boolean;
	readonly isShort?: boolean;
}

const DAY_MS = 86_400_000;
const REST_POLLS = 12;
const QUIET_POLLS = 3;

/** Polls in which a new record and a changed one have to come, whatever has happened; more where pages fail. */
const PROBES = 3;
const PROBES_AROUND = 24;

/** So many times that long counts as late where a poll reads a few records only, and not yet as silence. */
const PATIENCE = 8;

/** Bytes of a quiet memory, and of each record that is ahead or waits. */
const QUIET_BYTES = 4_096;
const BYTES_OF_RECORD = 80;

/** Everything that is still owed has to come. */
async function settle(life: Life): Promise<void> {
	const { service, oracle, clock, history } = life;
	if (service.retired) life.options = { ...life.options, version: service.retired.left };
	service.moveTo(clock.now() + (history.world.overlap + 60) * 1_000);
	let most = Infinity;
	for (let polls = 0; polls < most; polls += 1) {
		await life.poll(PLAIN_POLL);
		if (polls === 0) most = oracle.mostPolls;
		if (polls >= 2 && oracle.isActive && oracle.outstanding().length === 0) break;
	}
	oracle.finish();
}

/** Nothing changes for a day, or a dozen of rare polls: then polls are cheap, and the memory is small. */
async function rest(life: Life): Promise<number> {
	const { service, oracle, clock, history } = life;
	const { keepsOrder, pageSize } = history.world;
	for (let polls = 0; polls < REST_POLLS; polls += 1) {
		service.moveTo(clock.now() + DAY_MS / REST_POLLS);
		await life.poll(PLAIN_POLL);
	}
	const counts: number[] = [];
	for (let polls = 0; polls < QUIET_POLLS; polls += 1) counts.push(await life.poll(PLAIN_POLL));
	const ahead = service.shownStates().filter(({ updated }) => updated > service.second - DAY_MS / 500).length;
	const kept =
		ahead +
		(firesOnce(history.world.event) ? service.shownStates().filter(({ status }) => status !== 'completed').length : 0);
	// What is ahead of the service's clock is read at every poll: more than a page of it, perhaps of one second.
	const pages = ahead === 0 ? (keepsOrder ? 1 : 4) : (keepsOrder ? 4 : 8) * Math.ceil((ahead + 1) / pageSize) + 2;
	const median = [...counts].sort((a, b) => a - b)[1] ?? 0;
	if (oracle.isCalm) {
		if (median > pages) oracle.report('costly', `Quiet polls made ${counts.join()} calls, ${pages} would do`);
		const bytes = QUIET_BYTES + BYTES_OF_RECORD * kept;
		if (life.memory.length > bytes)
			oracle.report('costly', `The memory has ${life.memory.length} bytes, ${bytes} would do`);
	}
	return counts.reduce((sum, calls) => sum + calls, 0);
}

/** A record is added and one is changed: whatever has happened, polls bring both. */
async function probe(life: Life): Promise<void> {
	const { service, oracle, clock, history, options } = life;
	const fields = honestFields(options, history.world.event);
	const honest = service.shownStates().find((state) => {
		const isPlain = state.updatedForm === 'stamp' && state.registeredForm === 'stamp' && !state.unsteady && !state.ahead;
		return isPlain && service.badPages.length === 0 && oracle.isWished(state);
	});
	service.moveTo(clock.now() + 60_000);
	service.add(fields);
	if (honest && !firesOnce(history.world.event)) service.change(honest.id, {});
	const awaited = service.states.slice(honest && !firesOnce(history.world.event) ? -2 : -1);
	const most =
		(service.badPages.length > 0 ? PROBES_AROUND : PROBES) +
		Math.ceil((2 * service.shownStates().length) / oracle.perPoll);
	for (let polls = 0; polls < most && !awaited.every((state) => oracle.hasEmitted(state)); polls += 1)
		await life.poll(PLAIN_POLL);
	const missing = awaited.filter((state) => !oracle.hasEmitted(state));
	if (missing.length === 0) return;
	oracle.report('dead', `Not in ${most} polls: ${JSON.stringify(missing)}`);
	// One record may be lost. The trigger is silently dead where the next one does not come either and no poll says why.
	const { complaints } = life;
	service.add(fields);
	const next = service.states.at(-1);
	const isTold = () => life.complaints > complaints || (next !== undefined && oracle.hasEmitted(next));
	for (let polls = 0; polls < PATIENCE * most && !isTold(); polls += 1) await life.poll(PLAIN_POLL);
	if (!isTold()) oracle.report('silent', `No poll says why it does not come: ${JSON.stringify(next)}`);
}

/** Runs a trigger through a history; `hear` is told each step and poll, and a short one ends without a day of rest. */
export async function simulate(
	history: History,
	trigger: Trigger,
	{ hear, isWide = false, isShort = false }: SimulationOptions = {},
): Promise<Outcome> {
	const life = new Life(history, trigger, hear, isWide);
	await life.takeAll(history.steps);
	const { polls, calls } = life;
	await settle(life);
	const quietCalls = isShort ? 0 : await rest(life);
	await probe(life);
	const { largest, oracle } = life;
	return {
		findings: oracle.findings,
		polls,
		calls,
		quietCalls,
		quietPolls: QUIET_POLLS,
		largest,
		emitted: oracle.items,
	};
}
