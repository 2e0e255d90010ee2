import type { Look, SeenSecond } from '../state';
import { isTimeless, nextContentOf } from './content';

/** Characters of a record's fingerprint, and of the print of one content it was met with. */
const KEY_LENGTH = 11;
export const PRINT_LENGTH = 12;

/** A record that was met. */
export interface SeenRecord {
	/** The second it is kept under: the latest time it showed. */
	readonly second: number;
	/** Its contents, the latest last (events that fire at each change). */
	readonly prints: readonly string[];
}

/** Whether the latest content of a record has no time that can be read. */
export function isUnplaced({ prints }: SeenRecord): boolean {
	const print = prints[prints.length - 1];
	return print !== undefined && isTimeless(print);
}

/** The same record, known as a selection shows it next where the latest content has no time that can be read: it looks different, and has not changed. */
export function awaitedIn(record: SeenRecord, look: Look): SeenRecord {
	const print = record.prints[record.prints.length - 1];
	return print !== undefined && isTimeless(print) ? { ...record, prints: [...record.prints, nextContentOf(print, look)] } : record;
}

/** What the seen window holds, up to a horizon behind which no time is to be trusted. */
export interface WindowFigures {
	readonly records: number;
	/** How many of them have no readable time. */
	readonly timeless: number;
	/** The newest second up to the horizon that one of the others has shown. */
	readonly newest: number | undefined;
	/** The seconds of those that lie far ahead, earliest first. */
	readonly ahead: readonly number[];
	/** From this second on there are at most `share` records up to the horizon. */
	readonly tailFrom: number | undefined;
}

/**
 * The seen window: each record that was met since the low watermark, with its latest time and what tells its contents
 * apart. It is what tells a record that is read again from one that has changed, and it is as small as the time range
 * that is read again.
 *
 * In the state a record is one text: its fingerprint, then the prints of its contents, each of a fixed length.
 */
export class SeenWindow {
	private readonly records = new Map<string, SeenRecord>();

	constructor(seen: readonly SeenSecond[]) {
		for (const [second, ...texts] of seen) {
			for (const text of texts) {
				const prints: string[] = [];
				for (let place = KEY_LENGTH; place < text.length; place += PRINT_LENGTH) prints.push(text.slice(place, place + PRINT_LENGTH));
				this.records.set(text.slice(0, KEY_LENGTH), { second, prints });
			}
		}
	}

	get size(): number {
		return this.records.size;
	}

	get(key: string): SeenRecord | undefined {
		return this.records.get(key);
	}

	set(key: string, record: SeenRecord): void {
		this.records.set(key, record);
	}

	delete(key: string): void {
		this.records.delete(key);
	}

	/** Keeps only the records of which `keep` says so. */
	filter(keep: (key: string, record: SeenRecord) => boolean): void {
		for (const [key, record] of this.records) if (!keep(key, record)) this.records.delete(key);
	}

	/** The fingerprints of the records that are such. */
	keysOf(isSuch: (record: SeenRecord) => boolean): string[] {
		return [...this.records].flatMap(([key, record]) => (isSuch(record) ? [key] : []));
	}

	/** Gives every record of which `change` gives another one. */
	update(change: (record: SeenRecord, key: string) => SeenRecord): void {
		for (const [key, record] of this.records) this.records.set(key, change(record, key));
	}

	/** The last second of the first half of a time range: before the middle one of the records that were met in it, or by time. */
	middleOf(at: number, end: number): number {
		const seconds = [...this.records.values()].map(({ second }) => second).filter((second) => second > at && second <= end);
		const middle = seconds.sort((a, b) => a - b)[Math.floor(seconds.length / 2)];
		return middle === undefined ? at + Math.floor((end - at) / 2) : middle - 1;
	}

	/** The seconds of all records from a second on, earliest first. */
	secondsFrom(at: number): Float64Array {
		return Float64Array.from([...this.records.values()].map(({ second }) => second).filter((second) => second >= at)).sort();
	}

	/** The newest second up to an end. */
	newestUpTo(end: number): number | undefined {
		let newest: number | undefined;
		for (const { second } of this.records.values()) if (second <= end && second > (newest ?? -Infinity)) newest = second;
		return newest;
	}

	/**
	 * @param horizon the last second that can be trusted
	 * @param far what lies behind it as well is far ahead
	 * @param share records that the tail may have
	 */
	figures(horizon: number, far: number, share: number): WindowFigures {
		const placed: number[] = [];
		let timeless = 0;
		const ahead: number[] = [];
		for (const record of this.records.values()) {
			const { second } = record;
			if (second <= horizon) {
				if (isUnplaced(record)) timeless += 1;
				else placed.push(second);
			} else if (second > far) {
				ahead.push(second);
			}
		}
		placed.sort((a, b) => b - a);
		const [newest] = placed;
		ahead.sort((a, b) => a - b);
		// Records without a readable time lie among the others, wherever they are kept.
		const ownShare = timeless === 0 ? share : Math.ceil((share * placed.length) / (placed.length + timeless));
		// The second that no longer fits is left out as a whole. Where all others fit, those without a readable time may lie before them.
		const beyond = placed[ownShare];
		const first = timeless > 0 ? undefined : placed[placed.length - 1];
		const tailFrom = beyond === undefined ? first : beyond + 1;
		return { records: this.size, timeless, newest, ahead, tailFrom };
	}

	/** The window as it is stored, oldest second first. */
	toSeen(): SeenSecond[] {
		const seconds = new Map<number, string[]>();
		for (const [key, { second, prints }] of this.records) {
			const text = key + prints.join('');
			const group = seconds.get(second);
			if (group) group.push(text);
			else seconds.set(second, [text]);
		}
		return [...seconds].sort(([a], [b]) => a - b).map(([second, texts]) => [second, ...texts]);
	}
}
