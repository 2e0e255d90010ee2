import { CODES, NEXT_CONTENT, PRINT_LENGTH, TIME_LENGTH } from './content';

/** In place of the second of what shows no readable time, and of a card that waits for a chosen status. */
export const TIMELESS = 0;
export const WAITING = 1;

/** What was met of a record with one time, and the second that it is kept for. */
export interface Met {
	content: string;
	second: number;
}

const RADIX = 36;

/** What was met lately: prints, each under the second that it is kept for. */
export class SeenWindow {
	/** By the part of a print that stands for record and time. */
	private readonly met = new Map<string, Met[]>();

	/** The same parts of what this poll has met again. */
	private readonly metAgain = new Set<string>();

	/** @param text as `toText` has written it */
	constructor(text: string) {
		let place = -1;
		for (const [, distance = '', written = ''] of text.matchAll(/(\S+) (\S+)/g)) {
			place += parseInt(distance, RADIX);
			const first = String.fromCharCode(place % CODES);
			for (let at = 0; at < written.length; at += PRINT_LENGTH - 1)
				this.add(first + written.slice(at, at + PRINT_LENGTH - 1), Math.floor(place / CODES));
		}
	}

	/** The second that each print is kept for. */
	seconds(): number[] {
		return [...this.met.values()].flat().map(({ second }) => second);
	}

	/** What is known of the record of a print with its time, of a second where that is given. */
	contentsOf(print: string, second?: number): Met[] {
		const all = this.met.get(print.slice(0, TIME_LENGTH)) ?? [];
		return second === undefined ? all : all.filter((one) => one.second === second);
	}

	/**
	 * What is known of a print, of a second where that is given. After `awaitAll` its content is taken for the one that
	 * the record was to show next with that time.
	 */
	find(print: string, second?: number): Met | undefined {
		const content = print.slice(TIME_LENGTH);
		this.metAgain.add(print.slice(0, TIME_LENGTH));
		const all = this.contentsOf(print, second);
		const known = all.find((one) => one.content === content) ?? all.find((one) => one.content === NEXT_CONTENT);
		if (known) known.content = content;
		return known;
	}

	/** Keeps a print that is not known for a second. */
	add(print: string, second: number): void {
		this.met.set(print.slice(0, TIME_LENGTH), [...this.contentsOf(print), { content: print.slice(TIME_LENGTH), second }]);
	}

	/** All that is known will look different, and has not changed. */
	awaitAll(): void {
		for (const one of [...this.met.values()].flat()) one.content = NEXT_CONTENT;
	}

	/** Forgets what is over: the second that it is kept for says so, or whether this poll has met it again. */
	forget(isOver: (second: number, isMetAgain: boolean) => boolean): void {
		for (const [time, all] of this.met) {
			const kept = all.filter(({ second }) => !isOver(second, this.metAgain.has(time)));
			if (kept.length === 0) this.met.delete(time);
			else this.met.set(time, kept);
		}
	}

	/** The window as text: for each second and first character, as the distance from those before, the prints. */
	toText(): string {
		const prints = [...this.met].flatMap(([time, all]) =>
			all.map(({ content, second }) => ({ place: second * CODES + time.charCodeAt(0), written: time.slice(1) + content })),
		);
		let before = -1;
		let text = '';
		for (const { place, written } of prints.sort((a, b) => a.place - b.place)) {
			if (place > before) text += `${text && ' '}${(place - before).toString(RADIX)} `;
			text += written;
			before = place;
		}
		return text;
	}
}
