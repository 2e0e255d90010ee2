import type { IDataObject } from 'n8n-workflow';
import type { Subject } from './subjects';
import { asksFor, FIRST_VIEW, lookOf } from './views';
import type { View } from './views';
import { shownIn, wasAwaited, wasThere } from './world';
import type { Version, World } from './world';

export type Wrong =
	/** Not emitted by a poll that succeeded while lists showed it (promises 1, 4, 10). */
	| 'missing'
	/** Emitted before (promise 2). */
	| 'repeated'
	/** Emitted though it was there before the trigger, or before the edit that asks for it (promise 5). */
	| 'old'
	/** Nothing that lists show, or nothing that was asked for. */
	| 'foreign'
	/** Items of one poll not in the order of their changes. */
	| 'disorder'
	/** A poll failed although no call did (promise 9). */
	| 'failed without a cause'
	/** A poll that does not end (promise 7). */
	| 'endless'
	/** A new record at the end of everything is not emitted (promises 9, 10). */
	| 'dead';

export interface Finding {
	readonly wrong: Wrong;
	readonly text: string;
	/** What is missing. */
	readonly version?: Version;
}

/** Polls in which no call fails until an edit is in force. Promise 12 asks for a bounded number; this is ours. */
const EDIT_POLLS = 3;

/**
 * What a workflow has got so far. Records are named by their keys; each stands for a version where each state fires,
 * and for the record where it fires once.
 */
export interface Account {
	readonly emitted: readonly string[];
	/** May be emitted or not. */
	readonly excused: readonly string[];
	/** Must not be emitted: it was there before an edit asked for it. */
	readonly outOfView: readonly string[];
	/** Options that may be in force; the last ones are those of the workflow. */
	readonly views: readonly View[];
	/** Polls in which no call failed since these options may be in force. */
	readonly calmPolls: number;
	/** What the polls before did not emit, and might leave to the next one: once for each of them. */
	readonly late: readonly string[];
}

export const FIRST_ACCOUNT: Account = { emitted: [], excused: [], outOfView: [], views: [FIRST_VIEW], calmPolls: 0, late: [] };

/** A poll that succeeded. */
export interface GoodPoll {
	readonly items: readonly IDataObject[];
	/** Whether a call failed, and the poll went on. */
	readonly hadFailure: boolean;
}

/** The options that the workflow has now. */
export function viewOf({ views }: Account): View {
	return views[views.length - 1] ?? FIRST_VIEW;
}

function union(before: readonly string[], more: readonly string[]): readonly string[] {
	return more.length === 0 ? before : [...new Set([...before, ...more])].sort();
}

/** Polls in which it has to be found. */
const ODD_POLLS = 10;

/** More records than a poll has to read again. */
const MANY = 20;

/** Excuse: where most of many records have a time that says nothing, one more of them is not found in a single poll, but in some. */
function mayTakeLonger({ updated, isReadable }: Version, { records, second }: World): boolean {
	return records.length > MANY && (!isReadable || updated > second);
}

/**
 * Says what a trigger must emit, may emit and must not emit, from what lists show when it polls. It knows nothing of
 * how the trigger works.
 *
 * The rule: whatever lists show during a poll that succeeds is emitted by the end of it, once, unless it was there before
 * the trigger. A poll of a small world has time and room for everything, so there is no reason to be later.
 */
export class Oracle {
	constructor(private readonly subject: Subject) {}

	/** Judges a poll that succeeded. */
	afterPoll(before: Account, world: World, { items, hadFailure }: GoodPoll): { account: Account; findings: Finding[] } {
		const shown = shownIn(world);
		const findings: Finding[] = [];
		const emitted: string[] = [];
		let latest = -Infinity;
		for (const item of items) {
			const text = JSON.stringify(item);
			const version = shown.find(({ id }) => id === item.id);
			if (!version || !this.isAskedFor(version, text, before.views)) {
				findings.push({ wrong: 'foreign', text });
				continue;
			}
			const key = this.keyOf(version);
			if (before.emitted.includes(key) || emitted.includes(key)) findings.push({ wrong: 'repeated', text });
			if (this.isOld(version, before) && !before.excused.includes(key)) findings.push({ wrong: 'old', text });
			emitted.push(key);
			// Excuse: a record whose time cannot be read has no place in the order of changes.
			if (!version.isReadable) continue;
			if (version.updated < latest) findings.push({ wrong: 'disorder', text });
			latest = version.updated;
		}
		const account = this.excuseDuringEdit({ ...before, emitted: union(before.emitted, emitted) }, shown);
		// Excuse: what lists show to a poll with a failed call may come with the next poll.
		if (hadFailure) return { account, findings };
		const late: string[] = [];
		for (const version of shown) {
			if (!this.isOwed(version, account)) continue;
			const key = this.keyOf(version);
			const polls = before.late.filter((one) => one === key).length;
			if (mayTakeLonger(version, world) && polls < ODD_POLLS - 1) late.push(...Array<string>(polls + 1).fill(key));
			else findings.push({ wrong: 'missing', text: this.textOf(version, account), version });
		}
		return { account: { ...this.countCalmPoll(account), late }, findings };
	}

