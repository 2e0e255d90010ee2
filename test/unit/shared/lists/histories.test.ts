import { readTimeRange, systemClock } from '../../../../nodes/shared';
import { Random } from '../../../emulator/seed/random';
import { seedOf } from '../../../seed';
import { invent, live, type Read } from './history';

/** Records change, come and go while a list is read: whatever was there all the time comes once. `RUNS=` tries more, `TEST_SEED=` others. */

const RUNS = Number(process.env['RUNS'] ?? 100);
/** A record comes from ahead of all others; one leaves the second before a part that is followed by token. */
const FORMER_LOSSES = [772_534, 902_001_030];

/** So many milliseconds of each call are worth one more beside it. */
const MS_OF_ONE_CALL = 90;

const read: Read = async (service, request, { direction, calls }) => {
	let time = 0;
	const clock = { ...systemClock, now: () => (time += calls * MS_OF_ONE_CALL) };
	return await readTimeRange(service, request, { direction, clock });
};

test(`${RUNS} histories: nothing lost, nothing twice, the order kept`, async () => {
	for (const seed of [...FORMER_LOSSES, ...Array.from({ length: RUNS }, (_, index) => seedOf() + index)]) {
		const random = new Random(seed);
		const history = invent(random);
		const name = `TEST_SEED=${seed} RUNS=1 ${JSON.stringify(history)}`;
		const faults = await live(history, random, read).catch((error: unknown) => {
			throw new Error(name, { cause: error });
		});
		expect({ name, ...faults }).toEqual({ name, repeated: [], lost: [], misplaced: [] });
	}
}, 3_600_000);
