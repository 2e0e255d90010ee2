import { readTerm } from '../../../../nodes/shared';
import { Random } from '../../../emulator/seed/random';
import { invent, live, type Read } from './history';

/** Records change, come and go while a list is read: whatever was there all the time comes once. `RUNS=` tries more, `SEED=` others. */

const RUNS = Number(process.env['RUNS'] ?? 100);
const SEED = Number(process.env['SEED'] ?? 1);

const read: Read = (service, request, { direction, calls }) => readTerm(service, request, { direction, calls });

test(`${RUNS} histories: nothing lost, nothing twice, the order kept`, async () => {
	for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
		const random = new Random(seed);
		const history = invent(random);
		const name = `SEED=${seed} RUNS=1 ${JSON.stringify(history)}`;
		const faults = await live(history, random, read).catch((error: unknown) => {
			throw new Error(name, { cause: error });
		});
		expect({ name, ...faults }).toEqual({ name, repeated: [], lost: [], misplaced: [] });
	}
}, 3_600_000);
