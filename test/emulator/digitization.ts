import type { EmulatorClock } from './clock';
import type { Company } from './company';
import { numberOf } from './ids';
import type { BizCardRecord, CardInput } from './records';
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
			entryStatus: 'processing',
			companyName: '',
			lastName: '',
			firstName: '',
			email: '',
			countryCode: '',
		});
		if (this.durationMs !== null) {
			this.company.schedule.add(this.clock.now() + this.durationMs, () => {
				if (this.company.cards.get(card.id)?.entryStatus === 'processing') this.complete(card.id);
			});
		}
		return card.id;
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
