import { isObject } from '../shared';
import { LAST_SECOND } from './source';

/** Says whether a value has a form. */
type Form = (value: unknown) => boolean;

/** A moment in seconds; one in milliseconds lies far outside. Local clocks may be wrong, but not by centuries. */
const LATEST = 2 * LAST_SECOND;

const flag: Form = (value) => typeof value === 'boolean';
const text: Form = (value) => typeof value === 'string';
const whole: Form = (value) => Number.isSafeInteger(value);
const count: Form = (value) => whole(value) && (value as number) >= 0;
const second: Form = (value) => whole(value) && Math.abs(value as number) <= LATEST;
const optional = (form: Form): Form => (value) => value === undefined || form(value);
const listOf = (form: Form): Form => (value) => Array.isArray(value) && value.every(form);
const pairOf = (first: Form, other: Form): Form => (value) =>
	Array.isArray(value) && value.length === 2 && first(value[0]) && other(value[1]);
const record = (fields: Readonly<Record<string, Form>>): Form => (value) =>
	isObject(value) && Object.entries(fields).every(([name, form]) => form(value[name]));

const pass = record({
	from: second,
	to: second,
	order: count,
	digest: whole,
	before: optional(whole),
	fresh: flag,
	barren: count,
	restarts: count,
	token: optional(text),
	shown: optional(whole),
	limit: optional(count),
});
const slice = record({ to: second, full: optional(second), isBlind: optional(flag) });
const timeRange = {
	at: second,
	end: second,
	second: optional(pass),
	slice: optional(slice),
	limit: optional(count),
	failures: optional(count),
	isBaseline: optional(flag),
};
const selection = {
	version: text,
	entryStatus: listOf(text),
	includeTags: flag,
	includePastBizCards: flag,
	type: listOf(text),
	category: listOf(text),
};
const bounds = record({ isFromIncluded: optional(flag) });
const view = { selection: record(selection), bounds, until: optional(second), since: optional(count), isGone: optional(flag) };
const seenSecond: Form = (value) => Array.isArray(value) && second(value[0]) && value.slice(1).every(text);

/** The form of each part of the state. */
const PARTS: Readonly<Record<string, Form>> = {
	version: (value) => value === 3,
	scope: text,
	views: (value) => listOf(record(view))(value) && (value as unknown[]).length > 0,
	low: second,
	cutoff: second,
	seen: listOf(seenSecond),
	pending: listOf(text),
	arrivals: listOf(pairOf(text, second)),
	elapsed: record({ local: second, gap: count, before: count, passed: count }),
	marks: listOf(pairOf(count, second)),
	present: optional(record({ second, local: second, passed: count, gap: count, isClockBehind: optional(flag) })),
	evidence: record({ ordered: flag, pageSize: count }),
	baseline: optional(record({ until: second, unplaced: flag, registered: optional(second) })),
	tail: optional(record({ ...timeRange, ceiling: second })),
	gaps: optional(listOf(record(timeRange))),
	scan: optional(record({ ...timeRange, met: optional(listOf(text)), others: optional(listOf(record(timeRange))) })),
	rescan: optional(record({ parts: listOf(record(timeRange)), lowAfter: second, isAlone: flag })),
	scanned: count,
	failedPolls: optional(count),
};

/**
 * Says what is wrong with a state that was stored.
 *
 * @returns the first part that is missing or of another form, in words; `undefined` when all are as they should be
 */
export function damageOf(state: unknown): string | undefined {
	if (!isObject(state)) return 'it is not an object';
	const wrong = Object.entries(PARTS).find(([name, form]) => !form(state[name]));
	return wrong && `its part "${wrong[0]}" is missing or not valid`;
}
