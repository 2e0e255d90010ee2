import { OutOfTime } from '../../nodes/shared';

/** A call failed for good: with a status, or without an answer. */
export class PollFailed extends Error {
	/** @param status of the answer; `undefined` when there was none */
	constructor(readonly status?: number) {
		super(status === undefined ? 'The service did not answer' : `The service answered ${status}`);
	}
}

/** The service does not take the version that is asked for any longer. */
export class VersionRetired extends PollFailed {
	constructor(override readonly status: number) {
		super(status);
	}
}

/** The service would need longer for this page than any poll lasts. */
export class PageTooSlow extends Error {}

/**
 * Waits for what a failed call may end.
 *
 * @returns `undefined` when a call failed
 * @throws every other error
 */
export async function orFailed<T>(reading: Promise<T>): Promise<T | undefined> {
	return await reading.catch((error: unknown) => {
		if (error instanceof PollFailed || error instanceof OutOfTime) return undefined;
		throw error;
	});
}

/** Errors of a program that went wrong: no person can make anything of them. */
const PROGRAM_ERRORS = [TypeError, RangeError, ReferenceError, SyntaxError];

/** Whether an error shows a program that went wrong, and not a service that did. */
export function isProgramError(error: unknown): boolean {
	return !(error instanceof Error) || PROGRAM_ERRORS.some((kind) => error instanceof kind);
}
