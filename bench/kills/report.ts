import { AIMS, CASES } from './cases';
import { FATES, type Fate } from './fates';
import type { Figures, Measured } from './measure';

const fates = Object.keys(FATES) as Fate[];

/** A figure, with how it changed when n8n was started once more. */
function cell({ settled, restarted }: Figures, fate: Fate): string {
	const [first, then] = [settled[fate] ?? 0, restarted[fate] ?? 0];
	return first === then ? String(first) : `${first}, then ${then}`;
}

/** The table of everything that was measured, in the order of the cases. */
export function toMarkdown(measured: readonly Measured[]): string {
	const rows = CASES.flatMap((killCase) => {
		const { figures = [] } = measured.find((each) => each.case === killCase.name) ?? {};
		return figures.map((row) => [
			killCase.n8n,
			killCase.killed,
			AIMS[row.aim],
			String(row.kills),
			String(row.batches),
			...fates.map((fate) => cell(row, fate)),
		]);
	});
	const heads = ['n8n', 'killed', 'when', 'kills', 'batches', ...fates.map((fate) => FATES[fate])];
	return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
