import { DateTime } from 'luxon';

/** The wrong kinds of value that every parameter is given. */

/** The zone of the workflow; the moment below is another day there than where it is written. */
export const ZONE = 'Asia/Tokyo';

const MOMENT = '2026-03-31T15:30:00.000Z';
const UNSAFE = Number('7100000000000000293');
const MEGABYTE = 1_048_576;

/** One kind of value. */
export interface HostileValue {
	/** What an expression says that gives it. */
	readonly expression: string;
	/** The value itself. */
	readonly value: unknown;
	/** Whether it can stand in a workflow's JSON, and in what a model calls a tool with. */
	readonly inJson: boolean;
}

function given(expression: string, value: unknown, inJson = true): HostileValue {
	return { expression: `={{ ${expression} }}`, value, inJson };
}

/** By what a person would call them. */
export const HOSTILE_VALUES = {
	undefined: given('undefined', undefined, false),
	null: given('null', null),
	'an empty text': given('""', ''),
	'white space': given('" \\u3000"', ' \u3000'),
	NaN: given('NaN', NaN, false),
	'a number that has lost digits': given('7100000000000000293', UNSAFE),
	'the text of a switch': given('"TRUE"', 'TRUE'),
	'the text of a number': given('"12"', '12'),
	'the text of a Date': given(`"${MOMENT}"`, MOMENT),
	'a list': given('["a", "b"]', ['a', 'b']),
	'an object': given('({ a: 1 })', { a: 1 }),
	'a switch': given('true', true),
	'a Date': given(`new Date("${MOMENT}")`, new Date(MOMENT), false),
	'a DateTime': given(
		`DateTime.fromISO("${MOMENT}", { zone: "America/New_York" })`,
		DateTime.fromISO(MOMENT, { zone: 'America/New_York' }),
		false,
	),
	'1 MB of text': given(`"x".repeat(${MEGABYTE})`, 'x'.repeat(MEGABYTE)),
} as const satisfies Record<string, HostileValue>;

export type ValueName = keyof typeof HOSTILE_VALUES;

export const VALUE_NAMES = Object.keys(HOSTILE_VALUES) as ValueName[];
