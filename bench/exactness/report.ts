import { noFigures, summary } from '../../test/trigger/figures';
import type { Figures } from '../../test/trigger/figures';
import { toTable, whole } from '../markdown';
import { TROUBLES } from './circumstances';

/** The row of a trigger. */
export interface Row {
	readonly name: string;
	readonly quietCalls: number;
	/** In whole histories, then with each trouble alone. */
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
	const head = ['trigger', 'lost', 'repeated', 'calls a poll', 'calls a quiet poll', 'largest memory, bytes'];
	return toTable(
		head,
		rows.map(({ name, quietCalls, circumstances: [figures = noFigures()] }) => [
			name,
			perThousand(figures.wrong.lost, figures),
			perThousand(figures.wrong.repeated, figures),
			(figures.calls / figures.polls).toFixed(1),
			quietCalls.toFixed(1),
			whole(figures.stateBytes),
		]),
	);
}

function oneTrouble(rows: readonly Row[]): string {
	return toTable(
		['trigger', ...TROUBLES],
		rows.map(({ name, circumstances }) => [
			name,
			...circumstances
				.slice(1)
				.map((figures) => `${perThousand(figures.wrong.lost, figures)} / ${perThousand(figures.wrong.repeated, figures)}`),
		]),
	);
}

/** The report as Markdown, without a date, so that a second run with the same seed gives the same text. */
export function toMarkdown({ command, seeds, ours, rows }: Report): string {
	const compared = rows[0]?.circumstances[0]?.histories ?? 0;
	const paragraphs = [`Made by \`${command}\` (seeds ${seeds.join(' to ')}).`, `This trigger, ${summary(ours)}.`];
	if (compared > 0) {
		paragraphs.push(
			`States lost and repeated per 1,000 histories, in the first ${whole(compared)} of them:`,
			wholeHistories(rows),
			'The same histories with one trouble at a time, states lost / repeated per 1,000 histories:',
			oneTrouble(rows),
		);
	}
	return paragraphs.join('\n\n');
}
