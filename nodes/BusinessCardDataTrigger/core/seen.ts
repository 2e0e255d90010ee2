import { TIME_LENGTH, NEXT_CONTENT, PRINT_LENGTH } from './content';

/** What was met of a record with one time. */
interface Met {
	content: string;
	second: number;
}

const SEPARATOR = ' ';
const RADIX = 36;

/** Stand for the second of what shows no readable time: met in the reading of the present that is under way, and not yet. */
const MET = 1;
const UNMET = 0;

/** What was met lately: prints, each under the second that it is kept for. */
export class SeenWindow {
	/** By the half of a print that stands for record and time. */
	private readonly met = new Map<string, Met[]>();

	/** @param text as `toText` has written it */
	constructor(text: string) {
		const words = text.split(SEPARATOR);
		let second = 0;
		for (let place = 0; place + 1 < words.length; place += 2) {
			second += parseInt(words[place] ?? '', RADIX);
			const prints = words[place + 1] ?? '';
			for (let at = 0; at < prints.length; at += PRINT_LENGTH) this.note(prints.slice(at, at + PRINT_LENGTH), second);
		}
	}

	/** Whether a text is one that `toText` can have written. */
	static isText(text: unknown): text is string {
		return typeof text === 'string' && /^([0-9a-z]+ ([!-~]{6})+( |$))*$/.test(text);
	}

	get size(): number {
		let size = 0;
		for (const met of this.met.values()) size += met.length;
		return size;
	}

	/** Whether a print is known, of a second where that is given. */
	has(print: string, second?: number): boolean {
		return this.find(print, second) !== undefined;
	}

	/** How many contents of the record with that time are known. */
	contentsOf(print: string): number {
		return this.met.get(print.slice(0, TIME_LENGTH))?.length ?? 0;
	}

	/** Keeps a print for a second; without one, as long as it is met. */
	note(print: string, second = MET): void {
		const known = this.find(print);
		if (known && known.content !== NEXT_CONTENT) {
			known.second = second;
			return;
		}
		const half = print.slice(0, TIME_LENGTH);
		this.met.set(half, [...(this.met.get(half) ?? []), { content: print.slice(TIME_LENGTH), second }]);
	}

	/** Takes a content for the one that the record was to show next with that time; false when none was awaited. */
	takeAwaited(print: string, second?: number): boolean {
		const awaited = this.find(print.slice(0, TIME_LENGTH) + NEXT_CONTENT, second);
		if (awaited) awaited.content = print.slice(TIME_LENGTH);
		return awaited !== undefined;
	}

	/** A reading of the present begins. */
	begin(): void {
		for (const all of this.met.values()) for (const one of all) if (one.second === MET) one.second = UNMET;
	}

	/** All that is known will look different, and has not changed. */
	awaitAll(): void {
		for (const all of this.met.values()) for (const one of all) one.content = NEXT_CONTENT;
	}

	/**
	 * Forgets what is kept for a second that does not matter any longer.
	 *
	 * @param isRead whether the present has been read to its end, with nothing left beside it
	 */
	forget(isOver: (second: number) => boolean, isRead: boolean): void {
		for (const [half, all] of this.met) {
			const kept = all.filter(({ second }) => (second > MET ? !isOver(second) : second === MET || !isRead));
			if (kept.length === 0) this.met.delete(half);
			else this.met.set(half, kept);
		}
	}

	/** The window as text: each second, in base 36 as its distance from the one before, and its prints. */
	toText(): string {
		const seconds = new Map<number, string[]>();
		for (const [half, all] of this.met) {
			for (const { content, second } of all) {
				const prints = seconds.get(second) ?? [];
				prints.push(half + content);
				seconds.set(second, prints);
			}
		}
		let before = 0;
		const words: string[] = [];
		for (const [second, prints] of [...seconds].sort(([a], [b]) => a - b)) {
			words.push((second - before).toString(RADIX), prints.join(''));
			before = second;
		}
		return words.join(SEPARATOR);
	}

	private find(print: string, second?: number): Met | undefined {
		const content = print.slice(TIME_LENGTH);
		const isMeant = (one: Met) => one.content === content && (second === undefined || one.second === second);
		return this.met.get(print.slice(0, TIME_LENGTH))?.find(isMeant);
	}
}
