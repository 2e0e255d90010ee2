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

/** Thrown by checks that do not know node and item; who calls them gives it both. */
export class ParameterError extends Error {
	constructor(readonly objection: Objection) {
		super(objection.message);
	}
}

/** The error for one value that is wrong, with what to do. */
export function fault(
	parameter: string,
	message: string,
	rule: string,
	more: Pick<Objection, 'itemIndex' | 'causes'> = {},
): ParameterError {
	return new ParameterError({ parameter, message, rule, ...more });
}

/** How much of a long list an error shows, so that it stays readable; the rest is counted. */
const MAX_LISTED = 50;

export function listedLines(lines: readonly string[]): string[] {
	const more = lines.length > MAX_LISTED ? [`and ${lines.length - MAX_LISTED} more`] : [];
	return [...lines.slice(0, MAX_LISTED), ...more];
}

/** Refuses what a check has found: one objection in its own words, several below a headline. @throws ParameterError */
export function refuse(objections: readonly Objection[]): void {
	const [first, ...others] = objections;
	if (!first) return;
	if (others.length === 0) throw new ParameterError(first);
	const causes = listedLines(objections.map(({ message }) => message));
	const message = `${objections.length} fields are not valid`;
	throw new ParameterError({ parameter: first.parameter, message, causes });
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
