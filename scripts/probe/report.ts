import { isTold, type Answer } from './answer';
import { openPoints, type OpenPoint } from './openPoints';
import type { Finding, ProbeResult } from './run';

/** The report: labels, statuses and names of fields, and nothing that stands in a record. */

const HEADINGS = {
	contradicts: 'Contradicts our choice',
	confirms: 'Confirms our choice',
	here: 'Not settled by what there is here',
	reads: 'Cannot be told by reads',
} as const;

type Kind = keyof typeof HEADINGS;

const KINDS = Object.keys(HEADINGS) as Kind[];

function kindOf(answer: Answer): Kind {
	return isTold(answer) ? answer.verdict : answer.open;
}

function line({ row, point, answer }: Finding, points: readonly OpenPoint[]): string {
	const { open = '', choice = '' } = points.find(({ number }) => number === row) ?? {};
	const told = isTold(answer) ? [`**${answer.answer}**`, answer.note ?? ''].join('. ').replace(/\. $/, '') : answer.why;
	return `| ${row} | ${open} (\`${point}\`) | ${told} | ${choice} |`;
}

function counts(findings: readonly Finding[]): string {
	return KINDS.map((kind) => `${findings.filter(({ answer }) => kindOf(answer) === kind).length} ${HEADINGS[kind].toLowerCase()}`).join(', ');
}

/** The report as Markdown, to be handed on: without address, keys or personal data. */
export function toMarkdown({ findings, calls, refused }: ProbeResult): string {
	const points = openPoints();
	const sections = KINDS.map((kind) => {
		const rows = findings.filter(({ answer }) => kindOf(answer) === kind).map((finding) => line(finding, points));
		if (rows.length === 0) return `## ${HEADINGS[kind]}\n\nNone.\n`;
		return [`## ${HEADINGS[kind]}`, '', '| # | open point | answer | our choice |', '|---|---|---|---|', ...rows, ''].join('\n');
	});
	const intro = [
		'# What the service answers where its specification is silent',
		'',
		`${calls} reads, ${refused} of them refused as one too many and repeated. The numbers are those of docs/internals/decisions.md.`,
		`${counts(findings)}.`,
		'',
	];
	return [...intro, ...sections].join('\n');
}

/** The same in short, for the console: what contradicts in full, the rest counted. */
export function toConsole(result: ProbeResult): string {
	const lines = result.findings.flatMap(({ row, point, answer }) =>
		isTold(answer) && answer.verdict === 'contradicts' ? [`  ${row} ${point}: ${answer.answer}. ${answer.note ?? ''}`.trimEnd()] : [],
	);
	return [`${result.calls} reads: ${counts(result.findings)}.`, ...lines].join('\n');
}
