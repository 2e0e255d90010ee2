import { CHARACTER_CLASSES, describeCharacter } from '../values/characters';
import { isCalendarDate } from '../values/dateTime';
import { wholeNumberOf } from '../values/readers';
import { formatCount, quote } from '../values/show';
import { COUNTRY_CODES } from './countryCodes';

/** The action on the record that a field belongs to, for rules that depend on it. */
export interface FieldUse {
	readonly action: 'adding' | 'editing';
	/** How a message names the action, and what shows it: `when a user is added (User UUID is empty)`. */
	readonly when: string;
	/** `YYYY-MM-DD`, in the workflow's zone. */
	readonly today: string;
}

/** A row of a table of the specification. Cards, users, departments and results all have such tables. */
export interface FieldRule {
	/** The meaning of a text, in the words of the tables. */
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
	/** When the field has to be empty. */
	readonly blankWhen?: FieldUse['action'];
}

/** A form that the texts of a type have. */
interface Form {
	readonly fits: (text: string) => boolean;
	/** As the end of *must be*. */
	readonly name: string;
}

const FORMS: Readonly<Partial<Record<FieldRule['type'], Form>>> = {
	int: {
		fits: (text) => wholeNumberOf(text) !== undefined,
		name: 'a whole number',
	},
	date: {
		fits: isCalendarDate,
		name: 'a valid date, such as 2026-04-01',
	},
	country: {
		fits: (text) => COUNTRY_CODES.has(text),
		name: 'a two-letter country code in capitals, such as JP',
	},
};

/**
 * Checks the text of one field against its rule.
 *
 * @param use of fields that depend on what is done to the record
 * @returns what is wrong, each as the rest of a sentence that starts with the field's name
 */
export function fieldProblems(rule: FieldRule, text: string, use?: FieldUse): string[] {
	if (text === '') {
		const problem = emptyProblem(rule, use);
		return problem === undefined ? [] : [problem];
	}

	const hasToBeBlank = use && rule.blankWhen === use.action;
	if (hasToBeBlank) return [`must be empty ${use.when}`];

	const problems = [
		lengthProblem(rule, text),
		characterProblem(rule, text),
		formProblem(rule, text),
		dayProblem(rule, text, use),
	];
	return problems.flatMap((problem) => problem ?? []);
}

function emptyProblem(rule: FieldRule, use?: FieldUse): string | undefined {
	const { required } = rule;
	if (required === 'always') return 'is required, but empty';
	if (use && required === use.action) return `is required ${use.when}, but it is empty`;
	return undefined;
}

function lengthProblem(rule: FieldRule, text: string): string | undefined {
	const { max = Infinity, areSeparatorsFree } = rule;
	const counted = areSeparatorsFree ? text.replace(/[- ]/g, '') : text;
	const { length } = Array.from(counted);
	if (length <= max) return undefined;

	const most = formatCount(max);
	const actual = formatCount(length);
	const exception = areSeparatorsFree ? ', not counting hyphens and spaces' : '';
	return `may have at most ${most} characters${exception}; it has ${actual}`;
}

function characterProblem(rule: FieldRule, text: string): string | undefined {
	if (rule.characters === undefined) return undefined;

	const [saying, allowed] = CHARACTER_CLASSES[rule.characters];
	const characters = Array.from(text);
	const wrong = characters.find((character) => !allowed.test(character));
	if (wrong === undefined) return undefined;
	return `${saying}; found ${describeCharacter(wrong)}`;
}

function formProblem(rule: FieldRule, text: string): string | undefined {
	const form = formOf(rule);
	if (form === undefined || form.fits(text)) return undefined;
	return `must be ${form.name}; got ${quote(text)}`;
}

/** The form that a rule asks for: one of its documented values, else the form of its type. */
function formOf(rule: FieldRule): Form | undefined {
	const { type, values } = rule;
	if (!values) return FORMS[type];

	const entries = Object.entries(values);
	const choices = entries.map(([value, meaning]) => `${value} (${meaning})`).join(', ');
	return {
		fits: (text) => Object.hasOwn(values, text),
		name: `one of ${choices}`,
	};
}

function dayProblem(rule: FieldRule, text: string, use?: FieldUse): string | undefined {
	const isBound = rule.notBeforeToday && use?.action === 'adding';
	if (!isBound || !isCalendarDate(text)) return undefined;
	if (text >= use.today) return undefined;

	return `must be today (${use.today}) or later ${use.when}; got ${quote(text)}`;
}
