import { DEFAULT_SWITCHES } from '../../emulator';
import type { Deed } from '../../engine/unknowns/deeds';
import { ORGANIZATION } from '../../engine/unknowns/organization';
import { READING } from '../../engine/unknowns/reading';
import { openPoints } from '../../../scripts/probe/openPoints';
import { WRITING } from '../../engine/unknowns/writing';

/** The open points of docs/internals/decisions.md, held against the emulator and the tests. */

const POINTS = openPoints();

it('numbers its points and fills every part', () => {
	expect(POINTS.map(({ number }) => number)).toEqual(POINTS.map((_, index) => index + 1));
	const blank = POINTS.filter(({ open, choice, otherwise }) => [open, choice, otherwise].some((cell) => cell.trim() === ''));
	expect(blank).toEqual([]);
});

it('names every switch of the emulator exactly once, and no other', () => {
	expect(POINTS.flatMap(({ switches }) => switches).sort()).toEqual(Object.keys(DEFAULT_SWITCHES).sort());
});

it('has a switch for every open point but that of events, which no answer depends on', () => {
	expect(POINTS.filter(({ switches }) => switches.length === 0).map(({ number }) => number)).toEqual([11]);
});

it('has the point that each exception of the tests names', () => {
	const deeds: readonly Deed[] = Object.values({ ...READING, ...ORGANIZATION, ...WRITING });
	const named = deeds.flatMap(({ otherwise }) => (otherwise ? [otherwise] : []));
	expect(named.length).toBeGreaterThan(10);
	for (const { row, by } of named) expect(POINTS[row - 1]?.switches).toContain(by[0]);
});
