import { Random } from '../../../../../emulator/seed/random';
import { inFull } from '../../../../../inFull';
import { seedOf, timesOf } from '../../../../../seed';
import { FIRST_SECOND, tell, type Ending, type Story } from './story';

/** Records change, come and go while a list is read, in one piece or in slices: whatever was there all the time comes once. */

const HISTORIES = timesOf(inFull(150, 50));

function invent(random: Random, seed: number): Story {
	const isBounded = random.chance(0.3);
	return {
		traits: {
			pageSize: random.whole(4, 9),
			includesFrom: random.chance(0.5),
			includesTo: random.chance(0.5),
			tokens: random.pick(['offset', 'place', 'snapshot', 'snapshot'] as const),
			keepsOrder: random.chance(0.8),
			saysMoreWhenFull: random.chance(0.3),
			ties: random.pick(['id', 'change'] as const),
		},
		direction: random.pick(['asc', 'desc'] as const),
		calls: random.pick([1, 2, 4, 13]),
		takesLimit: random.chance(0.8),
		...(isBounded && { from: FIRST_SECOND + random.whole(0, 100), to: FIRST_SECOND + random.whole(100, 5_000) }),
		unrest: random.pick([0, 0.02, 0.2]),
		expiry: random.chance(0.2),
		// By the seed and nothing else: the histories that were once wrong stay what they were.
		timelessOf: [Infinity, Infinity, Infinity, 9, 2][seed % 5] ?? Infinity,
	};
}

/** What the reading of a story did wrong. */
function faultsOf({ traits, direction, timelessOf }: Story, { given, unchanged, lasting, usedTokens, hadDepartures }: Ending): object {
	const places = new Set(given);
	const step = direction === 'asc' ? 1 : -1;
	const times = given.flatMap((id) => unchanged.get(id) ?? []);
	// Behind a position that is counted from the start records are skipped when one before them goes; where the order
	// is another one, or a record shows no time, also when one changes.
	const mayLose = traits.tokens === 'offset' && usedTokens && (hadDepartures || !traits.keepsOrder || timelessOf < Infinity);
	return {
		repeated: given.filter((id, place) => given.indexOf(id) !== place),
		lost: mayLose ? [] : [...unchanged.keys(), ...lasting].filter((id) => !places.has(id)),
		misplaced: !traits.keepsOrder || (traits.tokens === 'offset' && usedTokens) ? [] : times.filter((time, place) => (time - (times[place - 1] ?? time)) * step < 0),
	};
}

async function live(seed: number): Promise<void> {
	const random = new Random(seed);
	const story = invent(random, seed);
	const name = `TEST_SEED=${seed} ${JSON.stringify(story)}`;
	const ending = await tell(story, random).catch((error: unknown) => {
		throw new Error(name, { cause: error });
	});
	expect({ name, ...faultsOf(story, ending) }).toEqual({ name, repeated: [], lost: [], misplaced: [] });
}

test(`${HISTORIES} histories: nothing lost, nothing twice, the order kept`, async () => {
	const seed = seedOf('reading in slices');
	for (let number = 0; number < HISTORIES; number += 1) await live(seed + number);
}, 120_000);

test.each([
	['all records of a page behind a token have changed, on which two readers go towards each other', 777_031],
	['the same, on a service that says more when a page is full', 778_227],
])('once wrong: %s', async (_, seed) => await live(seed));
