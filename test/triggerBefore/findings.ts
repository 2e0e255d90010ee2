/** What can be wrong with a trigger, each kind with what it means. */
export const WRONGS = [
	/** Never emitted, though polls could read it. */
	'lost',
	/** Emitted, or not even that, later than at the first poll that could read it. */
	'late',
	'repeated',
	/** Emitted though it was there before the trigger was. */
	'old',
	/** Nothing that the service has ever shown, or not what was asked for. */
	'foreign',
	/** Items of one poll not in the order of their changes. */
	'disorder',
	/** More items than a poll may give. */
	'too many',
	/** Polls look healthy, and bring nothing any more. */
	'silently dead',
	/** More calls or more memory than the records of the overlap can explain. */
	'costly',
	/** A damaged memory was not refused as such. */
	'misread',
	/** An error that nothing in the service explains, or one that no person can read. */
	'unexplained',
] as const;

export type Wrong = (typeof WRONGS)[number];

export interface Finding {
	readonly wrong: Wrong;
	readonly text: string;
}
