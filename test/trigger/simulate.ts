import { firesOnce, isAboutCards, PLAIN_POLL } from './history';
import type { History } from './history';
import { Life } from './life';
import type { Hear, Trigger } from './life';

const DAY_MS = 86_400_000;
const REST_POLLS = 12;
const QUIET_POLLS = 3;

/** So many times that long counts as late where a poll reads a few records only, and not yet as silence. */
const PATIENCE = 8;

/** Bytes of a quiet memory, and of each record that is ahead or waits. */
const QUIET_BYTES = 4_096;
const BYTES_OF_RECORD = 80;

/** Everything that is still owed has to come. @returns in how many polls */
async function settle(life: Life): Promise<number> {
	const { oracle } = life;
	let most = Infinity;
	for (let polls = 1; polls <= most; polls += 1) {
		await life.poll(PLAIN_POLL);
		if (polls === 1) most = oracle.mostPolls;
		if (polls > 2 && oracle.activation && oracle.outstanding().length === 0) break;
	}
	return most;
}

/**
 * Nothing changes for a day, or a dozen of rare polls: then polls are cheap, and the memory is small.
 *
 * @returns the calls of the polls after that
 */
async function rest(life: Life): Promise<number> {
	const { service, oracle, history } = life;
	const { keepsOrder, pageSize, event } = history.world;
	for (let polls = 0; polls < REST_POLLS; polls += 1) {
		service.wait(DAY_MS / REST_POLLS);
		await life.poll(PLAIN_POLL);
	}
	const counts: number[] = [];
	for (let polls = 0; polls < QUIET_POLLS; polls += 1) counts.push(await life.poll(PLAIN_POLL));
	const states = service.shownStates();
	const ahead = states.filter(({ updated }) => updated > service.second - DAY_MS / 500).length;
	const waiting = firesOnce(event) ? states.filter(({ status }) => status !== 'completed').length : 0;
	// What is ahead of the service's clock is read at every poll: more than a page of it, perhaps of one second.
	const order = keepsOrder ? 1 : 2;
	const most = ahead === 0 ? order ** 2 : 4 * order * Math.ceil((ahead + 1) / pageSize) + 2;
	const bytes = QUIET_BYTES + BYTES_OF_RECORD * (ahead + waiting);
	const [, median = 0] = [...counts].sort((a, b) => a - b);
	if (oracle.isCalm && median > most)
		oracle.report('costly', `Quiet polls made ${counts.join()} calls, ${most} would do`);
	if (oracle.isCalm && life.memory.length > bytes)
		oracle.report('costly', `The memory has ${life.memory.length} bytes, ${bytes} would do`);
	return counts.reduce((sum, calls) => sum + calls, 0);
}

/** A record is added and one is changed: whatever has happened, polls bring what is owed of both, or say why not. */
async function probe(life: Life): Promise<void> {
	const { service, oracle, history, options, counts } = life;
	const fields = isAboutCards(history.world.event)
		? { status: options.entryStatus[0] }
		: { type: options.type[0] ?? 'Meeting' };
	service.wait(60_000);
	const since = service.nowMs;
	service.change(service.latestStates.find((state) => service.matches(state, options))?.id);
	service.add(fields);
	const most = await settle(life);
	const missing = oracle.outstanding(since);
	if (oracle.activation && missing.length === 0) return;
	oracle.report('dead', `Not in ${most} polls: ${JSON.stringify(missing)}`);
	// One record may be lost. The trigger is silently dead where the next one does not come either and no poll says why.
	const { complaints } = counts;
	const next = service.add(fields);
	const isTold = () => counts.complaints > complaints || oracle.hasEmitted(next);
	for (let polls = 0; polls < PATIENCE * most && !isTold(); polls += 1) await life.poll(PLAIN_POLL);
	if (!isTold()) oracle.report('silent', `No poll says why it does not come: ${JSON.stringify(next)}`);
}

/**
 * Runs a trigger through a history.
 *
 * @param hear is told each step and poll
 * @param isShort ends without a day of rest
 * @returns what was found, and polls, calls, the largest memory in characters and the records that came
 */
export async function simulate(
	history: History,
	trigger: Trigger,
	{ hear, isShort = false }: { hear?: Hear; isShort?: boolean } = {},
) {
	const life = new Life(history, trigger, hear);
	for (const step of history.steps) await life.take(step);
	const { polls, calls } = life.counts;
	if (life.service.retired) life.options = { ...life.options, version: life.service.retired.left };
	life.service.wait((history.world.overlap + 60) * 1_000);
	await settle(life);
	const quietCalls = isShort ? 0 : await rest(life);
	await probe(life);
	life.oracle.finish();
	const { largest, emitted } = life.counts;
	const { findings } = life.oracle;
	return { findings, polls, calls, quietCalls, quietPolls: QUIET_POLLS, largest, emitted };
}
