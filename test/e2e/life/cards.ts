import type { BizCardRecord, Emulator } from '../../emulator';
import type { Random } from '../../emulator/seed/random';
import type { WireCard } from './watcher';

/** Stands for one state of a card: no two states have the same memo. */
export function stateKey({ id, updatedTime, memo }: Pick<WireCard, 'id' | 'updatedTime' | 'memo'>): string {
	return `${id} ${new Date(updatedTime).toISOString()} ${memo}`;
}

function keyOfRecord({ id, updatedTime, memo }: BizCardRecord): string {
	return stateKey({ id, updatedTime: new Date(updatedTime).toISOString(), memo });
}

/** What happens to the cards, at random, and a record of all that ever was. */
export class Cards {
	/** Every state that was ever there while its card was completed. */
	readonly told = new Set<string>();

	/** Every card that was ever completed. */
	readonly toldIds = new Set<string>();

	private readonly processing = new Set<string>();

	private readonly ids: string[] = [];

	private states = 0;

	constructor(
		private readonly emulator: Emulator,
		private readonly random: Random,
	) {}

	/** Adds new cards; with a moment, all in that one second. */
	add(count: number, moment?: number): void {
		for (let added = 0; added < count; added += 1) {
			this.keep(this.emulator.addCard({ memo: this.memo(), registeredTime: moment }));
		}
	}

	/** A moment of an ordinary day: some cards come, some change, one is deleted now and then. */
	drip(): void {
		const { emulator, random } = this;
		this.add(random.whole(0, 2));
		for (let left = random.whole(0, 2); left > 0; left -= 1) this.change(random.pick(this.ids));
		if (random.chance(0.3) && this.ids.length > 0) {
			const recent = this.ids.slice(-5);
			this.change(random.pick(recent));
		}
		if (random.chance(0.15)) {
			this.keep(emulator.addCard({ memo: this.memo(), entryStatus: 'processing' }));
		}
		const [waiting] = this.processing;
		if (waiting !== undefined && random.chance(0.15)) {
			this.keep(emulator.completeDigitization(waiting, { memo: this.memo() }));
		}
		if (random.chance(0.05)) this.delete(random.pick(this.ids));
	}

	/** The states that the service shows in the end. */
	finalStates(): string[] {
		return this.completed()
			.map(keyOfRecord)
			.filter((key) => this.told.has(key));
	}

	/** The cards that the service shows in the end. */
	finalIds(): string[] {
		return this.completed()
			.map(({ id }) => id)
			.filter((id) => this.toldIds.has(id));
	}

	private completed(): BizCardRecord[] {
		return [...this.emulator.company.cards.values()].filter(({ entryStatus }) => entryStatus === 'completed');
	}

	private change(id: string): void {
		if (this.processing.has(id)) return;
		this.keep(this.emulator.changeCard(id, { memo: this.memo() }));
	}

	private delete(id: string): void {
		this.emulator.deleteCard(id);
		this.processing.delete(id);
		this.ids.splice(this.ids.indexOf(id), 1);
	}

	private keep(card: BizCardRecord): void {
		if (!this.ids.includes(card.id)) this.ids.push(card.id);
		if (card.entryStatus !== 'completed') {
			this.processing.add(card.id);
			return;
		}
		this.processing.delete(card.id);
		this.told.add(keyOfRecord(card));
		this.toldIds.add(card.id);
	}

	private memo(): string {
		this.states += 1;
		return `state ${this.states}`;
	}
}
