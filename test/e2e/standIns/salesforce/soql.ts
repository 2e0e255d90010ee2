/**
 * Reads SOQL, the query language of Salesforce, as far as recipes need it: SELECT, FROM, WHERE, ORDER BY and LIMIT.
 *
 * Source: "SOQL and SOSL Reference" (SOQL SELECT Syntax, Condition Expression Syntax, Quoted String Escape Sequences, Comparison
 * Operators).
 */

type Literal = string | number | boolean | null;

/** Gives what a record has in a field, which may be one of a related record, such as `Account.Name`. */
type Reader = (field: string) => unknown;

type Condition = (read: Reader) => boolean;

export interface Query {
	readonly object: string;
	/** The fields that are asked for. */
	readonly fields: readonly string[];
	/** The fields in the conditions and the order, with the texts that they are compared with. */
	readonly filters: ReadonlyArray<{ readonly field: string; readonly values: readonly Literal[] }>;
	readonly matches: Condition;
	readonly orderBy?: string;
	readonly limit: number;
}

/** A query that Salesforce does not understand. */
export class MalformedQuery extends Error {}

const TOKEN =
	/\s*(?:'((?:\\.|[^'\\])*)'|(\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d))?|-?\d+(?:\.\d+)?)|([A-Za-z_][\w.]*)|(<=|>=|!=|<>|[=<>(),]))/y;