	/** The options are edited. */
	edit(before: Account, world: World, view: View): Account {
		const comesIntoView = shownIn(world).filter(
			(version) =>
				!this.isOld(version, before) &&
				asksFor(view, version, this.subject) &&
				!before.views.some((former) => asksFor(former, version, this.subject)),
		);
		const keys = comesIntoView.map((version) => this.keyOf(version));
		const isOnce = this.subject.fires === 'once';
		// Excuse: a change since the last poll cannot be told from what was there, where most of many times say nothing.
		const odd = shownIn(world).filter((version) => mayTakeLonger(version, world)).map((version) => this.keyOf(version));
		return {
			...before,
			// Excuse: nothing says whether *Created* fires for a record that nobody had asked for when it was registered.
			excused: union(before.excused, isOnce ? [...keys, ...odd] : odd),
			outOfView: isOnce ? before.outOfView : union(before.outOfView, keys),
			views: [...before.views.filter((former) => !isSame(former, view)), view],
			calmPolls: 0,
		};
	}

	/**
	 * n8n goes on with an older memory.
	 *
	 * Excuse: options that were not yet in force when it was stored have to come into force again.
	 */
	restore(before: Account, storedViews: readonly View[]): Account {
		const view = viewOf(before);
		return { ...before, views: [...storedViews.filter((former) => !isSame(former, view)), view], calmPolls: 0 };
	}

	/** The account without what can never be met again: two lives that differ in nothing else are the same. */
	forget(account: Account, world: World): Account {
		const keys = new Set(world.records.flatMap(({ shown, hidden }) => [shown, hidden?.version ?? shown]).map((one) => this.keyOf(one)));
		const kept = (names: readonly string[]) => names.filter((name) => keys.has(name));
		const { emitted, excused, outOfView } = account;
		return { ...account, emitted: kept(emitted), excused: kept(excused), outOfView: kept(outOfView) };
	}

	private keyOf({ id, text }: Version): string {
		return this.subject.fires === 'once' ? id : `${id} ${text}`;
	}

	private textOf(version: Version, account: Account): string {
		return lookOf(version, this.subject, viewOf(account).includesTags).text;
	}

	/**
	 * Whether options that may be in force ask for the version, and some show it like that. Excuse: while an edit comes into
	 * force, records that it asks for may still look as before it.
	 */
	private isAskedFor(version: Version, text: string, views: readonly View[]): boolean {
		const isAsked = views.some((view) => asksFor(view, version, this.subject));
		return isAsked && views.some(({ includesTags }) => lookOf(version, this.subject, includesTags).text === text);
	}

	private isOld(version: Version, { outOfView }: Account): boolean {
		if (outOfView.includes(this.keyOf(version))) return true;
		if (!wasThere(version)) return false;
		// Promise 4: a card without a chosen status at activation fires when it first shows one.
		return this.subject.fires === 'each state' ? version.text === 0 : !wasAwaited(version, this.subject);
	}

	private isOwed(version: Version, account: Account): boolean {
		const key = this.keyOf(version);
		if (account.emitted.includes(key) || account.excused.includes(key) || this.isOld(version, account)) return false;
		return account.views.every((view) => asksFor(view, version, this.subject));
	}

	/** Excuse: while an edit comes into force, what only the options before it or only those after it ask for may come or not. */
	private excuseDuringEdit(account: Account, shown: readonly Version[]): Account {
		const { views, excused } = account;
		if (views.length < 2) return account;
		const disputed = shown.filter((version) => {
			const asking = views.filter((view) => asksFor(view, version, this.subject)).length;
			return asking > 0 && asking < views.length && !account.outOfView.includes(this.keyOf(version));
		});
		return { ...account, excused: union(excused, disputed.map((version) => this.keyOf(version))) };
	}

	private countCalmPoll(account: Account): Account {
		if (account.views.length < 2) return account;
		const calmPolls = account.calmPolls + 1;
		return calmPolls < EDIT_POLLS ? { ...account, calmPolls } : { ...account, views: [viewOf(account)], calmPolls: 0 };
	}
}

function isSame(one: View, other: View): boolean {
	return one.isWide === other.isWide && one.includesTags === other.includesTags;
}
