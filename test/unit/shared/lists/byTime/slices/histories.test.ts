import { Random } from '../../../../../emulator/seed/random';
import { seedOf, timesOf } from '../../../../../seed';
import { FIRST_SECOND, tell, type Ending, type Story } from './story';

/** Records change, come and go while a list is read, in one piece or in slices: whatever was there all the time comes once. */

const HISTORIES = timesOf(150);

function invent(random: Random): Story {
	const isBounded = random.chance(0.3);
	return {
		traits: {
			pageSize: random.whole(4, 9),
			includesFrom: random.chance(0.5),
			includesTo: random.chance(0.5),
			tokens: random.pick(['offset', 'keyset', 'ids', 'contents'] as const),
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
	};
}

/** What the reading of a story did wrong. */
function faultsOf({ traits, direction }: Story, { given, unchanged, lasting, usedTokens, hadDepartures }: Ending): object {
	const places = new Set(given);
	const step = direction === 'asc' ? 1 : -1;
	const times = given.flatMap((id) => unchanged.get(id) ?? []);
	// Behind a position that is counted from the start records are skipped when one before them goes; where the order
	// is another one, also when one changes.
	const mayLose = traits.tokens === 'offset' && usedTokens && (hadDepartures || !traits.keepsOrder);
	return {
		repeated: given.filter((id, place) => given.indexOf(id) !== place),
		lost: mayLose ? [] : [...unchanged.keys(), ...lasting].filter((id) => !places.has(id)),
		misplaced: !traits.keepsOrder || (traits.tokens === 'offset' && usedTokens) ? [] : times.filter((time, place) => (time - (times[place - 1] ?? time)) * step < 0),
	};
}

test(`${HISTORIES} histories: nothing lost, nothing twice, the order kept`, async () => {
	const seed = seedOf('reading in slices');
	for (let number = 0; number < HISTORIES; number += 1) {
		const random = new Random(seed + number);
		const story = invent(random);
		const name = `TEST_SEED=${seed + number} ${JSON.stringify(story)}`;
		const ending = await tell(story, random).catch((error: unknown) => {
			throw new Error(name, { cause: error });
		});
		expect({ name, ...faultsOf(story, ending) }).toEqual({ name, repeated: [], lost: [], misplaced: [] });
	}
}, 120_000);
