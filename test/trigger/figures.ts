import type { Wrong } from './oracle';
import type { Outcome } from './simulate';

/** What the histories of one trigger came to. */
export interface Figures {
	histories: number;
	/** Histories with a finding. */
	failed: number;
	polls: number;
	calls: number;
	/** The most calls of one poll. */
	mostCalls: number;
	/** The largest memory, in bytes of JSON. */
	stateBytes: number;
	emitted: number;
	/** How often each kind of finding was made. */
	readonly wrong: Record<Wrong, number>;
}

/** Figures of no history yet. */
export function noFigures(): Figures {
	const wrong = { lost: 0, repeated: 0, late: 0, old: 0, foreign: 0, disorder: 0, 'too many': 0 };
	return { histories: 0, failed: 0, polls: 0, calls: 0, mostCalls: 0, stateBytes: 0, emitted: 0, wrong };
}

/** Adds what one history came to. */
export function count(figures: Figures, outcome: Outcome): void {
	const { wrong } = noFigures();
	for (const finding of outcome.findings) wrong[finding.wrong] += 1;
	merge(figures, { ...outcome, histories: 1, failed: outcome.findings.length > 0 ? 1 : 0, wrong });
}

/** Adds the figures of further histories. */
export function merge(figures: Figures, others: Figures): void {
	for (const name of ['histories', 'failed', 'polls', 'calls', 'emitted'] as const) figures[name] += others[name];
	for (const name of ['mostCalls', 'stateBytes'] as const) figures[name] = Math.max(figures[name], others[name]);
	for (const kind of Object.keys(figures.wrong) as Wrong[]) figures.wrong[kind] += others.wrong[kind];
}

function grouped(number: number): string {
	return number.toLocaleString('en-US');
}

/** The figures in one line. */
export function summary(figures: Figures): string {
	const { histories, polls, calls, mostCalls, stateBytes, emitted, wrong } = figures;
	const findings = Object.entries(wrong).map(([kind, times]) => `${grouped(times)} ${kind}`);
	return (
		`${grouped(histories)} histories: ${findings.join(', ')}; ${grouped(emitted)} items in ${grouped(polls)} polls, ` +
		`${(calls / polls).toFixed(1)} calls a poll (at most ${grouped(mostCalls)}), largest memory ${grouped(stateBytes)} bytes`
	);
}
