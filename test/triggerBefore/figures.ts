import { CLASSES } from './classes';
import type { TroubleClass } from './classes';
import { WRONGS } from './findings';
import type { Wrong } from './findings';
import type { Outcome } from './simulate';

/** What some histories came to. */
export interface ClassFigures {
	histories: number;
	/** Histories with a finding. */
	failed: number;
	/** Those of them in which something was lost or repeated, or that ended in silence. */
	broken: number;
	polls: number;
	calls: number;
	/** The most calls of one poll. */
	mostCalls: number;
	/** Polls in which nothing had changed any more, and their calls. */
	quietPolls: number;
	quietCalls: number;
	/** The largest memory, in bytes of JSON. */
	stateBytes: number;
	emitted: number;
}

/** What the histories of one trigger came to. */
export interface Figures extends ClassFigures {
	/** How often each kind of finding was made. */
	readonly wrong: Record<Wrong, number>;
	/** The same by what the histories have; one that has several counts for each. */
	readonly classes: Record<TroubleClass | 'none', ClassFigures>;
}

const SUMS = ['histories', 'failed', 'broken', 'polls', 'calls', 'quietPolls', 'quietCalls', 'emitted'] as const;
const GREATEST = ['mostCalls', 'stateBytes'] as const;

/** What a trigger must not do in any case; the others are findings of time and cost, and of what an edit shows. */
const BREACHES: readonly Wrong[] = ['lost', 'repeated', 'silently dead'];

/** The classes as figures tell them apart. */
export const FIGURE_CLASSES = ['none', ...CLASSES] as const;

function nothing(): ClassFigures {
	return { histories: 0, failed: 0, broken: 0, polls: 0, calls: 0, mostCalls: 0, quietPolls: 0, quietCalls: 0, stateBytes: 0, emitted: 0 };
}

function noWrongs(): Record<Wrong, number> {
	return Object.fromEntries(WRONGS.map((wrong) => [wrong, 0])) as Record<Wrong, number>;
}

/** Figures of no history yet. */
export function noFigures(): Figures {
	const classes = Object.fromEntries(FIGURE_CLASSES.map((name) => [name, nothing()])) as Figures['classes'];
	return { ...nothing(), wrong: noWrongs(), classes };
}

function addTo(figures: ClassFigures, others: ClassFigures): void {
	for (const name of SUMS) figures[name] += others[name];
	for (const name of GREATEST) figures[name] = Math.max(figures[name], others[name]);
}

/** Adds what one history came to. */
export function count(figures: Figures, outcome: Outcome): void {
	const { findings } = outcome;
	const isBroken = findings.some(({ wrong }) => BREACHES.includes(wrong));
	const one = { ...outcome, histories: 1, failed: Number(findings.length > 0), broken: Number(isBroken) };
	addTo(figures, one);
	for (const { wrong } of findings) figures.wrong[wrong] += 1;
	const classes = outcome.classes.length > 0 ? outcome.classes : (['none'] as const);
	for (const name of classes) addTo(figures.classes[name], one);
}

/** Adds the figures of further histories. */
export function merge(figures: Figures, others: Figures): void {
	addTo(figures, others);
	for (const kind of WRONGS) figures.wrong[kind] += others.wrong[kind];
	for (const name of FIGURE_CLASSES) addTo(figures.classes[name], others.classes[name]);
}

function grouped(number: number): string {
	return number.toLocaleString('en-US');
}

/** Calls for each poll, or for each quiet one. */
export function ratio(calls: number, polls: number): string {
	return polls > 0 ? (calls / polls).toFixed(1) : '';
}

/** The figures in one line. */
export function summary(figures: Figures): string {
	const { histories, broken, polls, calls, mostCalls, quietPolls, quietCalls, stateBytes, emitted, wrong } = figures;
	const findings = WRONGS.map((kind) => `${grouped(wrong[kind])} ${kind}`);
	return (
		`${grouped(histories)} histories, ${grouped(broken)} of them with something lost, repeated or silently dead: ${findings.join(', ')}; ` +
		`${grouped(emitted)} items in ${grouped(polls)} polls, ` +
		`${ratio(calls, polls)} calls a poll (at most ${grouped(mostCalls)}), ${ratio(quietCalls, quietPolls)} a quiet one, ` +
		`largest memory ${grouped(stateBytes)} bytes`
	);
}
