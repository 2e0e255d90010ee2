/** What is refused before a call, and why. */
export interface Objection {
	/** The parameter's own name. */
	readonly parameter: string;
	/** One sentence: what is wrong. */
	readonly message: string;
	/** The rule of the spec, or what to do. */
	readonly rule: string;
	/** The item it is about, where one run looks at several. */
	readonly itemIndex?: number;
}

/** Thrown by checks that do not know node and item; who calls them gives it both. */
export class ParameterError extends Error {
	constructor(readonly objection: Objection) {
		super(objection.message);
	}
}

/** The same in short, for what every value is checked for. */
export function fault(parameter: string, message: string, rule: string): ParameterError {
	return new ParameterError({ parameter, message, rule });
}
