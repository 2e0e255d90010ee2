import { FairQueue } from '../../../../nodes/shared/limiter/fairQueue';
import { Random } from '../../../emulator/seed/random';
import { inFull } from '../../../inFull';
import { seedOf, timesOf } from '../../../seed';

/** In turn between those who ask, in the order of asking for each of them. */

/** So many that what grows with their square would take minutes. */
const MANY = inFull(100_000, 20_000);

interface Call {
	readonly asker: string;
	readonly number: number;
}

let queue: FairQueue<Call>;

beforeEach(() => {
	queue = new FairQueue();
});

function join(asker: string, count: number, from = 0): Array<() => void> {
	return Array.from({ length: count }, (_, index) => queue.add(asker, { asker, number: from + index }));
}

function takeAll(most = Infinity): Call[] {
	const taken: Call[] = [];
	while (!queue.isEmpty && taken.length < most) {
		const call = queue.take();
		if (!call) throw new Error('a queue that is not empty gave nothing');
		taken.push(call);
	}
	return taken;
}

const names = (calls: readonly Call[]): string => calls.map(({ asker, number }) => `${asker}${number}`).join(' ');

test('gives nothing when nobody waits', () => {
	expect(queue.isEmpty).toBe(true);
	expect(queue.take()).toBeUndefined();
});

test('serves several in turn, and one that has all it wants takes nobody else a turn', () => {
	join('a', 4);
	join('b', 2);
	join('c', 1);
	expect(names(takeAll())).toBe('a0 b0 c0 a1 b1 a2 a3');
});

test('what is repeated goes first among its own asker, in its order, and takes the others no turn', () => {
	join('a', 3);
	join('b', 2);
	queue.add('a', { asker: 'a', number: 90 }, true);
	queue.add('a', { asker: 'a', number: 91 }, true);
	expect(names(takeAll())).toBe('a90 b0 a91 b1 a0 a1 a2');
});

test('what leaves is not served, from whichever place it leaves, and may leave twice', () => {
	const leave = join('a', 5);
	join('b', 1);
	for (const index of [0, 2, 4, 2]) leave[index]?.();
	expect(names(takeAll())).toBe('a1 b0 a3');
});

test('leaving after it was served changes nothing for those that came later', () => {
	const [leave] = join('a', 1);
	takeAll();
	join('a', 1, 1);
	leave?.();
	expect(names(takeAll())).toBe('a1');
});

test('is empty when all have left, and works afterwards', () => {
	for (const leave of join('a', 3)) leave();
	expect(queue.isEmpty).toBe(true);
	join('a', 1);
	expect(names(takeAll())).toBe('a0');
});

test(`${MANY} that join, leave and are served cost no more each than a few`, () => {
	const leave = join('a', MANY);
	for (let index = 0; index < leave.length; index += 2) leave[index]?.();
	expect(takeAll()).toHaveLength(MANY / 2);
});

test('random demand: while two wait, neither is served twice before the other; nothing is lost or out of order', () => {
	const random = new Random(seedOf('fair queue, random demand'));
	const askers = ['a', 'b', 'c', 'd'];
	const asked = new Map(askers.map((asker) => [asker, 0]));
	const waiting = new Map(askers.map((asker) => [asker, 0]));
	const served = new Map(askers.map((asker) => [asker, 0]));
	/** Turns that others had since an caller was served or began to wait. */
	const passedOver = new Map<string, Set<string>>();
	const wrong: string[] = [];
	for (let step = 0; step < timesOf(20_000); step += 1) {
		const asker = random.pick(askers);
		if (random.chance(0.45)) {
			const number = asked.get(asker) ?? 0;
			join(asker, 1, number);
			if (waiting.get(asker) === 0) passedOver.set(asker, new Set());
			asked.set(asker, number + 1);
			waiting.set(asker, (waiting.get(asker) ?? 0) + 1);
			continue;
		}
		const call = queue.take();
		if (!call) continue;
		if (call.number !== served.get(call.asker)) wrong.push(`step ${step}: ${call.asker}${call.number} is out of order`);
		served.set(call.asker, call.number + 1);
		waiting.set(call.asker, (waiting.get(call.asker) ?? 0) - 1);
		passedOver.set(call.asker, new Set());
		for (const other of askers) {
			if (other === call.asker || waiting.get(other) === 0) continue;
			if (passedOver.get(other)?.has(call.asker)) wrong.push(`step ${step}: ${call.asker} again before ${other}`);
			passedOver.get(other)?.add(call.asker);
		}
	}
	expect(wrong).toEqual([]);
	takeAll().forEach(({ asker }) => served.set(asker, (served.get(asker) ?? 0) + 1));
	expect(served).toEqual(asked);
});
