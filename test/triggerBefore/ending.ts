import { allowanceOf } from './costs';
import type { PollStep } from './history';
import type { RecordState } from './records';
import { PLAIN_POLL } from './plain';
import type { Rest, Simulation } from './simulate';

/**
 * Polls after the last step, in which everything that is still owed has to come; where polls have time for a call or two, as many more
 * as it may take to read everything twice.
 */
const MAX_SETTLING_POLLS = 400;
const READINGS = 2;

/** Polls without an item after which none will come, and the same, at least, where a poll has time for a call or two and pages fail. */
const CALM_POLLS = 30;
const CALM_POLLS_AROUND_BAD_PAGES = 120;

const SETTLING_POLL: PollStep = { ...PLAIN_POLL, latency: 50 };

const MINUTE_MS = 60_000;

/** Polls whose calls are counted when nothing changes any more. */
const QUIET_POLLS = 3;

/** Times that they are counted before they are too many, and the minutes between them: calls and memory come down within a day of polls. */
const MAX_QUIET = 60;
const QUIET_MINUTES = 25;

/** Place of the usual one among them, by their calls. */
const USUAL = 1;

/**
 * Polls in which a new record has to come, and a change of one that is there; as many more, again, where the present may still be under
 * way from an activation that was cut short.
 */
const PROBE_POLLS = 12;

/** A page that fails may hide the present for so long. */
const MAX_HIDDEN_MINUTES = 30;

/** What the polls came to in which nothing changed any more. */
interface Quiet {
	readonly quietPolls: number;
	readonly quietCalls: number;
}

const TYPE = 'Meeting';

/**
 * The end of a history: everything that is still owed has to come; then polls are cheap and the memory is small; and then
 * the trigger has to show that it is alive.
 */
export async function endLife(life: Simulation, restsWhen: Rest): Promise<Quiet> {
	const hasSettled = await settle(life, restsWhen);
	life.oracle.finish(life.wish);
	const quiet = hasSettled ? await measure(life) : { quietPolls: 0, quietCalls: 0 };
	await probe(life);
	return quiet;
}

function pollsOfReadings({ history, expectation }: Simulation): number {
	return history.pace ? READINGS * expectation.patience() : 0;
}

/** Polls in which all that lies around a page that fails is halved and read. */
function pollsAroundBadPages(life: Simulation): number {
	return life.model.badPages.isAny ? life.expectation.halving + pollsOfReadings(life) : 0;
}

/** Polls until nothing more can come, though nothing changes any more. */
async function settle(life: Simulation, restsWhen: Rest): Promise<boolean> {
	const { clock, history, n8n, oracle } = life;
	const { retired } = life.model;
	if (retired) life.edit({ version: retired.left });
	life.model.moveTo(clock.now() + (history.overlap + 10) * 1_000);
	const met = new Set<string>();
	let calm = 0;
	const around = CALM_POLLS + pollsAroundBadPages(life);
	const mostCalm = history.pace && life.model.badPages.isAny ? Math.max(CALM_POLLS_AROUND_BAD_PAGES, around) : CALM_POLLS;
	const most = MAX_SETTLING_POLLS + pollsOfReadings(life);
	for (let polls = 0; polls < most; polls += 1) {
		const { given, hasFailed } = await life.poll(SETTLING_POLL);
		if (hasFailed) removeUnplaceable(life);
		const items = given.join('\n');
		calm = given.length > 0 ? 0 : calm + 1;
		const byItems = restsWhen === 'its items repeat themselves';
		const mark = byItems ? items : `${n8n.memory}\n${items}`;
		// An edit that comes into force later makes nothing owed that is not owed by now.
		const isDone = byItems || !oracle.isOutstanding;
		if (met.has(mark) && (isDone || calm >= mostCalm)) return true;
		if (isDone && calm >= mostCalm) return true;
		met.add(mark);
		life.model.moveTo(clock.now() + MINUTE_MS);
	}
	oracle.report('late', 'The trigger does not come to rest');
	return false;
}

/** A trigger may refuse to go on while there are records of which no time can be read: the service takes them away. */
function removeUnplaceable({ model, hasUnplaceable }: Simulation): void {
	if (!hasUnplaceable) return;
	for (const { id, updatedForm, registeredForm } of model.shownStates) {
		if (updatedForm !== 'stamp' && registeredForm !== 'stamp') model.remove(id);
	}
}

