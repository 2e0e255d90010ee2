/** A refusal before a call, with its reason. */
export interface Violation {
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
	constructor(readonly violation: Violation) {
		super(violation.message);
	}
}

/**
 * The error for one value that is wrong.
 *
 * @param rule what to do
 * @param more what else is known of the refusal
 */
export function parameterError(
	parameter: string,
	message: string,
	rule?: string,
	more: Partial<Violation> = {},
): ParameterError {
	return new ParameterError({ parameter, message, rule, ...more });
}

/** Lines of a long list that an error shows, so that it stays readable; the rest is counted. */
const MAX_LISTED = 50;

/** The first lines of a list, and how many more there are. */
export function listedLines(lines: readonly string[]): string[] {
	const shown = lines.slice(0, MAX_LISTED);
	const hidden = lines.length - shown.length;

	if (hidden === 0) return shown;

	return [...shown, `and ${hidden} more`];
}

/** The row of a sheet that an item may have come from. Only the person knows whether it did, and has headings. */
export function rowHint(itemIndex = 0): string {
	if (itemIndex === 0) return '';
	return `In a sheet with a row of headings, item ${itemIndex} is row ${itemIndex + 2}.`;
}

/** Ascending item numbers as text; those that follow each other as a range: `0-3, 7`. */
function asRanges(items: readonly number[]): string {
	const starts = items.filter((item, index) => {
		const before = items[index - 1] ?? -Infinity;
		return item > before + 1;
	});
	const ends = items.filter((item, index) => {
		const after = items[index + 1] ?? Infinity;
		return item + 1 < after;
	});

	const ranges = starts.map((start, index) => {
		const end = ends[index];
		return start === end ? String(start) : `${start}-${end}`;
	});
	return ranges.join(', ');
}

/** A reason, with the items that it is about. */
function reasonOf(message: string, items: readonly number[]): string {
	if (items.length === 0) return message;

	const noun = items.length === 1 ? 'Item' : 'Items';
	return `${noun} ${asRanges(items)}: ${message}`;
}

/** The reasons, each once: a column that is not mapped is missing in all items. */
function reasonsOf(violations: readonly Violation[]): string[] {
	const itemsOf = new Map<string, number[]>();

	for (const { itemIndex, message } of violations) {
		const items = itemsOf.get(message) ?? [];
		if (itemIndex !== undefined) items.push(itemIndex);
		itemsOf.set(message, items);
	}
	return [...itemsOf].map(([message, items]) => reasonOf(message, items));
}

/** Counts of what is wrong: one field may have several reasons. */
interface Extent {
	readonly reasons: number;
	readonly fields: number;
}

function fieldsNotValid(extent: Extent): string {
	const { fields } = extent;
	return fields === 1 ? '1 field is not valid' : `${fields} fields are not valid`;
}

/** The headline over the reasons, or the only reason. */
function messageOver(
	reasons: readonly string[],
	violations: readonly Violation[],
	headlineOf: (extent: Extent) => string,
): string {
	const [onlyReason = '', ...otherReasons] = reasons;
	if (otherReasons.length === 0) return onlyReason;

	const fields = new Set(violations.map((violation) => violation.parameter));
	return headlineOf({ reasons: reasons.length, fields: fields.size });
}

/** The causes where violations are about several items: the reasons, and the row of the last item. */
function causesOverItems(causes: readonly string[], violations: readonly Violation[]): string[] {
	const items = violations.map((violation) => violation.itemIndex ?? 0);
	const hint = rowHint(items.reduce((last, item) => Math.max(last, item), 0));

	return hint === '' ? [...causes] : [...causes, hint];
}

/**
 * Refuses what a check has found.
 *
 * @param headlineOf what stands over the reasons where there are several
 * @throws ParameterError unless there is no violation
 */
export function refuse(
	violations: readonly Violation[],
	headlineOf: (extent: Extent) => string = fieldsNotValid,
): void {
	const [first] = violations;
	if (!first) return;

	const reasons = reasonsOf(violations);
	const message = messageOver(reasons, violations, headlineOf);
	const causes = reasons.length > 1 ? listedLines(reasons) : [];
	const { parameter, itemIndex } = first;

	// The error of a single item says by itself which row that is.
	const isAboutOneItem = violations.every((violation) => violation.itemIndex === itemIndex);
	if (isAboutOneItem) {
		throw new ParameterError({
			parameter,
			message,
			causes,
			itemIndex,
		});
	}

	throw new ParameterError({
		parameter,
		message,
		causes: causesOverItems(causes, violations),
	});
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
