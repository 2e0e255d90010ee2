import { seedOf, timesOf } from '../seed';
import { Random } from './seed/random';
import { SortedIndex } from './sortedIndex';

interface Item {
	readonly id: string;
	readonly key: number;
}

const STEPS = 400;

it('stays in order through any sequence of changes', () => {
	const seed = seedOf('sorted index');
	const random = new Random(seed);
	const index = new SortedIndex<Item>(({ key }) => key);
	const plain = new Map<string, Item>();
	for (let step = 0; step < timesOf(STEPS); step += 1) {
		const id = String(random.whole(1, 60));
		if (random.chance(0.3)) {
			index.remove(id);
			plain.delete(id);
		} else {
			const item = { id, key: random.whole(1, 8) };
			index.put(item);
			plain.set(id, item);
		}
		if (random.chance(0.4)) continue;
		const from = random.whole(0, 5);
		const to = from + random.whole(0, 4);
		const found: Item[] = [];
		index.scan((item) => found.push(item), from, to);
		const expected = [...plain.values()]
			.filter(({ key }) => key >= from && key <= to)
			.sort((a, b) => a.key - b.key || (a.id < b.id ? -1 : 1));
		expect({ seed, step, found }).toEqual({ seed, step, found: expected });
	}
});
