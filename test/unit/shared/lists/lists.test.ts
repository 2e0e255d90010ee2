import { Random } from '../../../emulator/seed/random';
import { seedOf } from '../../../seed';
import { PLAIN_WORLD } from '../../../trigger/history';
import type { Service } from '../../../trigger/service';
import { live, orderly, type History, type Reader } from './reading';

/** Records change, come and go while a list is read. `RUNS=` tries more histories, `TEST_SEED=` others. */

const RUNS = Number(process.env['RUNS'] ?? 100);
const FIRST_SECOND = 1_700_000_000;

/** A history with every kind of trouble drawn at random. */
function invent(random: Random): History {
	const traits = {
		pageSize: random.whole(4, 9),
		includesFrom: random.chance(0.5),
		includesTo: random.chance(0.5),
		tokens: random.pick(['offset', 'place', 'snapshot', 'contents'] as const),
		keepsOrder: random.chance(0.8),
		saysMoreWhenFull: random.chance(0.3),
		ties: random.pick(['id', 'change'] as const),
	};
	const timelessOf = random.pick([Infinity, Infinity, Infinity, 9, 5]);
	const latencyMs = random.pick([40, 150, 350, 1_000]);
	return {
		traits,
		refusesLimit: random.chance(0.2),
		direction: random.pick(['asc', 'desc'] as const),
		latencyMs,
		jitter: random.pick([0.2, 1, 4]),
		...(random.chance(0.3) && { from: FIRST_SECOND + random.whole(0, 100), to: FIRST_SECOND + random.whole(100, 5_000) }),
		changesPerSecond: random.pick([0, 50, 500]) / latencyMs,
		coming: 0.15,
		leaving: 0.17,
		expires: random.chance(0.2),
		populate: (service) => addCrowds(service, random, traits.pageSize, timelessOf),
	};
}

/** Crowds of records, with fractions of seconds or without. One of `timelessOf` shows no time; few lie far ahead. */
function addCrowds(service: Service, random: Random, pageSize: number, timelessOf: number): void {
	const hasFractions = random.chance(0.3);
	let second = FIRST_SECOND;
	for (let group = random.whole(1, 8); group > 0; group -= 1) {
		const [count, apart] = random.pick([
			[random.whole(1, 12 * pageSize), random.pick([1, 5, 100])],
			[random.whole(1, 4 * pageSize), 0],
			[random.whole(1, 3), 20_000],
		] as const);
		for (let index = 0; index < count; index += 1) {
			second += apart === 0 ? 0 : random.whole(0, 2 * apart);
			const updatedForm = (service.states.length + 1) % timelessOf === 0 ? 'missing' : 'stamp';
			const updated = second + (hasFractions ? random.whole(0, 999) / 1_000 : 0);
			service.add({ updated, registered: second - random.pick([0, 3, 1_000, 50_000]), updatedForm });
		}
		second += random.whole(1, 200);
	}
	// Not where some show no time: then all times on a page of four may lie ahead, and nothing tells the present.
	for (let count = timelessOf < Infinity ? 0 : random.pick([0, 0, 1, 2]); count > 0; count -= 1) {
		service.add({ updated: second + random.whole(100_000, 200_000), registered: second });
	}
	service.moveTo((second + random.whole(1, 100)) * 1_000);
}

/** Records at some seconds, behind tokens that count, of which now and then one changes. */
function calm(seconds: readonly number[], changesPerSecond: number): History {
	return {
		traits: { ...PLAIN_WORLD, pageSize: 4, tokens: 'offset', ties: 'change' },
		direction: 'asc',
		latencyMs: 1_000,
		jitter: 0.1,
		changesPerSecond,
		populate: (service) => {
			for (const second of seconds) service.add({ updated: FIRST_SECOND + second });
			service.moveTo((FIRST_SECOND + seconds.length) * 1_000);
		},
	};
}

/** The last two were drawn so seldom that what they lost stayed unseen for long. */
const KINDS: ReadonlyArray<[what: string, (random: Random) => History]> = [
	['with every kind of trouble', invent],
	['whose last records lie far ahead and come back', () => calm([0, 2, 4, 110_000, 120_000], 2)],
	['whose records leave the second before a part', () => calm([...Array(150).keys()], 0.3)],
	['of which the first are wanted', (random) => ({ ...invent(random), limit: random.whole(1, 150) })],
	['that change often, of which the first are wanted', partOf],
];

/** The first of records, some of which share a second, while others change. */
function partOf(random: Random): History {
	const apart = random.pick([0, 0.3, 1]);
	const seconds = Array.from({ length: random.whole(5, 60) }, (_, index) => Math.floor(index * apart));
	const traits = { ...PLAIN_WORLD, pageSize: random.whole(4, 9), tokens: 'offset', ties: 'change' } as const;
	return {
		...calm(seconds, random.pick([0.3, 2, 5])),
		traits,
		direction: random.pick(['asc', 'desc'] as const),
		limit: random.whole(1, seconds.length + 2),
	};
}

test.each(KINDS)(
	`what is there all the time comes once and in order, in ${RUNS} histories %s`,
	async (_, historyOf) => {
		for (const seed of Array.from({ length: RUNS }, (_none, index) => seedOf() + index)) {
			const random = new Random(seed);
			const name = `TEST_SEED=${seed} RUNS=1`;
			const { repeated, lost, missing, misplaced } = await live(historyOf(random), random).catch((error: unknown) => {
				throw new Error(name, { cause: error });
			});
			const expected = { name, repeated: 0, lost: [], missing: 0, misplaced: [] };
			expect({ name, repeated, lost, missing, misplaced }).toEqual(expected);
		}
	},
	3_600_000,
);

/** How many pages, and the time at most in terms of that which a loop by page tokens takes. */
const SIZES: ReadonlyArray<[pages: number, time: number]> = [
	[1, 1.05],
	[2, 1.05],
	[3, 1.05],
	[5, 1.05],
	[10, 0.65],
	[20, 0.5],
];

describe.each(['asc', 'desc'] as const)('beside a loop by page tokens, %s,', (direction) => {
	test.each(SIZES)('%d pages take %d of its time, and three calls more at most', async (pages, time) => {
		const outcomeOf = async (reader: Reader) => {
			const random = new Random(5);
			return await live(orderly({ pages, latencyMs: 1_000, direction }, random), random, reader);
		};
		const [plain, ours] = [await outcomeOf('plain'), await outcomeOf('byTime')];
		expect(ours).toMatchObject({ lost: [], refusals: 0 });
		expect(ours.calls - plain.calls).toBeLessThanOrEqual(pages === 1 ? 0 : 3);
		// Of two pages, newest first, the first has to be looked at again when the second is there.
		expect(ours.ms / plain.ms).toBeLessThanOrEqual(direction === 'desc' && pages === 2 ? 1.52 : time);
	});
});
