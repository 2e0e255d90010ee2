/** First digits of generated ids. With 17 more digits an id no longer fits a JavaScript number. */
const PREFIX = {
	card: '71',
	person: '72',
	company: '73',
	tag: '74',
	report: '75',
	user: '76',
} as const;

/** Kinds of record that get an id. */
export type IdKind = keyof typeof PREFIX;

/** Ids of 19 digits, ascending per kind. */
export class IdSource {
	private readonly counters = new Map<IdKind, number>();

	next(kind: IdKind): string {
		const count = (this.counters.get(kind) ?? 0) + 1;
		this.counters.set(kind, count);
		return PREFIX[kind] + String(count).padStart(17, '0');
	}
}

/** A short number for names that are made up from an id. */
export function numberOf(id: string): string {
	return String(Number(id.slice(-9)) || id);
}
