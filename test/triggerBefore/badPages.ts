import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import type { RecordState } from './records';

/** Records that a page cannot be had with: single ones, those of a range of seconds, or any in a list of waiting cards. */
export type BadPlace =
	| { readonly ids: ReadonlySet<string> }
	| { readonly from: number; readonly to: number }
	| 'lists of waiting cards';

export interface BadPage {
	readonly place: BadPlace;
	/** Status of the answer; without one a page takes longer than a poll when it has more than `most` records. */
	readonly status?: number;
	readonly most: number;
	/** Polls that are left until it is over. */
	polls: number;
}

/** Pages that fail, or take too long, whenever they hold certain records. */
export class BadPages {
	private pages: BadPage[] = [];

	/** Whether lists of waiting cards have ever failed. */
	hitWaiting = false;

	get isAny(): boolean {
		return this.pages.length > 0;
	}

	/** Records that a page may have wherever it is, so that it comes within a poll. */
	get most(): number {
		return Math.min(...this.pages.filter(({ status }) => status === undefined).map(({ most }) => most), Infinity);
	}

	add(page: BadPage): void {
		this.pages.push(page);
		this.hitWaiting ||= page.place === 'lists of waiting cards';
	}

	/** The service has mended them. */
	clear(): void {
		this.pages = [];
	}

	/** Another poll has begun: what lasts for some polls only ends after them. */
	countPoll(): void {
		for (const page of this.pages) page.polls -= 1;
		this.pages = this.pages.filter(({ polls }) => polls >= 0);
	}

	/** The bad page that an answer would be, if it is one. */
	find(states: readonly RecordState[], selection: Selection): BadPage | undefined {
		return this.pages.find(({ place, status, most }) => {
			if (status === undefined && states.length <= most) return false;
			if (place === 'lists of waiting cards') return states.length > 0 && !selection.entryStatus.includes('completed');
			return states.some((state) => holds(place, state));
		});
	}

	/**
	 * Whether a second cannot be read: nobody can ask for it alone without the one before and after it.
	 *
	 * @param secondOf the second in which lists show a record
	 */
	hides(second: number, secondOf: (id: string) => number | undefined): boolean {
		return this.pages.some(({ place, status }) => {
			if (status === undefined || place === 'lists of waiting cards') return false;
			if ('from' in place) return second >= place.from - 1 && second <= place.to + 1;
			return [...place.ids].some((id) => Math.abs((secondOf(id) ?? Infinity) - second) <= 1);
		});
	}
}

function holds(place: Exclude<BadPlace, string>, { id, updated }: RecordState): boolean {
	return 'ids' in place ? place.ids.has(id) : updated >= place.from && updated <= place.to;
}
