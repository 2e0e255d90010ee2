import type { Emulator } from '../../test/emulator';
import { inventCard, TITLES } from '../../test/emulator/seed/invent';
import { Random } from '../../test/emulator/seed/random';

const seed = 8;
/** One card in so many is a change of an earlier one. */
const changeEvery = 4;

/** New and changed cards, one at a time, the same ones in every demo. */
export class Drip {
	private readonly random = new Random(seed);

	private readonly added: string[] = [];

	private drops = 0;

	private timer: NodeJS.Timeout | undefined;

	constructor(private readonly emulator: Emulator) {}

	/** Begins to add or change one card every so many seconds. */
	start(everySeconds: number): void {
		this.timer ??= setInterval(() => this.drop(), everySeconds * 1000);
	}

	/** Ends it. */
	stop(): void {
		clearInterval(this.timer);
		this.timer = undefined;
	}

	private drop(): void {
		this.drops += 1;
		if (this.drops % changeEvery === 0 && this.added.length > 0) {
			this.emulator.changeCard(this.random.pick(this.added), { title: this.random.pick(TITLES) });
			return;
		}
		const tags = [...this.emulator.company.tags.values()];
		const { id } = this.emulator.addCard({
			...inventCard(this.random, tags),
			entryStatus: 'completed',
		});
		this.added.push(id);
	}
}
