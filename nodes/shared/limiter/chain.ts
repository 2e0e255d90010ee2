/** A place in a {@link Chain}: what is needed to leave it from anywhere. */
export interface Link<T> {
	readonly value: T;
	before: Link<T> | undefined;
	behind: Link<T> | undefined;
	/** False once it was taken or has left. */
	isIn: boolean;
}

/** A line in which joining, leaving from the middle and serving the first cost the same however long it is. */
export class Chain<T> {
	private first: Link<T> | undefined;

	private last: Link<T> | undefined;

	get isEmpty(): boolean {
		return this.first === undefined;
	}

	/** Joins at the end. */
	append(value: T): Link<T> {
		const link: Link<T> = { value, before: this.last, behind: undefined, isIn: true };
		if (this.last) this.last.behind = link;
		else this.first = link;
		this.last = link;
		return link;
	}

	/** Leaves; nothing happens to a link that is not in the chain any more. */
	remove(link: Link<T>): void {
		if (!link.isIn) return;
		link.isIn = false;
		if (link.before) link.before.behind = link.behind;
		else this.first = link.behind;
		if (link.behind) link.behind.before = link.before;
		else this.last = link.before;
	}

	/** Takes the first; `undefined` when there is none. */
	shift(): T | undefined {
		const { first } = this;
		if (first) this.remove(first);
		return first?.value;
	}
}
