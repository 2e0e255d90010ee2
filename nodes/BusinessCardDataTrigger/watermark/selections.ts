import type { SourceRecord } from '../source';
import type { Look, Selection } from '../state';

/** Lists that narrow a selection; an empty one does not. */
const LISTS = ['entryStatus', 'type', 'category'] as const;

/** Whether two selections show the same records in the same way. */
export function isSame(a: Look, b: Look): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether two selections show a record in the same way. */
export function showAlike(a: Look, b: Look): boolean {
	const { version, includeTags } = a;
	return isSame(b, { ...b, version, includeTags });
}

/** Whether a selection shows no record that another one leaves out, whatever the records look like. */
export function showsNoOthers(selection: Selection, than: Selection): boolean {
	const isPastWithin = than.includePastBizCards || !selection.includePastBizCards;
	return isPastWithin && LISTS.every((list) => isWithin(selection[list], than[list]));
}

function isWithin(chosen: readonly string[], from: readonly string[]): boolean {
	return from.length === 0 || (chosen.length > 0 && chosen.every((one) => from.includes(one)));
}

/** Whether a selection can show a record with such a status, or a report of such a type. */
export function canShow({ entryStatus, type }: Selection, { status, json }: SourceRecord): boolean {
	return isAmong(entryStatus, status) && isAmong(type, json.type);
}

/** Whether one is chosen, as far as that can be told. */
function isAmong(chosen: readonly string[], one: unknown): boolean {
	return typeof one !== 'string' || chosen.length === 0 || chosen.includes(one);
}
