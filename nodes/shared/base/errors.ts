/** What is refused before a call, and why. */
export interface Objection {
	/** Own name of the parameter, or of the field of a card. */
	readonly parameter: string;
	/** One sentence: what is wrong; the headline where there are `causes`. */
	readonly message: string;
	/** What to do, or the rule of the spec, where the message does not say it. */
	readonly rule?: string;
	/** One line each, where several things are wrong. */
	readonly causes?: readonly string[];
	/** The item it is about, where one run looks at several. */
	readonly itemIndex?: number;
}

/** What a person has to put right; thrown by checks that do not know node and item: who calls them gives it both. */
export class ParameterError extends Error {
	constructor(readonly objection: Objection) {
		super(objection.message);
	}
}

/** The error for one value that is wrong, with what to do. */
export function fault(parameter: string, message: string, rule?: string, more: Partial<Objection> = {}) {
	return new ParameterError({ parameter, message, rule, ...more });
}

/** How much of a long list an error shows, so that it stays readable; the rest is counted. */
const MAX_LISTED = 50;

export function listedLines(lines: readonly string[]): string[] {
	const more = lines.length > MAX_LISTED ? [`and ${lines.length - MAX_LISTED} more`] : [];
	return [...lines.slice(0, MAX_LISTED), ...more];
}

/** Which row of a sheet an item is. Nobody knows whether the items came from one, or whether it has headings. */
export function rowHint(itemIndex = 0): string {
	return itemIndex === 0 ? '' : `In a sheet with a row of headings, item ${itemIndex} is row ${itemIndex + 2}.`;
}

/** Item numbers, those that follow each other as a range. */
function ranges(items: readonly number[]): string {
	const starts = items.filter((item, at) => at === 0 || item > (items[at - 1] ?? 0) + 1);
	const ends = items.filter((item, at) => item + 1 < (items[at + 1] ?? Infinity));
	return starts.map((start, at) => (start === ends[at] ? start : `${start}-${ends[at]}`)).join(', ');
}

/**
 * Refuses what a check has found: a line for each reason, with the items that it is about, because a column that is not
 * mapped is missing in each of them. @throws ParameterError unless there is no objection
 */
export function refuse(
	objections: readonly Objection[],
	headline = (count: number) => `${count} fields are not valid`,
) {
	const [first] = objections;
	if (!first) return;
	const itemsOf = new Map<string, number[]>();
	for (const { itemIndex, message } of objections) {
		const items = itemsOf.get(message) ?? [];
		if (itemIndex !== undefined) items.push(itemIndex);
		itemsOf.set(message, items);
	}
	const reasons = [...itemsOf].map(([message, items]) => {
		return items.length === 0 ? message : `Item${items.length > 1 ? 's' : ''} ${ranges(items)}: ${message}`;
	});
	const isOne = reasons.length === 1;
	const isAboutOneItem = objections.every(({ itemIndex }) => itemIndex === first.itemIndex);
	const last = objections.reduce((most, { itemIndex = 0 }) => Math.max(most, itemIndex), 0);
	// An error about a single item says its row already.
	const hint = isAboutOneItem ? '' : rowHint(last);
	const message = isOne ? reasons.join() : headline(reasons.length);
	const causes = [...(isOne ? [] : listedLines(reasons)), hint].filter((line) => line !== '');
	const itemIndex = isAboutOneItem ? first.itemIndex : undefined;
	throw new ParameterError({ parameter: first.parameter, message, causes, itemIndex });
}

/** Gives one kind of error as a value, to callers to whom it is an outcome. Every other error goes on its way. */
export async function catchAs<T, E extends Error>(
	promise: Promise<T>,
	kind: abstract new (...args: never[]) => E,
): Promise<T | E> {
	return await promise.catch((error: unknown) => {
		if (error instanceof kind) return error;
		throw error;
	});
}
