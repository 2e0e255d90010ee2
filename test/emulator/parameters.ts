import { ApiError, invalidValue, notTaken, required } from './apiError';
import { parseDateTime } from './dateTime';
import type { ApiVersion } from './endpoints';
import type { Switches } from './switches';

/** One query parameter of an endpoint. */
export interface ParameterSpec {
	readonly name: string;
	readonly kind: 'dateTime' | 'boolean' | 'enum' | 'text' | 'limit' | 'token';
	/** Several values by repeating the key. */
	readonly array?: true;
	readonly values?: readonly string[];
	/** Values that only some versions know, on top of `values`. */
	readonly moreValues?: Partial<Record<ApiVersion, readonly string[]>>;
	/** Spelling on the wire, where a version has one of its own. */
	readonly wireNames?: Partial<Record<ApiVersion, string>>;
	/** Versions that know the parameter; all when left out. */
	readonly versions?: readonly ApiVersion[];
	readonly required?: true;
	readonly default?: readonly string[];
}

/** Query pairs, decoded, in the order they were sent. */
export type QueryPairs = ReadonlyArray<readonly [string, string]>;

/** Greatest documented limit of the lists whose bounds the spec shows. */
const LIMIT_MAX = 300;

/** The checked parameters of one call, defaults filled in. */
export class Query {
	/** @param sent names of the parameters that are no defaults */
	constructor(
		private readonly values: ReadonlyMap<string, readonly string[]>,
		private readonly sent: ReadonlySet<string>,
	) {}

	/** Whether the caller sent the parameter. */
	isSent(name: string): boolean {
		return this.sent.has(name);
	}

	/** First value, or undefined when neither sent nor defaulted. */
	text(name: string): string | undefined {
		return this.values.get(name)?.[0];
	}

	/** All values; empty when neither sent nor defaulted. */
	list(name: string): readonly string[] {
		return this.values.get(name) ?? [];
	}

	/** A boolean; false when not sent. */
	flag(name: string): boolean {
		return this.text(name) === 'true';
	}

	/** A number; NaN when not sent. */
	number(name: string): number {
		return Number(this.text(name));
	}

	/** A date-time as milliseconds; NaN when not sent. */
	time(name: string): number {
		return parseDateTime(this.text(name) ?? '') ?? Number.NaN;
	}

	/** Text that is equal for queries that list the same records in the same order. */
	signature(): string {
		return JSON.stringify(
			[...this.values]
				.filter(([name]) => name !== 'limit' && name !== 'nextPageToken')
				.map(([name, values]) => [name, values, this.sent.has(name)])
				.sort(),
		);
	}
}

function checkLimit(value: string, field: string, max: number, switches: Switches): string {
	if (!/^\d{1,9}$/.test(value)) throw invalidValue(field, 'not a number');
	const limit = Number(value);
	if (limit < 1) throw invalidValue(field, 'less than 1');
	if (limit <= max) return String(limit);
	if (switches.limitAboveMax === 'clamp') return String(max);
	throw invalidValue(field, `more than ${max}`);
}

/** Checks one value and gives it as it is to be used; throws the 400 of a value that is not allowed. */
const CHECKS: Record<
	ParameterSpec['kind'],
	(value: string, field: string, spec: ParameterSpec, version: ApiVersion) => string
> = {
	dateTime(value, field) {
		if (parseDateTime(value) === undefined) throw invalidValue(field, 'not YYYY-MM-DDThh:mm:ssTZD');
		return value;
	},
	boolean(value, field) {
		if (value !== 'true' && value !== 'false') throw invalidValue(field, 'neither true nor false');
		return value;
	},
	enum(value, field, spec, version) {
		const allowed = [...(spec.values ?? []), ...(spec.moreValues?.[version] ?? [])];
		if (!allowed.includes(value)) throw invalidValue(field, `not one of ${allowed.join(', ')}`);
		return value;
	},
	text(value, field) {
		if (value === '') throw invalidValue(field, 'empty');
		return value;
	},
	token(value, field) {
		if (value === '') throw invalidValue(field, 'empty');
		return value;
	},
	limit: (value) => value,
};

/** What `readQuery` needs to know besides the query itself. */
export interface QueryRules {
	readonly version: ApiVersion;
	readonly switches: Switches;
	/** Refuse parameters the version does not have; a lenient server ignores them. */
	readonly strict: boolean;
	/** Greatest limit of this list. */
	readonly limitMax?: number;
}

/**
 * Checks a query against an endpoint's parameters (spec: "Endpoints", "Common parameter rules").
 *
 * @throws ApiError 400 `required` or `invalid_value` naming the parameter
 */
export function readQuery(
	pairs: QueryPairs,
	specs: readonly ParameterSpec[],
	rules: QueryRules,
): Query {
	const { version } = rules;
	const known = specs.filter((spec) => !spec.versions || spec.versions.includes(version));
	const byWireName = new Map(known.map((spec) => [spec.wireNames?.[version] ?? spec.name, spec]));
	const values = new Map<string, string[]>();
	for (const [field, value] of pairs) {
		const spec = byWireName.get(field);
		if (!spec) {
			if (!rules.strict) continue;
			throw new ApiError(
				400,
				`${field} is not a parameter of this endpoint`,
				[{ Code: 'invalid_value', field }],
				`${field}: version ${version} has no such parameter here`,
			);
		}
		const sent = values.get(spec.name) ?? [];
		if (sent.length > 0 && !spec.array) throw invalidValue(field, 'sent twice');
		const checked =
			spec.kind === 'limit'
				? checkLimit(value, field, rules.limitMax ?? LIMIT_MAX, rules.switches)
				: CHECKS[spec.kind](value, field, spec, version);
		values.set(spec.name, [...sent, checked]);
	}
	const sent = new Set(values.keys());
	if (sent.has('nextPageToken')) checkBesideToken(sent, rules.switches);
	// A token brings the parameters of its first page with it.
	const mayLack = sent.has('nextPageToken') && rules.switches.besideToken !== 'required';
	for (const spec of known) {
		if (values.has(spec.name)) continue;
		if (spec.required && !mayLack) throw required(spec.name);
		if (spec.default) values.set(spec.name, [...spec.default]);
	}
	return new Query(values, sent);
}

/** @throws ApiError 400 naming a parameter that may not stand beside a token; no breach, since the spec does not say so */
function checkBesideToken(sent: ReadonlySet<string>, { besideToken }: Switches): void {
	if (besideToken !== 'refused') return;
	const field = [...sent].find((name) => name !== 'nextPageToken');
	if (field === undefined) return;
	throw notTaken(field, `${field} may not stand beside nextPageToken`);
}
