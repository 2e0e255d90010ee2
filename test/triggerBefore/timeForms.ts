/** What the service shows for a time, by the name of the form; `undefined` stands for no field at all. */
const FORMS = {
	stamp: dateTime,
	missing: () => undefined,
	null: () => null,
	seconds: (second: number) => second,
	milliseconds: (second: number) => second * 1_000,
	spaced: (second: number) => dateTime(second).replace('T', ' '),
	empty: () => '',
	words: () => 'not yet known',
} as const satisfies Record<string, (second: number) => string | number | null | undefined>;

/** How the service shows a time. All but the first break the specification. */
export type TimeForm = keyof typeof FORMS;

export const ODD_FORMS = (Object.keys(FORMS) as TimeForm[]).filter((form) => form !== 'stamp');

/** Forms that show the same whatever the time is. */
export const EMPTY_FORMS: readonly TimeForm[] = ['missing', 'null', 'empty', 'words'];

/** Stamps that were made lately: many records share one. */
const stamps = new Map<number, string>();

const MAX_STAMPS = 10_000;

function dateTime(second: number): string {
	const known = stamps.get(second);
	if (known !== undefined) return known;
	const stamp = new Date(second * 1_000).toISOString().replace('.000Z', '+00:00');
	if (stamps.size >= MAX_STAMPS) stamps.clear();
	stamps.set(second, stamp);
	return stamp;
}

/** A time as the service shows it, or `undefined` when it shows no field. */
export function shownTime(form: TimeForm, second: number): string | number | null | undefined {
	return FORMS[form](second);
}
