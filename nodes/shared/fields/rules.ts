import { isCalendarDate } from '../values/dateTime';
import { quote } from '../values/show';
import { characterProblem, halfCharacterProblem, lengthProblem } from './characters';
import type { CharacterClassName } from './characters';
import { COUNTRY_CODES } from './countryCodes';

/** What is done to a record, where its fields depend on it. */
export type Action = 'adding' | 'editing';

/**
 * What a table of the specification says about one field: cards, users, departments and results have the same rules.
 */
export interface FieldRule {
	/** What a text stands for, in the words of the tables. */
	readonly type: 'string' | 'int' | 'uuid' | 'bool' | 'date' | 'country' | 'id' | 'object' | 'none';
	/** Most characters, counted as code points. */
	readonly max?: number;
	/** Set where hyphens and spaces do not count towards `max`. */
	readonly areSeparatorsFree?: true;
	readonly characters?: CharacterClassName;
	/** The documented values with their meanings. */
	readonly values?: Readonly<Record<string, string>>;
	/** Set for a date that is today or later when a record is added. */
	readonly notBeforeToday?: true;
	/** When a value is needed; never, unless said. */
	readonly required?: 'always' | Action | 'never';
	/** When there may be none. */
	readonly blankWhen?: Action;
}

/** What the rules of a field depend on besides its text. */
export interface FieldUse {
	readonly action: Action;
	/** How a message names the action, and what shows it: `when a user is added (User UUID is empty)`. */
	readonly when: string;
	/** `YYYY-MM-DD`, in the workflow's zone. */
	readonly today: string;
}

/**
 * Checks the text of one field against its rule: required or to be left empty, length, characters, documented values,
 * date.
 *
 * @param use of fields that depend on what is done to the record
 * @returns what is wrong, each as the rest of a sentence that starts with the field's name; nothing when the text may
 *   be sent
 */
export function fieldProblems(rule: FieldRule, text: string, use?: FieldUse): string[] {
	const { required = 'never', blankWhen, characters } = rule;
	if (text === '') {
		if (required === 'always') return ['is empty; it is required'];
		return use && required === use.action ? [`is empty; it is required ${use.when}`] : [];
	}
	if (use && blankWhen === use.action) return [`must be empty ${use.when}`];
	const half = halfCharacterProblem(text);
	const problems = [
		lengthProblem(text, rule.max, rule.areSeparatorsFree),
		half && `${half}, because the text was cut there`,
		characters && characterProblem(text, characters),
		rule.values ? valueProblem(rule.values, text) : TYPES[rule.type]?.(text),
		rule.notBeforeToday && use && pastProblem(text, use),
	];
	return problems.filter((problem) => problem !== undefined);
}

/** The types that have a form of their own. */
const TYPES: Readonly<Partial<Record<FieldRule['type'], (text: string) => string | undefined>>> = {
	int: (text) => {
		const isWhole = /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));
		return isWhole ? undefined : `must be a whole number; got ${quote(text)}`;
	},
	date: (text) => {
		return isCalendarDate(text) ? undefined : `must be a date that exists, such as 2026-04-01; got ${quote(text)}`;
	},
	id: (text) => (text.trim() === '' ? 'must be an ID; it is blank' : undefined),
	country: (text) => {
		if (COUNTRY_CODES.has(text)) return undefined;
		const upper = text.trim().toUpperCase();
		const hint = COUNTRY_CODES.has(upper) ? `. Write ${upper}` : '';
		return `must be the two capital letters of a country, such as JP; got ${quote(text)}${hint}`;
	},
};

function valueProblem(values: Readonly<Record<string, string>>, text: string): string | undefined {
	if (Object.hasOwn(values, text)) return undefined;
	const known = Object.entries(values).map(([value, meaning]) => `${value} (${meaning})`);
	return `must be one of ${known.join(', ')}; got ${quote(text)}`;
}

/** On an edit the date may lie in the past: it is what reading the user gave, and sending it back changes nothing. */
function pastProblem(text: string, { action, when, today }: FieldUse): string | undefined {
	if (action === 'editing' || !isCalendarDate(text) || text >= today) return undefined;
	return `must be today (${today}) or later ${when}; got ${quote(text)}`;
}
