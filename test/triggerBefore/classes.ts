/** The kinds of trouble that a history has beside what every history may have (changes, clocks, failed calls, edits). */
export const CLASSES = [
	/** Stamps far ahead, any number of them, edited again; and a wrong clock of the machine that n8n runs on. */
	'ahead',
	/** Times that cannot be read. */
	'unreadable',
	/** Seconds with more records than a poll can read, and polls so far apart that page tokens expire between them. */
	'crowd',
	/** Content that differs from reading to reading. */
	'unstable',
	/** Edits of the workflow while the service is slow. */
	'slow',
	/** A version that goes with any status. */
	'retired',
	/** Pages that fail or take longer than a poll. */
	'bad page',
	/** An empty first answer at activation. */
	'empty',
	/** Another address in the same credential. */
	'address',
	/** Bulk changes, and what they cost afterwards. */
	'cost',
	/** A damaged memory. */
	'damage',
] as const;

export type TroubleClass = (typeof CLASSES)[number];
