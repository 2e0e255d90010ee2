import type { CallRecord } from '../../emulator';

/** A card as the service sends it, as far as it is looked at here. */
export interface WireCard {
	id: string;
	updatedTime: string;
	memo: string;
	entryStatus: string;
}

/** Which calls are a trigger's, and what it has to put out of a card once. */
export interface WatcherOptions {
	owns: (call: CallRecord) => boolean;
	/** Stands for what is to come out once; undefined when nothing is. */
	keyOf: (card: WireCard) => string | undefined;
}

const millisecondsPerSecond = 1_000;

/**
 * Polls that began so shortly before n8n's process ended count as cut: a busy n8n may still be storing what the one before the last has
 * handed over, and a poll that reads the overlap again looks like two from here, the first of them complete.
 */
const takeoverMs = 6_000;

function query(call: CallRecord, name: string): string | undefined {
	return call.query.find(([key]) => key === name)?.[1];
}

function seconds(text: string | undefined): number | undefined {
	return text === undefined ? undefined : Date.parse(text) / millisecondsPerSecond;
}

/**
 * One trigger as the service sees it: which of its calls make one poll, and what each poll was shown. It knows the
 * answers and the questions, and nothing of what the trigger remembers.
 */
export class Watcher {
	/** The number of the poll that runs or ran last. */
	poll = 0;

	/** Everything shown, with the numbers of the polls that were shown it. */
	readonly shown = new Map<string, Set<number>>();

	/** The last polls before the ends of n8n's process: n8n may have been in the middle of taking over what they read. */
	readonly cut = new Set<number>();

	/** When each poll began, by its number. */
	private readonly begunAt = new Map<number, number>();

	/**
	 * Polls that need not hand over all they were shown: a call failed, or it was more than a page, and a card may have
	 * changed before its second was read from beginning to end, or it was more than the trigger hands over at once.
	 */
	private readonly unclean = new Set<number>();

	/** Whether the trigger hands over less than it is shown at the moment (maxRecords). */
	partial = false;

	private last: { answered: boolean; tags: string | undefined } | undefined;

	/** Pages that the present poll was shown. */
	private pages = 0;

	/** The newest second of the last page in ascending order: where the same poll would go on. */
	private pageEnd: number | undefined;

	constructor(private readonly options: WatcherOptions) {}

	/** Told of every call before it is answered. */
	arrive(call: CallRecord): void {
		if (!this.options.owns(call)) return;
		if (this.begins(call)) {
			this.poll += 1;
			this.begunAt.set(this.poll, performance.now());
			this.pages = 0;
		} else if (this.last?.answered === false) {
			this.unclean.add(this.poll);
		}
		if (this.partial) this.unclean.add(this.poll);
		this.last = { answered: false, tags: query(call, 'includeTags') };
	}

	/** Told of every page that is about to be sent. */
	show(call: CallRecord, cards: readonly WireCard[]): void {
		if (!this.options.owns(call)) return;
		if (this.last) this.last.answered = true;
		this.pages += 1;
		if (this.pages > 1) this.unclean.add(this.poll);
		for (const card of cards) {
			const key = this.options.keyOf(card);
			if (key === undefined) continue;
			const polls = this.shown.get(key);
			if (polls) polls.add(this.poll);
			else this.shown.set(key, new Set([this.poll]));
		}
		if (query(call, 'orderDirection') !== 'desc') this.pageEnd = seconds(cards.at(-1)?.updatedTime);
	}

	/** Told when the workflow is activated again at any moment: n8n may throw away what the present poll brings, and it is read again. */
	hinder(): void {
		this.unclean.add(this.poll);
	}

	/** Told when n8n's process has ended. */
	interrupt(): void {
		this.cut.add(this.poll);
		const recent = performance.now() - takeoverMs;
		for (const [poll, begun] of this.begunAt) if (begun > recent) this.cut.add(poll);
		this.poll += 1;
		this.pages = 0;
		this.last = undefined;
	}

	/** What a poll was shown that was neither cut nor hindered, and over before the one that runs now. */
	seenCleanly(): string[] {
		const isClean = (poll: number): boolean =>
			poll < this.poll && !this.cut.has(poll) && !this.unclean.has(poll);
		return [...this.shown].filter(([, polls]) => [...polls].some(isClean)).map(([key]) => key);
	}

	/** The poll that was the first to be shown something and that n8n may not have taken over completely. */
	cutPollOf(key: string): number | undefined {
		const [first] = this.shown.get(key) ?? [];
		return first !== undefined && this.cut.has(first) ? first : undefined;
	}

	/**
	 * A poll reads from where everything is final, long before the newest records; within one, each page begins where
	 * the one before ended, or behind a second that is read to its end, or has its token, or repeats a call that failed. After an edit a poll looks at the cards
	 * with the old options and with the new ones in turn.
	 */
	private begins(call: CallRecord): boolean {
		if (!this.last) return true;
		if (!this.last.answered || query(call, 'nextPageToken') !== undefined) return false;
		if (this.last.tags !== query(call, 'includeTags')) return false;
		if (query(call, 'orderDirection') === 'desc') return false;
		const from = seconds(query(call, 'updatedFrom'));
		if (from === undefined || this.pageEnd === undefined) return true;
		return Math.abs(from - this.pageEnd) > 1;
	}
}
