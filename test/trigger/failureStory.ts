import type { History, Step } from './history';
import type { PollReport, Trigger } from './life';
import type { Finding } from './oracle';
import { simulate } from './simulate';
import { told } from './told';

/** Histories that are lived through at most to find a shorter one. */
const MAX_TRIES = 60;

/** Findings that are told, each with the poll that went wrong. */
const TOLD_FINDINGS = 3;

/** Lines of a poll, and characters of a line, that are told. */
const TOLD_LINES = 14;
const TOLD_CHARACTERS = 300;

interface Options {
	readonly isShort?: boolean;
}

/** All that happens in a history, in its order. */
async function live(history: History, trigger: Trigger, options: Options) {
	const events: Array<Step | PollReport> = [];
	const { findings } = await simulate(history, trigger, { ...options, hear: (event) => events.push(event) });
	return { events, findings };
}

/** A history without the steps that a finding of the same kind does not need, as far as that is quickly found out. */
async function shrunk(history: History, trigger: Trigger, options: Options, kind: Finding['kind']): Promise<History> {
	let shortest = history;
	let tries = 0;

	for (let size = Math.ceil(history.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
		for (let start = 0; start < shortest.steps.length && tries < MAX_TRIES;) {
			tries += 1;
			const steps = [...shortest.steps.slice(0, start), ...shortest.steps.slice(start + size)];
			const { findings } = await simulate({ ...shortest, steps }, trigger, options);

			if (findings.some((finding) => finding.kind === kind)) shortest = { ...shortest, steps };
			else start += size;
		}
	}
	return shortest;
}

function cutShort(text: string): string {
	const lines = text.split('\n');
	const shown = lines.length > TOLD_LINES ? [...lines.slice(0, TOLD_LINES - 2), '    …', ...lines.slice(-2)] : lines;
	return shown.map((line) => (line.length > TOLD_CHARACTERS ? `${line.slice(0, TOLD_CHARACTERS)}…` : line)).join('\n');
}

/** What happened since the poll before the one that went wrong, and that poll. */
function storyOf(finding: Finding, events: ReadonlyArray<Step | PollReport>): string {
	const polls = events.flatMap((event, at) => ('startedAt' in event ? [{ at, startedAt: event.startedAt }] : []));
	const wrong = polls.findIndex(({ startedAt }) => startedAt >= finding.since);
	const place = wrong < 0 ? polls.length - 1 : wrong;
	const before = polls[place - 1]?.at ?? -1;
	const end = polls[place]?.at ?? events.length;
	const happened = events.slice(before + 1, end + 1).map(told);
	return cutShort(
		[`${finding.kind.toUpperCase()} ${finding.text}`, ...happened].filter((line) => line !== '').join('\n'),
	);
}

/**
 * Runs a trigger through a history, and tells what went wrong.
 *
 * @param name of the history
 * @returns `undefined` where nothing did, and how many items came
 */
export async function failureStory(name: string, history: History, trigger: Trigger, options: Options = {}) {
	const { findings, emitted } = await simulate(history, trigger, options);
	const [first] = findings;
	if (!first) return { emitted, story: undefined };

	const shortest = await shrunk(history, trigger, options, first.kind);
	const told = await live(shortest, trigger, options);
	const { steps, world } = shortest;
	const story = [
		`The trigger broke a promise in history ${name}: ${findings.length} findings, the first of the kind "${first.kind}".`,
		`With ${steps.length} of its ${history.steps.length} steps that still happens, in this world:`,
		JSON.stringify(world),
		...told.findings.slice(0, TOLD_FINDINGS).map((finding) => storyOf(finding, told.events)),
	].join('\n');
	return { emitted, story };
}
