import type { IDataObject } from 'n8n-workflow';
import type { Options, TimeForm, Unsteadiness } from './history';

/** One state of a record: what lists show of it until the next one. */
export interface State {
	readonly id: string;
	/** Position among all states of the service; stands in the state's memo, so that an item tells which it is. */
	readonly version: number;
	/** Position of the record among all records. */
	readonly number: number;
	/** Seconds on the service's clock, perhaps with fractions: what it orders and filters by, whatever it shows of them. */
	readonly updated: number;
	readonly registered: number;
	readonly updatedForm: TimeForm;
	readonly registeredForm: TimeForm;
	readonly unsteady?: Unsteadiness;
	/** Cards only. */
	readonly status?: string;
	/** Reports only. */
	readonly type?: string;
	/** Seconds by which it was stamped ahead of the service's clock. */
	readonly ahead?: number;
	/** Moments on the true clock: the record was made, the state was made, lists have to show it at the latest. */
	readonly createdAt: number;
	readonly madeAt: number;
	readonly due: number;
	/** The time during which lists showed it, on the true clock: from the first moment to before the last. */
	shownFrom: number;
	shownTo: number;
}

const ATTENDEES = ['a1', 'a2', 'a3'];

function timeField(name: string, form: TimeForm, second: number): IDataObject {
	if (form === 'missing') return {};
	const shown = {
		stamp: new Date(Math.floor(second) * 1_000).toISOString().replace('.000Z', '+00:00'),
		null: null,
		milliseconds: second * 1_000,
		words: 'not yet known',
	};
	return { [name]: shown[form] };
}

function turned<T>(list: readonly T[], by: number): T[] {
	const start = by % list.length;
	return [...list.slice(start), ...list.slice(0, start)];
}

/** A state as a list with these options shows it; `reading` counts the calls, for what differs from one to the next. */
export function shown(state: State, { version, includeTags }: Options, reading: number): IDataObject {
	const { id, unsteady, status, type } = state;
	const by = unsteady === 'order' ? reading : 0;
	return Object.freeze({
		id,
		...timeField('registeredTime', state.registeredForm, state.registered),
		...timeField('updatedTime', state.updatedForm, state.updated),
		...(status === undefined ? {} : { entryStatus: status }),
		...(type === undefined ? {} : { type, externalAttendees: turned(ATTENDEES, by) }),
		memo: `v${state.version}`,
		...(version === '2.0' ? {} : { countryCode: 'JP' }),
		...(includeTags && version !== '2.0' ? { tags: turned(ATTENDEES, by).map((tag) => ({ id: tag })) } : {}),
		...(unsteady === 'null' && reading % 2 === 0 ? { title: null } : {}),
		...(unsteady === 'value' ? { url: `https://cards.example/${reading}` } : {}),
	});
}

/** The version that an item shows; -1 when it shows none. */
export function versionOf(item: IDataObject): number {
	return typeof item.memo === 'string' && /^v\d+$/.test(item.memo) ? Number(item.memo.slice(1)) : -1;
}

/** The fields that the options ask for: without those that come and go from one reading to the next. */
export function fieldsOf(item: IDataObject): string {
	return Object.keys(item)
		.filter((name) => name !== 'title' && name !== 'url')
		.join();
}

/** Stands for the time that a record shows: what it shows with it counts as contents of one time. */
export function shownTime({ id, updated, updatedForm }: State): string {
	return `${id} ${JSON.stringify(timeField('time', updatedForm, updated).time ?? null)}`;
}
