import { Random } from '../../emulator/seed/random';

/** Factors with the levels that each may have. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One configuration: a level of every factor. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows that are tried for each that is taken. */
const CANDIDATES = 30;

/** More rows than any sensible set of factors needs: the loop ends whatever happens. */
const MAX_ROWS = 1_000;

/** Level numbers of a row, by factor; -1 where none is chosen yet. */
type Levels = number[];

function shuffled(count: number, random: Random): number[] {
	const order = Array.from({ length: count }, (_, index) => index);
	for (let index = count - 1; index > 0; index -= 1) {
		const other = random.whole(0, index);
		[order[index], order[other]] = [order[other] ?? 0, order[index] ?? 0];
	}
	return order;
}

/** The pairs of levels that no row has yet. */
class OpenPairs {
	private readonly open = new Set<string>();

	constructor(private readonly sizes: readonly number[]) {
		for (let first = 0; first < sizes.length; first += 1)
			for (let second = first + 1; second < sizes.length; second += 1)
				for (let a = 0; a < (sizes[first] ?? 0); a += 1)
					for (let b = 0; b < (sizes[second] ?? 0); b += 1) this.open.add(`${first} ${a} ${second} ${b}`);
	}

	get size(): number {
		return this.open.size;
	}

	/** Any pair that is still open, as factor, level, factor, level. */
	any(): readonly number[] {
		const [pair = ''] = this.open;
		return pair.split(' ').map(Number);
	}

	/** How many open pairs a level of a factor makes with what a row has. */
	gain(levels: Levels, factor: number, level: number): number {
		return this.pairsWith(levels, factor, level).filter((pair) => this.open.has(pair)).length;
	}

	/** Takes the pairs of a row off; gives how many there were. */
	take(levels: Levels): number {
		const before = this.size;
		for (const [factor, level] of levels.entries())
			for (const pair of this.pairsWith(levels, factor, level)) this.open.delete(pair);
		return before - this.size;
	}

	private pairsWith(levels: Levels, factor: number, level: number): string[] {
		const pairs: string[] = [];
		for (let other = 0; other < this.sizes.length; other += 1) {
			const chosen = levels[other] ?? -1;
			if (other === factor || chosen < 0) continue;
			pairs.push(other < factor ? `${other} ${chosen} ${factor} ${level}` : `${factor} ${level} ${other} ${chosen}`);
		}
		return pairs;
	}
}

/** A row that holds an open pair and, factor by factor in random order, the level that closes most pairs. */
function candidate(open: OpenPairs, sizes: readonly number[], random: Random): { levels: Levels; gain: number } {
	const levels: Levels = sizes.map(() => -1);
	const [first = 0, a = 0, second = 0, b = 0] = open.any();
	levels[first] = a;
	levels[second] = b;
	let gain = 1;
	for (const factor of shuffled(sizes.length, random)) {
		if ((levels[factor] ?? -1) >= 0) continue;
		let best = { level: 0, gain: -1 };
		for (const level of shuffled(sizes[factor] ?? 1, random)) {
			const found = open.gain(levels, factor, level);
			if (found > best.gain) best = { level, gain: found };
		}
		levels[factor] = best.level;
		gain += best.gain;
	}
	return { levels, gain };
}

/**
 * A pairwise covering array: for any two factors, every pair of their levels stands together in at least one row.
 * Greedy: each row is the best of some random ones. The same seed gives the same rows.
 *
 * @throws Error when a factor has no level
 */
export function pairwise(factors: Factors, seed: number): Row[] {
	const names = Object.keys(factors);
	const sizes = names.map((name) => factors[name]?.length ?? 0);
	if (sizes.includes(0)) throw new Error('Every factor needs a level');
	const random = new Random(seed);
	const open = new OpenPairs(sizes);
	const rows: Row[] = [];
	while (open.size > 0 && rows.length < MAX_ROWS) {
		const tried = Array.from({ length: CANDIDATES }, () => candidate(open, sizes, random));
		const best = tried.reduce((one, other) => (other.gain > one.gain ? other : one));
		open.take(best.levels);
		rows.push(Object.fromEntries(names.map((name, index) => [name, factors[name]?.[best.levels[index] ?? 0]])));
	}
	return rows;
}
