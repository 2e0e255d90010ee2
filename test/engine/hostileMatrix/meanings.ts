import { VALUE_NAMES, type ValueName } from './values';

/**
 * What each wrong kind of value means for each kind of parameter, as docs/operations and docs/ai-agent.md say it. What is
 * not named is refused before a call.
 */

/** What comes of a value. */
export type Meaning =
	/** Nothing is sent, and the error names the parameter. */
	| { readonly kind: 'refused' }
	/** As if the parameter had not been given. */
	| { readonly kind: 'left out' }
	/** This is what arrives under the parameter's name; everything else is as usual. */
	| { readonly kind: 'arrives'; readonly texts: readonly string[] }
	/** The run is the same as with this value. */
	| { readonly kind: 'like'; readonly value: unknown };

const REFUSED: Meaning = { kind: 'refused' };
const LEFT_OUT: Meaning = { kind: 'left out' };

function arrives(...texts: string[]): Meaning {
	return { kind: 'arrives', texts };
}

function like(value: unknown): Meaning {
	return { kind: 'like', value };
}

type Row = Partial<Record<ValueName, Meaning>>;

const NOTHING: Row = { undefined: LEFT_OUT, null: LEFT_OUT, 'an empty text': LEFT_OUT };
/** White space is nothing in an option, and something in a card. */
const BLANK: Row = { ...NOTHING, 'white space': LEFT_OUT };

const SWITCH: Row = { 'the text of a switch': arrives('true'), 'a switch': arrives('true') };
const OWN_SWITCH: Row = { 'the text of a switch': like(true), 'a switch': like(true) };
const DATE_TEXT: Row = { 'the text of a Date': arrives('2026-03-31T15:30:00.000Z') };
const TEXT: Row = { ...DATE_TEXT, 'the text of a switch': arrives('TRUE'), 'the text of a number': arrives('12') };
const OWN_TEXT: Row = { 'the text of a switch': like('TRUE'), 'the text of a number': like('12'), 'the text of a Date': like('2026-03-31T15:30:00.000Z') };
const DAY = arrives('2026-04-01');

/** By kind of parameter (see `kinds.ts`). */
const MEANINGS = {
	/** The id of a record, in the address. */
	id: TEXT,
	/** Bound of a term. */
	moment: {
		'the text of a Date': arrives('2026-03-31T15:30:00+00:00'),
		'a Date': arrives('2026-04-01T00:30:00+09:00'),
		'a DateTime': arrives('2026-03-31T11:30:00-04:00'),
	},
	'switch that is asked for': { ...BLANK, ...SWITCH },
	'switch of our own': { ...BLANK, ...OWN_SWITCH },
	'switch that decides how much': OWN_SWITCH,
	'number that decides how much': { 'the text of a number': arrives('12') },
	'number of seconds': { ...BLANK, 'the text of a number': like(12) },
	'choice that is asked for': BLANK,
	'choices that are asked for': BLANK,
	'choices of our own': BLANK,
	'choice of our own': {},
	'choice of our own, if any': BLANK,
	filter: TEXT,
	'filter of ids': { ...TEXT, 'a list': arrives('a', 'b') },
	'list that is asked for': { ...BLANK, ...TEXT, 'a list': arrives('a', 'b') },
	'column order': BLANK,
	'text of our own': { ...BLANK, ...OWN_TEXT },
	/** Of those that are to be protected: a blank one protects nobody. */
	'list of users': { 'the text of a switch': like('TRUE'), 'the text of a number': like('12'), 'a list': like('a,b') },
	'name of a file to read': {},
	'name of a file to read, if any': BLANK,
	'name of a file to write': TEXT,
	'text of a card': { ...NOTHING, ...TEXT, 'white space': arrives(' \u3000') },
	'address of a card': { ...NOTHING, ...TEXT },
	'phone number of a card': { ...NOTHING, 'the text of a number': arrives('12') },
	'postal code of a card': { ...NOTHING, 'the text of a number': arrives('12'), 'the text of a switch': arrives('TRUE') },
	'country of a card': NOTHING,
	'day of a card': { ...NOTHING, 'the text of a Date': DAY, 'a Date': DAY, 'a DateTime': DAY },
	'tag of a card': { ...NOTHING, ...TEXT },
	'switch of a card': { ...NOTHING, ...SWITCH },
	'choices of a card': BLANK,
	/** n8n itself makes an empty one of everything that is none, before a node can see it. */
	collection: Object.fromEntries(VALUE_NAMES.map((name) => [name, LEFT_OUT])),
	/** n8n itself makes the usual one of null. */
	mapping: { null: like(undefined) },
} as const satisfies Record<string, Row>;

export type Kind = keyof typeof MEANINGS;

/** What a value means for a kind of parameter. */
export function meaningOf(kind: Kind, value: ValueName): Meaning {
	const row: Row = MEANINGS[kind];
	return row[value] ?? REFUSED;
}
