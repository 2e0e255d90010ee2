import { DEFAULT_SWITCHES } from '../../emulator';
import { CONFIGURATIONS, FACTORS, ROWS } from './configurations';
import { pairwise, type Factors, type Row } from './pairwise';

/** Every pair of levels that rows leave out, counted in another way than the generator does. */
function missing(factors: Factors, rows: readonly Row[]): string[] {
	const gaps: string[] = [];
	const names = Object.keys(factors);
	for (const one of names)
		for (const other of names.slice(names.indexOf(one) + 1))
			for (const a of factors[one] ?? [])
				for (const b of factors[other] ?? [])
					if (!rows.some((row) => row[one] === a && row[other] === b)) gaps.push(`${one} ${a}, ${other} ${b}`);
	return gaps;
}

it('puts every pair of answers to two open points into a configuration', () => {
	expect(missing(FACTORS, ROWS)).toEqual([]);
	expect(ROWS.length).toBeLessThanOrEqual(33);
});

it('has every switch of the emulator among the factors, with its default and another answer', () => {
	expect(Object.keys(FACTORS).sort()).toEqual(Object.keys(DEFAULT_SWITCHES).sort());
	for (const [name, value] of Object.entries(DEFAULT_SWITCHES)) {
		const levels = FACTORS[name] ?? [];
		expect(levels).toContain(name === 'errorBodies' ? 'json' : value);
		expect(new Set(levels).size).toBeGreaterThanOrEqual(2);
		expect(new Set(levels).size).toBe(levels.length);
	}
});

it('sets every switch in every configuration', () => {
	const all = Object.keys(DEFAULT_SWITCHES).sort();
	for (const { switches } of CONFIGURATIONS) expect(Object.keys(switches).sort()).toEqual(all);
});

it('finds small arrays: four factors of three levels in no more than a few rows above the nine of the best', () => {
	const factors: Factors = { a: [1, 2, 3], b: [1, 2, 3], c: [1, 2, 3], d: [1, 2, 3] };
	const rows = pairwise(factors, 7);
	expect(missing(factors, rows)).toEqual([]);
	expect(rows.length).toBeLessThanOrEqual(12);
	expect(pairwise(factors, 7)).toEqual(rows);
	expect(missing(factors, rows.slice(1))).not.toEqual([]);
});

it('refuses a factor without a level', () => {
	expect(() => pairwise({ a: [] }, 1)).toThrow('level');
});