interface Token {
	readonly kind: 'text' | 'number' | 'word' | 'sign';
	readonly value: string;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function tokensOf(soql: string): Token[] {
	const tokens: Token[] = [];
	const kinds = ['text', 'number', 'word', 'sign'] as const;
	TOKEN.lastIndex = 0;
	while (soql.slice(TOKEN.lastIndex).trim() !== '') {
		const at = TOKEN.lastIndex;
		const found = TOKEN.exec(soql);
		if (!found) throw new MalformedQuery(`unexpected token at ${soql.slice(at, at + 20)}`);
		kinds.forEach((kind, place) => {
			const value = found[place + 1];
			if (value !== undefined) tokens.push({ kind, value });
		});
	}
	return tokens;
}

/** Upper and lower case are the same in a comparison of texts, and an empty text is the same as none. */
function comparable(value: unknown): Literal {
	if (typeof value === 'string') return value === '' ? null : value.toLowerCase();
	return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function pattern(value: string): RegExp {
	const characters = [...value.matchAll(/\\(.)|(.)/gs)].map(([, escaped, plain = '']) => {
		if (escaped !== undefined) return escapeRegExp(unescaped(`\\${escaped}`));
		return plain === '%' ? '.*' : plain === '_' ? '.' : escapeRegExp(plain);
	});
	return new RegExp(`^${characters.join('')}$`, 'is');
}

const escapeRegExp = (value: string): string => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function unescaped(raw: string): string {
	return raw.replace(/\\(.)/gs, (_, letter: string) => {
		if (letter in ESCAPES) return ESCAPES[letter] ?? '';
		if ('\\\'"%_'.includes(letter)) return letter;
		throw new MalformedQuery(`Invalid string literal: \\${letter}`);
	});
}

/** Compares a value of a record with those in the query. */
type Comparison = (value: Literal, others: readonly Literal[], raw: string) => boolean;

const isOneOf: Comparison = (value, others) => others.some((other) => other === value);

function ordered(isInOrder: (difference: number) => boolean): Comparison {
	return (value, [other]) => {
		if (value === null || other === null || other === undefined) return false;
		return isInOrder(value < other ? -1 : value > other ? 1 : 0);
	};
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
	'=': isOneOf,
	'!=': (value, others, raw) => !isOneOf(value, others, raw),
	'<>': (value, others, raw) => !isOneOf(value, others, raw),
	'<': ordered((difference) => difference < 0),
	'>': ordered((difference) => difference > 0),
	'<=': ordered((difference) => difference <= 0),
	'>=': ordered((difference) => difference >= 0),
	LIKE: (value, _, raw) => typeof value === 'string' && pattern(raw).test(value),
	IN: isOneOf,
};

class Parser {
	readonly filters: Array<{ field: string; values: Literal[] }> = [];
	private readonly tokens: Token[];
	private at = 0;

	constructor(soql: string) {
		this.tokens = tokensOf(soql);
	}

	query(): Query {
		this.expect('SELECT');
		const fields = this.list(() => this.name());
		this.expect('FROM');
		const object = this.name();
		const matches = this.accepts('WHERE') ? this.conditions() : () => true;
		const orderBy = this.accepts('ORDER') ? this.order() : undefined;
		const limit = this.accepts('LIMIT') ? Number(this.next('number').value) : Infinity;
		if (this.at < this.tokens.length) throw new MalformedQuery(`unexpected token: ${this.peek()}`);
		return { object, fields, filters: this.filters, matches, limit, ...(orderBy !== undefined && { orderBy }) };
	}

	private order(): string {
		this.expect('BY');
		const field = this.name();
		this.filters.push({ field, values: [] });
		this.accepts('ASC');
		return field;
	}

	/** Conditions joined by AND or by OR: a mixture needs brackets. */
	private conditions(): Condition {
		const conditions = [this.condition()];
		const [joint] = ['AND', 'OR'].filter((word) => this.peek() === word);
		while (joint !== undefined && this.accepts(joint)) conditions.push(this.condition());
		if (['AND', 'OR'].includes(this.peek())) throw new MalformedQuery(`unexpected token: ${this.peek()}`);
		if (joint === 'OR') return (read) => conditions.some((condition) => condition(read));
		return (read) => conditions.every((condition) => condition(read));
	}

	private condition(): Condition {
		if (this.accepts('NOT')) {
			const condition = this.condition();
			return (read) => !condition(read);
		}
		if (!this.accepts('(')) return this.comparison();
		const inner = this.conditions();
		this.expect(')');
		return inner;
	}

	private comparison(): Condition {
		const field = this.name();
		const isNegative = this.accepts('NOT');
		const operator = this.tokens[this.at]?.value.toUpperCase() ?? '';
		const compare = COMPARISONS[operator];
		if (!compare || (isNegative && operator !== 'IN')) throw new MalformedQuery(`unexpected token: ${operator}`);
		this.at += 1;
		const literals = operator === 'IN' ? this.inBrackets() : [this.literal()];
		const values = literals.map(({ value }) => value);
		this.filters.push({ field, values });
		const others = values.map(comparable);
		const raw = literals[0]?.raw ?? '';
		return (read) => compare(comparable(read(field)), others, raw) !== isNegative;
	}

	private inBrackets(): Array<{ value: Literal; raw: string }> {
		this.expect('(');
		const literals = this.list(() => this.literal());
		this.expect(')');
		return literals;
	}

	private literal(): { value: Literal; raw: string } {
		const { kind, value } = this.next();
		const constants: Readonly<Record<string, Literal>> = { null: null, true: true, false: false };
		if (kind === 'text') return { value: unescaped(value), raw: value };
		if (kind === 'number') return { value: /^-?[\d.]+$/.test(value) ? Number(value) : value, raw: value };
		const constant = constants[value.toLowerCase()];
		if (kind !== 'word' || constant === undefined) throw new MalformedQuery(`unexpected token: ${value}`);
		return { value: constant, raw: value };
	}

	private list<T>(read: () => T): T[] {
		const found = [read()];
		while (this.accepts(',')) found.push(read());
		return found;
	}

	private name(): string {
		return this.next('word').value;
	}

	private next(kind?: Token['kind']): Token {
		const token = this.tokens[this.at];
		if (!token || (kind && token.kind !== kind)) throw new MalformedQuery(`unexpected token: ${token?.value ?? '<EOF>'}`);
		this.at += 1;
		return token;
	}

	private peek(): string {
		const token = this.tokens[this.at];
		return token === undefined || token.kind === 'text' ? '' : token.value.toUpperCase();
	}

	private accepts(word: string): boolean {
		if (this.peek() !== word) return false;
		this.at += 1;
		return true;
	}

	private expect(word: string): void {
		if (!this.accepts(word)) throw new MalformedQuery(`expecting ${word}, found ${this.peek()}`);
	}
}

/** @throws {MalformedQuery} for a query that Salesforce would refuse */
export function parseSoql(soql: string): Query {
	return new Parser(soql).query();
}
