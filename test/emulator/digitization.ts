import type { EmulatorClock } from './clock';
import { BLANK_CARD, type Company } from './company';
import { numberOf } from './ids';
import type { BizCardRecord, CardInput, EntryStatus } from './records';
import { inventContact } from './seed/invent';
import { Random } from './seed/random';
import type { Switches } from './switches';

/** What is known of a card when its image arrives. */
interface Taken {
	readonly ownerId: string;
	readonly exchangeDate: string | undefined;
	readonly memo: string;
	readonly tagIds: readonly string[];
}

/** The statuses that follow `processing`, one each time data entry would have ended (spec: transitions not shown). */
const PATHS: Readonly<Record<Switches['entryStatusPath'], readonly EntryStatus[]>> = {
	direct: ['completed'],
	viaUnreadable: ['unreadable', 'completed'],
	reopened: ['completed', 'processing', 'completed'],
};

/** Data entry from images: cards stay `processing` until told otherwise or until their time is up. */
export class Digitization {
	constructor(
		private readonly company: Company,
		private readonly clock: EmulatorClock,
		private readonly switches: Switches,
	) {}

	/** Time of the emulator's clock that data entry takes; null waits for `complete`. */
	durationMs: number | null = null;

	/** Takes in a card and gives its id. */
	begin({ exchangeDate, ...taken }: Taken): string {
		const card = this.company.addCard({
			...taken,
			...(exchangeDate !== undefined && { exchangeDate }),
			...BLANK_CARD,
			entryStatus: 'processing',
		});
		const { durationMs } = this;
		if (durationMs !== null) {
			const path = PATHS[this.switches.entryStatusPath];
			for (const [index, to] of path.entries()) {
				const at = this.clock.now() + (index + 1) * durationMs;
				const from = path[index - 1] ?? 'processing';
				this.company.schedule.add(at, () => this.step(card.id, from, to));
			}
		}
		return card.id;
	}

	/** The next status of a card, unless somebody was quicker. */
	private step(id: string, from: EntryStatus, to: EntryStatus): void {
		if (this.company.cards.get(id)?.entryStatus === from) this.complete(id, { entryStatus: to });
	}

	/**
	 * Ends data entry. Fields that are not given are read off the imagined card.
	 *
	 * @throws Error when there is no such card
	 */
	complete(id: string, fields: CardInput = {}): BizCardRecord {
		const card = this.company.cards.mustGet(id);
		const blank = card.lastName === '' && card.companyName === '';
		const readable = fields.entryStatus !== 'unreadable';
		const read = blank && readable ? inventContact(new Random(Number(numberOf(id)) || 1)) : {};
		const touch = this.switches.statusChangeTouchesUpdatedTime;
		return this.company.changeCard(id, { ...read, entryStatus: 'completed', ...fields }, { touch });
	}
}
