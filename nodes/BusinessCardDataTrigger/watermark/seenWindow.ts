import { CODES, FINGERPRINT_LENGTH, NEXT_CONTENT, TIME_LENGTH } from './fingerprint';

/** The second under which a record is kept that shows no readable time. */
export const TIMELESS = 0;

/** The second under which a card is kept that waits for a chosen status. */
export const WAITING = 1;

/** A content that a record has shown with one time, and the second that it is kept under. */
export interface Sighting {
	readonly content: string;
	readonly second: number;
}

/** A sighting in the window, which alone changes it. */
interface KeptSighting {
	content: string;
	second: number;
}

/** Numbers of the written window have this base. */
const RADIX = 36;

/**
 * The records that were seen lately: fingerprints, each under a second. It is the part of the state that grows with
 * the records. It changes when a record is observed (`add`, `recognize`, `keepUnder`), at an edit (`awaitAll`) and at the
 * end of a poll (`forget`).
 */
export class SeenWindow {
	/** Sightings by the part of their fingerprint that stands for record and time. */
	private readonly sightings = new Map<string, KeptSighting[]>();

	/** The same parts of all that this poll has looked for. */
	private readonly seenAgain = new Set<string>();

	/** @param text as `toText` has written it */
	constructor(text: string) {
		let position = -1;
		for (const [, distance = '', written = ''] of text.matchAll(/(\S+) (\S+)/g)) {
			position += parseInt(distance, RADIX);
			const second = Math.floor(position / CODES);
			const firstCharacter = String.fromCharCode(position % CODES);

			for (let start = 0; start < written.length; start += FINGERPRINT_LENGTH - 1) {
				const others = written.slice(start, start + FINGERPRINT_LENGTH - 1);
				this.add(firstCharacter + others, second);
			}
		}
	}

	/** The seconds of all fingerprints, one for each. */
	seconds(): number[] {
		return [...this.sightings.values()].flat().map((sighting) => sighting.second);
	}

	/** All that is known under a second of the record of a fingerprint, with its time. */
	knownUnder(fingerprint: string, second: number): readonly Sighting[] {
		return this.knownOf(fingerprint).filter((sighting) => sighting.second === second);
	}

	/**
	 * Recognizes a fingerprint. After `awaitAll`, the window takes its content for the one that the record was to show next
	 * with that time, and keeps it from then on.
	 *
	 * @param second that it has to be kept under; any without it
	 */
	recognize(fingerprint: string, second?: number): Sighting | undefined {
		const content = fingerprint.slice(TIME_LENGTH);
		this.seenAgain.add(fingerprint.slice(0, TIME_LENGTH));

		const all = this.knownOf(fingerprint).filter((one) => second === undefined || one.second === second);
		const same = all.find((sighting) => sighting.content === content);
		const known = same ?? all.find((sighting) => sighting.content === NEXT_CONTENT);
		if (known) {
			known.content = content;
		}
		return known;
	}

	/** Keeps a fingerprint that is not known yet. */
	add(fingerprint: string, second: number): void {
		const sighting = { content: fingerprint.slice(TIME_LENGTH), second };
		this.sightings.set(fingerprint.slice(0, TIME_LENGTH), [...this.knownOf(fingerprint), sighting]);
	}

	/** Keeps what is known of a fingerprint under another second. */
	keepUnder(fingerprint: string, second: number): void {
		const content = fingerprint.slice(TIME_LENGTH);
		const known = this.knownOf(fingerprint).find((sighting) => sighting.content === content);
		if (known) {
			known.second = second;
		}
	}

	/** Takes any next content of each record for known: all of them will look different, and have not changed. */
	awaitAll(): void {
		for (const sighting of [...this.sightings.values()].flat()) {
			sighting.content = NEXT_CONTENT;
		}
	}

	/**
	 * Forgets fingerprints.
	 *
	 * @param isOver says which, by the second that one is kept under and whether this poll has seen it again
	 */
	forget(isOver: (second: number, isSeenAgain: boolean) => boolean): void {
		for (const [time, all] of this.sightings) {
			const kept = all.filter((sighting) => !isOver(sighting.second, this.seenAgain.has(time)));
			if (kept.length === 0) {
				this.sightings.delete(time);
			} else {
				this.sightings.set(time, kept);
			}
		}
	}

	/** Writes the window: for each second and first character, as the distance from those before, the fingerprints. */
	toText(): string {
		const entries = [...this.sightings].flatMap(([time, all]) =>
			all.map((sighting) => ({
				position: sighting.second * CODES + time.charCodeAt(0),
				written: time.slice(1) + sighting.content,
			})),
		);
		entries.sort((one, other) => one.position - other.position);

		let text = '';
		let before = -1;
		for (const entry of entries) {
			if (entry.position > before) {
				const separator = text === '' ? '' : ' ';
				text += `${separator}${(entry.position - before).toString(RADIX)} `;
			}
			text += entry.written;
			before = entry.position;
		}
		return text;
	}

	private knownOf(fingerprint: string): KeptSighting[] {
		return this.sightings.get(fingerprint.slice(0, TIME_LENGTH)) ?? [];
	}
}
