import type { IDataObject } from 'n8n-workflow';

/**
 * How the content of an unchanged record differs from one reading to the next: the order of its lists, a field that is
 * `null` or absent, or a value.
 */
export type Unsteadiness = 'order' | 'null' | 'value';

export const UNSTEADINESS: readonly Unsteadiness[] = ['order', 'null', 'value'];

const ATTENDEES = ['a1', 'a2', 'a3'];

/** Tags of a record whose tags come in any order: one of its own, and two that all have. */
const COMMON_TAGS = ['t-east', 't-west'];

function turned<T>(list: readonly T[], by: number): T[] {
	const start = by % list.length;
	return [...list.slice(start), ...list.slice(0, start)];
}

/** Further tags of an unsteady record, in the order of a reading. */
export function unsteadyTags(how: Unsteadiness | undefined, own: string, reading: number): IDataObject[] {
	const ids = how === 'order' ? turned([own, ...COMMON_TAGS], reading) : [own];
	return ids.map((id) => ({ id }));
}

/** Further fields of an unsteady record, as one reading shows them. */
export function unsteadyFields(how: Unsteadiness | undefined, id: string, reading: number): IDataObject {
	switch (how) {
		case 'order':
			return { attendees: turned(ATTENDEES, reading) };
		case 'null':
			return reading % 2 === 0 ? { department: null } : {};
		case 'value':
			return { imageUrl: `https://images.example/${id}?reading=${reading}` };
		case undefined:
			return {};
	}
}

/** An item without what differs from reading to reading. */
export function steady(item: IDataObject): IDataObject {
	const { attendees, tags, ...others } = item;
	delete others.department;
	delete others.imageUrl;
	return {
		...others,
		...(Array.isArray(attendees) ? { attendees: [...attendees].sort() } : {}),
		...(Array.isArray(tags) ? { tags: [...tags].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) } : {}),
	};
}
