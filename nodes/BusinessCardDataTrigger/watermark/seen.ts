import { TIME_LENGTH, NEXT_CONTENT, PRINT_LENGTH } from './content';

/** What was met of a record with one time. */
interface Met {
	content: string;
	second: number;
}

const SEPARATOR = ' ';
const RADIX = 36;

/** Added to the second of what shows no readable time: one that the service has not stamped it after. */
export const TIMELESS = 10_000_000_000;

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

	/** Keeps a print for a second, and no longer for the one before. */
	note(print: string, second: number): void {
		const half = print.slice(0, TIME_LENGTH);
		const all = this.met.get(half) ?? [];
		const known = all.find(({ content }) => content === print.slice(TIME_LENGTH) && content !== NEXT_CONTENT);
		if (known) known.second = second;
		else this.met.set(half, [...all, { content: print.slice(TIME_LENGTH), second }]);
	}

	/** Keeps all contents of a record without a readable time. */
	keepAll(print: string, second: number): void {
		for (const one of this.met.get(print.slice(0, TIME_LENGTH)) ?? []) if (one.second >= TIMELESS) one.second = second;
	}

	/** Takes a content for the one that the record was to show next with that time; false when none was awaited. */
	takeAwaited(print: string, second?: number): boolean {
		const awaited = this.find(print.slice(0, TIME_LENGTH) + NEXT_CONTENT, second);
		if (awaited) awaited.content = print.slice(TIME_LENGTH);
		return awaited !== undefined;
	}

	/** All that is known will look different, and has not changed. */
	awaitAll(): void {
		for (const all of this.met.values()) for (const one of all) one.content = NEXT_CONTENT;
	}

	/** Forgets what is kept for a second that is over. */
	forget(isOver: (second: number) => boolean): void {
		for (const [half, all] of this.met) {
			const kept = all.filter(({ second }) => !isOver(second));
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
