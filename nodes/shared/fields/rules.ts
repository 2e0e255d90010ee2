import { isCalendarDate } from '../values/dateTime';
import { wholeNumberOf } from '../values/readers';
import { formatCount, quote } from '../values/show';
import { CHARACTER_CLASSES, describeCharacter } from '../values/characters';
import { COUNTRY_CODES } from './countryCodes';

/** What the rules of a field depend on besides its text, where they depend on what is done to the record. */
export interface FieldUse {
	readonly action: 'adding' | 'editing';
	/** How a message names the action, and what shows it: `when a user is added (User UUID is empty)`. */
	readonly when: string;
	/** `YYYY-MM-DD`, in the workflow's zone. */
	readonly today: string;
}

/** What a table of the specification says about a field: cards, users, departments and results have the same rules. */
export interface FieldRule {
	/** What a text stands for, in the words of the tables. */
	readonly type: 'string' | 'int' | 'uuid' | 'bool' | 'date' | 'country' | 'id' | 'none';
	/** Most characters, counted as code points: `𠮷` is one, and `が` written as two is two, as in a database. */
	readonly max?: number;
	/** Set where hyphens and spaces do not count towards `max`. */
	readonly areSeparatorsFree?: true;
	readonly characters?: keyof typeof CHARACTER_CLASSES;
	/** The documented values with their meanings. */
	readonly values?: Readonly<Record<string, string>>;
	/** Set for a date that is today or later when a record is added; later on it may lie in the past. */
	readonly notBeforeToday?: true;
	readonly required?: 'always' | FieldUse['action'];
	/** When there may be none. */
	readonly blankWhen?: FieldUse['action'];
}

/** Types with a form of their own: what is one, and what it must be. */
const FORMS: Readonly<Partial<Record<FieldRule['type'], readonly [isOne: (text: string) => boolean, form: string]>>> = {
	int: [(text) => wholeNumberOf(text) !== undefined, 'a whole number'],
	date: [isCalendarDate, 'a date that exists, such as 2026-04-01'],
	country: [(text) => COUNTRY_CODES.has(text), 'the two capital letters of a country, such as JP'],
};

/**
 * Checks the text of one field against its rule.
 * @param use of fields that depend on what is done to the record
 * @returns what is wrong, each as the rest of a sentence that starts with the field's name
 */
export function fieldProblems(rule: FieldRule, text: string, use?: FieldUse): string[] {
	if (text === '') {
		if (rule.required === 'always') return ['is empty; it is required'];
		return use && rule.required === use.action ? [`is empty; it is required ${use.when}`] : [];
	}
	if (use && rule.blankWhen === use.action) return [`must be empty ${use.when}`];
	const problems: string[] = [];
	const { type, max = Infinity, areSeparatorsFree, characters, values, notBeforeToday } = rule;
	const { length } = Array.from(areSeparatorsFree ? text.replace(/[- ]/g, '') : text);
	if (length > max) {
		const uncounted = areSeparatorsFree ? ', not counting hyphens and spaces' : '';
		problems.push(`may have at most ${formatCount(max)} characters${uncounted}; it has ${formatCount(length)}`);
	}
	const [charactersRule, allowed] = characters ? CHARACTER_CLASSES[characters] : [];
	const odd = Array.from(text).find((character) => allowed?.test(character) === false);
	if (odd !== undefined) problems.push(`${charactersRule}; found ${describeCharacter(odd)}`);
	const known = Object.entries(values ?? {}).map(([value, meaning]) => `${value} (${meaning})`);
	const [isOne, form] = values
		? [(value: string) => Object.hasOwn(values, value), `one of ${known.join(', ')}`]
		: (FORMS[type] ?? []);
	if (isOne?.(text) === false) problems.push(`must be ${form}; got ${quote(text)}`);
	const isDated = notBeforeToday && use?.action === 'adding' && isCalendarDate(text);
	if (isDated && text < use.today)
		problems.push(`must be today (${use.today}) or later ${use.when}; got ${quote(text)}`);
	return problems;
}
