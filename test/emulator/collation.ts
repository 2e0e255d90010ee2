import type { BizCardRecord } from './records';

/** Whether `a` is the later card: by exchange date, then by collation, then by registration. */
function isLater(a: BizCardRecord, b: BizCardRecord): boolean {
	if (a.exchangeDate !== b.exchangeDate) return a.exchangeDate > b.exchangeDate;
	if (a.collation !== b.collation) return a.collation > b.collation;
	if (a.registeredTime !== b.registeredTime) return a.registeredTime > b.registeredTime;
	return a.id > b.id;
}

/** The latest of some cards of one person (spec: "Same-person collation"). */
export function latestOf(cards: readonly BizCardRecord[]): BizCardRecord | undefined {
	return cards.reduce<BizCardRecord | undefined>(
		(best, card) => (best === undefined || isLater(card, best) ? card : best),
		undefined,
	);
}

/** Which cards belong to which person. */
export class PersonIndex {
	private readonly cardIds = new Map<string, Set<string>>();

	add(card: BizCardRecord): void {
		const group = this.cardIds.get(card.personId);
		if (group) group.add(card.id);
		else this.cardIds.set(card.personId, new Set([card.id]));
	}

	remove(card: BizCardRecord): void {
		this.cardIds.get(card.personId)?.delete(card.id);
	}

	/** Ids of a person's cards. */
	of(personId: string): readonly string[] {
		return [...(this.cardIds.get(personId) ?? [])];
	}

	/** Whether a person has no more than one card: the usual case, worth not listing them. */
	isSingle(personId: string): boolean {
		return (this.cardIds.get(personId)?.size ?? 0) < 2;
	}
}
