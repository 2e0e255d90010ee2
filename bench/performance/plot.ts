import { CEILING_PER_SECOND } from '../../tools/ceiling';
import { pace } from './measurement';
import type { Measurement } from './measurement';

/** Sizes of the picture, in pixels. */
const WIDTH = 860;
const HEIGHT = 380;
const LEFT = 64;
const TOP = 64;
const BOTTOM = 52;
const RIGHT = 16;
const BAR_GAP = 4;

const COLOURS = ['#1f6feb', '#d97706', '#b45309', '#6b7280'];

const TEXT = 'font-family="sans-serif" font-size="12" fill="#24292f"';

function text(x: number, y: number, content: string, anchor = 'middle', more = ''): string {
	return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" ${TEXT} ${more}>${content}</text>`;
}

/** A scale that ends at a round number above the largest value. */
function roundUp(value: number): number {
	return Math.ceil(value / 500) * 500;
}

/** Bars of records per second, in groups by latency; what did not bring all records is drawn hollow. */
export function toSvg(measurements: readonly Measurement[]): string {
	const latencies = [...new Set(measurements.map(({ latencyMs }) => latencyMs))];
	const contenders = [...new Set(measurements.map(({ contender }) => contender))];
	const highest = roundUp(Math.max(CEILING_PER_SECOND, ...measurements.map(pace)));
	const plotHeight = HEIGHT - TOP - BOTTOM;
	const y = (value: number) => TOP + plotHeight * (1 - value / highest);
	const group = (WIDTH - LEFT - RIGHT) / latencies.length;
	const bar = (group * 0.8) / contenders.length;
	const parts: string[] = [];

	for (let value = 0; value <= highest; value += 1_000) {
		parts.push(`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" stroke="#d0d7de"/>`);
		parts.push(text(LEFT - 8, y(value) + 4, value.toLocaleString('en-US'), 'end'));
	}
	contenders.forEach((contender, index) => {
		const x = LEFT + index * 190;
		parts.push(`<rect x="${x}" y="14" width="12" height="12" fill="${COLOURS[index % COLOURS.length]}"/>`);
		parts.push(text(x + 18, 25, contender, 'start'));
	});
	for (const measurement of measurements) {
		const value = pace(measurement);
		const column = contenders.indexOf(measurement.contender);
		const x = LEFT + latencies.indexOf(measurement.latencyMs) * group + group * 0.1 + column * bar;
		const colour = COLOURS[column % COLOURS.length];
		const isComplete = measurement.distinct === measurement.cards;
		const fill = isComplete ? `fill="${colour}"` : `fill="#ffffff" stroke="${colour}" stroke-dasharray="4 3"`;
		const width = bar - BAR_GAP;
		parts.push(`<rect x="${x.toFixed(1)}" y="${y(value).toFixed(1)}" width="${width.toFixed(1)}" height="${(y(0) - y(value)).toFixed(1)}" ${fill}/>`);
		parts.push(text(x + width / 2, y(value) - 5, Math.round(value).toLocaleString('en-US')));
	}
	latencies.forEach((latency, index) => {
		parts.push(text(LEFT + (index + 0.5) * group, HEIGHT - BOTTOM + 20, `${latency.toLocaleString('en-US')} ms`));
	});
	const ceiling = y(CEILING_PER_SECOND);
	parts.push(`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${ceiling}" y2="${ceiling}" stroke="#cf222e" stroke-dasharray="6 4"/>`);
	parts.push(text(LEFT, TOP - 14, 'Records a second; red: 10 calls a second of 300 records; hollow: not all records came', 'start'));
	parts.push(text(LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 10, 'latency of the service'));
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
		`<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
		...parts,
		'</svg>',
		'',
	].join('\n');
}
