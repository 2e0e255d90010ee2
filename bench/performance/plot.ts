import { CEILING_PER_SECOND } from '../../tools/ceiling';
import { whole } from '../support/markdown';
import { pace } from './measurement';
import type { Measurement } from './measurement';

/** Sizes of the picture in pixels; a page of the repository shows it without making it smaller. */
const WIDTH = 830;
const LEFT = 190;
const RIGHT = 90;
const TOP = 56;
const ROW = 24;
const BAR = 16;
const HEADING = 30;
const BOTTOM = 34;

/** Where the steps of the scale stand, in records per second. */
const STEP = 1_000;
const HIGHEST = 3_500;

/** Our own bars stand out. */
const COLOUR = { ours: '#1f6feb', others: '#8c959f', loss: '#cf222e', text: '#1f2328', line: '#d0d7de' } as const;
const OURS = 'this node';

type Anchor = 'start' | 'middle' | 'end';

function text(x: number, y: number, content: string, anchor: Anchor, more = `fill="${COLOUR.text}"`): string {
	return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}" font-family="sans-serif" font-size="13" ${more}>${content}</text>`;
}

function x(value: number): number {
	return LEFT + ((WIDTH - LEFT - RIGHT) * value) / HIGHEST;
}

/** A line from the heading to the foot of the picture. */
function upright(value: number, height: number, stroke: string): string {
	return `<line x1="${x(value).toFixed(1)}" x2="${x(value).toFixed(1)}" y1="${TOP}" y2="${height - BOTTOM}" stroke="${stroke}"/>`;
}

/** The bar of a reader with its pace; what lost records has none, because how fast it lost them is no merit. */
function bar(measurement: Measurement, top: number): string[] {
	const { contender, cards, distinct } = measurement;
	const middle = top + ROW / 2 + 5;
	const weight = contender === OURS ? 'font-weight="bold"' : '';
	const name = text(LEFT - 10, middle, contender, 'end', `fill="${COLOUR.text}" ${weight}`);
	if (distinct < cards) {
		const loss = `✗ ${whole(cards - distinct)} of ${whole(cards)} cards lost${measurement.error === '' ? ', and no error' : ''}`;
		return [name, text(LEFT + 8, middle, loss, 'start', `fill="${COLOUR.loss}" font-weight="bold"`)];
	}
	const value = pace(measurement);
	const end = Math.min(x(value), x(HIGHEST));
	const fill = contender === OURS ? COLOUR.ours : COLOUR.others;
	return [
		name,
		`<rect x="${LEFT}" y="${top + (ROW - BAR) / 2}" width="${(end - LEFT).toFixed(1)}" height="${BAR}" fill="${fill}"/>`,
		// Where the bar ends at the line of the ceiling, the number stands beyond it.
		text(Math.max(end, value > CEILING_PER_SECOND * 0.88 ? x(CEILING_PER_SECOND) : 0) + 8, middle, whole(value), 'start'),
	];
}

/** Records a second, a bar for each reader, in groups by latency. */
export function toSvg(measurements: readonly Measurement[]): string {
	const parts: string[] = [];
	let top = TOP;
	for (const latencyMs of new Set(measurements.map((each) => each.latencyMs))) {
		const title = latencyMs === 0 ? 'Answers come at once' : `Answers take ${whole(latencyMs)} ms`;
		parts.push(text(LEFT + 8, top + HEADING - 9, title, 'start', `fill="${COLOUR.text}" font-weight="bold"`));
		top += HEADING;
		for (const measurement of measurements.filter((each) => each.latencyMs === latencyMs)) {
			parts.push(...bar(measurement, top));
			top += ROW;
		}
	}
	const height = top + 10 + BOTTOM;
	const steps = Array.from({ length: Math.floor(HIGHEST / STEP) + 1 }, (_, index) => index * STEP);
	const [{ cards } = { cards: 0 }] = measurements;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">`,
		`<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
		text(16, 24, `Reading ${whole(cards)} cards: records a second`, 'start', `fill="${COLOUR.text}" font-weight="bold"`),
		text(x(CEILING_PER_SECOND), TOP - 10, 'most that the service allows', 'middle', `fill="${COLOUR.loss}"`),
		...steps.map((value) => upright(value, height, value === CEILING_PER_SECOND ? COLOUR.loss : COLOUR.line)),
		...steps.map((value) => text(x(value), height - BOTTOM + 18, whole(value), 'middle')),
		...parts,
		'</svg>',
		'',
	].join('\n');
}
