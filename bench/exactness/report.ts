import { FIGURE_CLASSES, noFigures, ratio, summary } from '../../test/triggerBefore/figures';
import type { Figures } from '../../test/triggerBefore/figures';
import { toTable, whole } from '../support/markdown';
import { CIRCUMSTANCES, TROUBLES } from './circumstances';

/** The row of a trigger. */
export interface Row {
	readonly name: string;
	readonly quietCalls: number;
	/** In each circumstance, in their order. */
	readonly circumstances: readonly Figures[];
}

export interface Report {
	/** The command that made it. */
	readonly command: string;
	/** First and last seed. */
	readonly seeds: readonly [number, number];
	readonly ours: Figures;
	readonly rows: readonly Row[];
}

function perThousand(times: number, { histories }: Figures): string {
	return whole((times * 1_000) / histories);
}

function wholeHistories(rows: readonly Row[]): string {
	const head = ['trigger', 'lost', 'repeated', 'silently dead', 'calls a poll', 'calls a quiet poll', 'largest memory, bytes'];
	return toTable(
		head,
		rows.map(({ name, quietCalls, circumstances: [figures = noFigures()] }) => [
			name,
			perThousand(figures.wrong.lost, figures),
			perThousand(figures.wrong.repeated, figures),
			perThousand(figures.wrong['silently dead'], figures),
			ratio(figures.calls, figures.polls),
			quietCalls.toFixed(1),
			whole(figures.stateBytes),
		]),
	);
}

/** Circumstances behind the whole histories, from one place on. */
function compared(rows: readonly Row[], from: number, to: number, repeated: (figures: Figures) => number): string {
	return toTable(
		['trigger', ...CIRCUMSTANCES.slice(from, to).map(({ name }) => name)],
		rows.map(({ name, circumstances }) => [
			name,
			...circumstances
				.slice(from, to)
				.map((figures) => `${perThousand(figures.wrong.lost, figures)} / ${perThousand(repeated(figures), figures)}`),
		]),
	);
}

/** What the histories of each class cost this trigger. */
function byClass({ classes }: Figures): string {
	return toTable(
		['class', 'histories', 'with a finding', 'lost, repeated or dead', 'calls a quiet poll', 'calls a poll', 'most calls of a poll', 'largest memory, bytes'],
		FIGURE_CLASSES.map((name) => {
			const { histories, failed, broken, quietCalls, quietPolls, calls, polls, mostCalls, stateBytes } = classes[name];
			const costs = [ratio(quietCalls, quietPolls), ratio(calls, polls), whole(mostCalls), whole(stateBytes)];
			return [name, whole(histories), whole(failed), whole(broken), ...costs];
		}),
	);
}

/** The report as Markdown, without a date, so that a second run with the same seed gives the same text. */
export function toMarkdown({ command, seeds, ours, rows }: Report): string {
	const inComparison = rows[0]?.circumstances[0]?.histories ?? 0;
	const paragraphs = [
		`Made by \`${command}\` (seeds ${seeds.join(' to ')}).`,
		`This trigger, ${summary(ours)}.`,
		'What they cost, by the class of trouble in a history (one with several counts for each):',
		byClass(ours),
	];
	const firstClass = 1 + TROUBLES.length;
	if (inComparison > 0) {
		paragraphs.push(
			`States lost and repeated and lives that ended in silence per 1,000 histories, in the first ${whole(inComparison)} of them:`,
			wholeHistories(rows),
			'As many histories with one trouble at a time, states lost / repeated per 1,000 histories:',
			compared(rows, 1, firstClass, ({ wrong }) => wrong.repeated),
			'And with one class of trouble each, states lost / repeated or old per 1,000 histories:',
			compared(rows, firstClass, CIRCUMSTANCES.length, ({ wrong }) => wrong.repeated + wrong.old),
		);
	}
	return paragraphs.join('\n\n');
}
