import { fingerprint } from '../shared';
import type { EventRow } from './events';
import type { Ledger } from './ledger';
import type { SourceRecord } from './source';

/** What a record that was read means. */
export type Verdict =
	/** To be emitted. */
	| 'news'
	/** Met for the first time, but not to be emitted. */
	| 'noted'
	/** Met before. */
	| 'known';

/** JSON with sorted keys: the same content always gives the same text. */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`;
}

/** Stands for every content that a record shows with one stamp. */
function stampKey({ id, updated }: SourceRecord): string {
	return `~${fingerprint(`${id}\n${updated}`)}`;
}

/** Cards whose data entry is over will not come back with another status. */
const FINAL_STATUS = 'completed';

export interface JudgeOptions {
	readonly event: EventRow;
	readonly ledger: Ledger;
	/** Cards met before they had a chosen status; changed by judging. */
	readonly waiting: Set<string>;
	/** Statuses to emit; empty when the event knows none. */
	readonly statuses: readonly string[];
	/** Records registered before it are no news. */
	readonly cutoff: number;
}

/**
 * Tells news from what is known. For `each state` the content of a record is its identity (two changes can share a
 * second, so a time stamp is not); for `once` its id is, together with the time of its registration: what was
 * registered before the cutoff has been judged earlier, so its id need not be kept.
 */
export class Judge {
	constructor(private readonly options: JudgeOptions) {}

	/** Judges a record and notes it. `quiet` records are noted and not emitted. */
	judge(record: SourceRecord, quiet: boolean): Verdict {
		return this.options.event.fires === 'once' ? this.judgeOnce(record, quiet) : this.judgeState(record, quiet);
	}

	/** Counts whatever content the record shows with its present stamp as emitted. */
	noteStamp(record: SourceRecord): void {
		this.options.ledger.add(record.updated, stampKey(record));
	}

	private judgeState(record: SourceRecord, quiet: boolean): Verdict {
		const { ledger } = this.options;
		const key = fingerprint(`${record.id}\n${canonical(record.json)}`);
		if (ledger.has(key)) return 'known';
		const stampKnown = ledger.has(stampKey(record));
		ledger.add(record.updated, key);
		if (stampKnown) return 'known';
		return quiet ? 'noted' : 'news';
	}

	private judgeOnce(record: SourceRecord, quiet: boolean): Verdict {
		const { ledger, waiting, statuses, cutoff } = this.options;
		const key = fingerprint(record.id);
		// An id is kept until the cutoff has passed its registration, which can lie ahead of its last change.
		const until = Math.max(record.updated, record.registered);
		if (ledger.has(key)) {
			ledger.add(until, key);
			return 'known';
		}
		const chosen = record.status === undefined || statuses.length === 0 || statuses.includes(record.status);
		const waited = waiting.has(key);
		if (waited && !chosen) return 'known';
		if (!waited && !chosen && record.status !== FINAL_STATUS && (quiet || record.registered >= cutoff)) {
			waiting.add(key);
			return 'noted';
		}
		ledger.add(until, key);
		if (waited) {
			waiting.delete(key);
			return 'news';
		}
		return chosen && !quiet && record.registered >= cutoff ? 'news' : 'noted';
	}

	/** Notes a card that had no chosen status at activation, however old it is. */
	await(record: SourceRecord): Verdict {
		const key = fingerprint(record.id);
		if (this.options.waiting.has(key)) return 'known';
		this.options.waiting.add(key);
		return 'noted';
	}
}