async function quietPolls(life: Simulation, minutes = 1): Promise<number[]> {
	const { clock, oracle } = life;
	const counts: number[] = [];
	for (let polls = 0; polls < QUIET_POLLS; polls += 1) {
		life.model.moveTo(clock.now() + minutes * MINUTE_MS);
		const { calls, refusedLimit } = await life.poll(SETTLING_POLL);
		counts.push(calls);
		if (refusedLimit && !life.model.badPages.isAny) oracle.report('costly', 'A quiet poll asked for more than the service gives');
	}
	return counts;
}

async function measure(life: Simulation): Promise<Quiet> {
	const { n8n, oracle, wish, history } = life;
	let counts = await quietPolls(life);
	const quietCalls = counts.reduce((sum, calls) => sum + calls, 0);
	if (life.model.badPages.isAny) return { quietPolls: QUIET_POLLS, quietCalls };
	const allowance = allowanceOf(life.model, wish, history.overlap, life.clock.localSeconds);
	const isTooMany = () => {
		const sorted = [...counts].sort((a, b) => a - b);
		// Something may be looked after now and then, in one poll of several.
		return (sorted[USUAL] ?? 0) > allowance.usualCalls || (sorted[QUIET_POLLS - 1] ?? 0) > allowance.mostCalls;
	};
	const isTooLarge = () => Buffer.byteLength(n8n.memory) > allowance.bytes;
	// What a process has learnt of a slow service wears off, and what is left to be read there is read.
	const most = MAX_QUIET + pollsOfReadings(life);
	for (let more = 0; more < most && (isTooMany() || isTooLarge()); more += 1) counts = await quietPolls(life, QUIET_MINUTES);
	if (isTooMany()) oracle.report('costly', `Quiet polls made ${counts.join()} calls, ${allowance.usualCalls} would do`);
	if (isTooLarge()) oracle.report('costly', `The memory has ${Buffer.byteLength(n8n.memory)} bytes, ${allowance.bytes} would do`);
	return { quietPolls: QUIET_POLLS, quietCalls };
}

/** The oldest record that anybody could read and would want. */
function oldestHonest({ model, oracle }: Simulation): RecordState | undefined {
	const isHonest = (state: RecordState) =>
		state === model.stateOf(state.id) &&
		state.updatedForm === 'stamp' &&
		state.registeredForm === 'stamp' &&
		state.unsteady === undefined &&
		state.updated <= model.second &&
		!model.isHidden(state.updated) &&
		oracle.isWished(state);
	return model.shownStates.filter(isHonest).sort((a, b) => a.updated - b.updated)[0];
}

/** A record is added and one is changed: whatever has happened, polls bring both. */
async function probe(life: Simulation): Promise<void> {
	const { clock, model, oracle, wish, isAboutCards } = life;
	const [status] = wish.statuses;
	const [type = TYPE] = wish.selection.type;
	let minutes = 0;
	do model.moveTo(clock.now() + MINUTE_MS);
	while (model.isHidden(model.second) && (minutes += 1) < MAX_HIDDEN_MINUTES);
	if (model.isHidden(model.second)) return;
	// What is there when the trigger starts at last is not news.
	for (let polls = 0; polls < PROBE_POLLS && !oracle.isActive; polls += 1) {
		await life.poll(SETTLING_POLL);
		model.moveTo(clock.now() + MINUTE_MS);
	}
	const id = model.add({
		...(isAboutCards ? { status } : { type }),
		updatedForm: 'stamp',
		registeredForm: 'stamp',
		unsteady: undefined,
	});
	const changed = wish.fires === 'each state' ? oldestHonest(life) : undefined;
	if (changed) model.change(changed.id, { text: changed.text + 1 });
	const shown = [id, ...(changed ? [changed.id] : [])].flatMap((one) => model.stateOf(one) ?? []);
	// What goes by the options of before an edit may belong to the new ones alone.
	const awaited = shown.filter((state) => oracle.isWished(state));
	let succeeded = 0;
	const most = PROBE_POLLS + pollsOfReadings(life) + pollsAroundBadPages(life);
	for (let polls = 0; polls < most; polls += 1) {
		const { hasFailed } = await life.poll(SETTLING_POLL);
		if (!hasFailed) succeeded += 1;
		if (awaited.every((state) => oracle.hasEmitted(state))) return;
		model.moveTo(clock.now() + MINUTE_MS);
	}
	const missing = awaited.filter((state) => !oracle.hasEmitted(state)).map((state) => JSON.stringify(state));
	oracle.report(succeeded > 0 ? 'silently dead' : 'lost', `Not in ${most} polls, ${succeeded} of which looked healthy: ${missing.join()}`);
}
