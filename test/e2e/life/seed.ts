import { Random } from '../../emulator/seed/random';

const seeds = 1_000_000;

/** The seed of this run: the one of the environment variable LIFE_SEED, or any. */
export const lifeSeed = Number(process.env.LIFE_SEED ?? Math.floor(Math.random() * seeds));

/** The items in an order that the seed decides. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
	return items
		.map((item) => ({ item, place: random.next() }))
		.sort((one, other) => one.place - other.place)
		.map(({ item }) => item);
}
