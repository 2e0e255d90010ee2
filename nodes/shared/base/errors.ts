/** A refusal before a call, with its reason. */
export interface Objection {
	/** Own name of the parameter, or of the field of a card. */
	readonly parameter: string;
	/** A sentence that says what is wrong; the headline where there are `causes`. */
	readonly message: string;
	/** The remedy, or the rule of the spec, where the message does not say it. */
	readonly rule?: string;
	/** The reasons, a line each, where several things are wrong. */
	readonly causes?: readonly string[];
	/** The item it is about, where one run looks at several. */
	readonly itemIndex?: number;
}

/** Something that a person has to put right. The checks that throw it know neither node nor item: their caller adds both. */
export class ParameterError extends Error {
	constructor(readonly objection: Objection) {
		super(objection.message);
	}
}

/** The error for one value that is wrong, with what to do. */
export function fault(parameter: string, message: string, rule?: string, more: Partial<Objection> = {}) {
	return new ParameterError({ parameter, message, rule, ...more });
}

/** Lines of a long list that an error shows, so that it stays readable; the rest is counted. */
const MAX_LISTED = 50;

/** The first lines of a list, and how many more there are. */
export function listedLines(lines: readonly string[]): string[] {
	const shown = lines.slice(0, MAX_LISTED);
	const hidden = lines.length - shown.length;

	return hidden > 0 ? [...shown, `and ${hidden} more`] : shown;
}

/** The row of a sheet that an item may have come from. Only the person knows whether it did, and has headings. */
export function rowHint(itemIndex = 0): string {
	if (itemIndex === 0) return '';
	return `In a sheet with a row of headings, item ${itemIndex} is row ${itemIndex + 2}.`;
}

/** Ascending item numbers as text; those that follow each other as a range: `0-3, 7`. */
function asRanges(items: readonly number[]): string {
	const starts = items.filter((item, at) => at === 0 || item > (items[at - 1] ?? 0) + 1);
	const ends = items.filter((item, at) => item + 1 < (items[at + 1] ?? Infinity));

	return starts.map((start, at) => (start === ends[at] ? start : `${start}-${ends[at]}`)).join(', ');
}

/** The reasons, each with the items that it is about: a column that is not mapped is missing in all of them. */
function reasonsOf(objections: readonly Objection[]): string[] {
	const itemsOf = new Map<string, number[]>();
	for (const { itemIndex, message } of objections) {
		const items = itemsOf.get(message) ?? [];
		if (itemIndex !== undefined) items.push(itemIndex);
		itemsOf.set(message, items);
	}

	return [...itemsOf].map(([message, items]) => {
		if (items.length === 0) return message;
		const noun = items.length === 1 ? 'Item' : 'Items';
		return `${noun} ${asRanges(items)}: ${message}`;
	});
}

/** Counts of what is wrong: one field may have several reasons. */
interface Extent {
	readonly reasons: number;
	readonly fields: number;
}

function fieldsNotValid({ fields }: Extent): string {
	return fields === 1 ? '1 field is not valid' : `${fields} fields are not valid`;
}

/**
 * Refuses what a check has found.
 *
 * @param headlineOf what stands over the reasons where there are several
 * @throws ParameterError unless there is no objection
 */
export function refuse(
	objections: readonly Objection[],
	headlineOf: (extent: Extent) => string = fieldsNotValid,
): void {
	const [first] = objections;
	if (!first) return;

	const reasons = reasonsOf(objections);
	const [onlyReason, ...otherReasons] = reasons;
	const isOneReason = otherReasons.length === 0;
	const fields = new Set(objections.map(({ parameter }) => parameter)).size;
	const message = isOneReason ? (onlyReason ?? '') : headlineOf({ reasons: reasons.length, fields });
	const causes = isOneReason ? [] : listedLines(reasons);

	const isAboutOneItem = objections.every(({ itemIndex }) => itemIndex === first.itemIndex);
	if (isAboutOneItem) {
		// The error of a single item says by itself which row that is.
		throw new ParameterError({ parameter: first.parameter, message, causes, itemIndex: first.itemIndex });
	}
	const lastItem = objections.reduce((last, { itemIndex = 0 }) => Math.max(last, itemIndex), 0);
	const hint = rowHint(lastItem);
	if (hint !== '') causes.push(hint);
	throw new ParameterError({ parameter: first.parameter, message, causes });
}

/**
 * Turns errors of one class into a value, for callers to whom they are an outcome. Every other error goes on its way.
 *
 * @returns the result, or the error of that class
 */
export async function catchAs<T, E extends Error>(
	promise: Promise<T>,
	errorClass: abstract new (...args: never[]) => E,
): Promise<T | E> {
	return await promise.catch((error: unknown) => {
		if (error instanceof errorClass) return error;
		throw error;
	});
}
