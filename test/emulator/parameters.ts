import { ApiError, invalidValue, notTaken, required } from './answers';
import { parseDateTime } from './dateTime';
import type { ApiVersion } from './endpoints';
import type { Switches } from './switches';

/** One query parameter of an endpoint. */
export interface ParameterSpec {
	readonly name: string;
	readonly kind: 'dateTime' | 'boolean' | 'enum' | 'text' | 'limit';
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

/** The checked parameters of one call, defaults filled in. */
export class Query {
	constructor(private readonly values: ReadonlyMap<string, readonly string[]>) {}

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
		return JSON.stringify([...this.values].filter(([name]) => name !== 'limit' && name !== 'nextPageToken').sort());
	}
}

/** Why a value is not allowed, by the kind of its parameter; undefined when it is. */
const CHECKS: Readonly<Record<ParameterSpec['kind'], (value: string, allowed: readonly string[], max: number) => string | undefined>> = {
	dateTime: (value) => (parseDateTime(value) === undefined ? 'not YYYY-MM-DDThh:mm:ssTZD' : undefined),
	boolean: (value) => (value === 'true' || value === 'false' ? undefined : 'neither true nor false'),
	enum: (value, allowed) => (allowed.includes(value) ? undefined : `not one of ${allowed.join(', ')}`),
	text: (value) => (value === '' ? 'empty' : undefined),
	limit: (value, _, max) => (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= max ? undefined : `not a number from 1 to ${max}`),
};

/**
 * Checks a query against an endpoint's parameters (spec: "Endpoints", "Common parameter rules").
 *
 * @param limitMax greatest `limit` of this list
 * @throws ApiError 400 `required` or `invalid_value` naming the parameter
 */
export function readQuery(
	pairs: QueryPairs,
	specs: readonly ParameterSpec[],
	{ version, switches, limitMax }: { version: ApiVersion; switches: Switches; limitMax: number },
): Query {
	const known = specs.filter(({ versions }) => versions?.includes(version) ?? true);
	const byWireName = new Map(known.map((spec) => [spec.wireNames?.[version] ?? spec.name, spec]));
	const values = new Map<string, string[]>();
	for (const [field, value] of pairs) {
		const spec = byWireName.get(field);
		if (!spec) throw invalidValue(field, `version ${version} has no such parameter here`);
		const sent = values.get(spec.name) ?? [];
		if (sent.length > 0 && !spec.array) throw invalidValue(field, 'sent twice');
		const allowed = [...(spec.values ?? []), ...(spec.moreValues?.[version] ?? [])];
		const why = CHECKS[spec.kind](value, allowed, limitMax);
		if (why !== undefined) throw invalidValue(field, why);
		values.set(spec.name, [...sent, value]);
	}
	const hasToken = values.has('nextPageToken');
	if (hasToken && switches.besideToken === 'refused') refuseBesideToken(values);
	for (const { name, required: isRequired, default: standard } of known) {
		if (values.has(name)) continue;
		// A token brings the parameters of its first page with it.
		if (isRequired && (!hasToken || switches.besideToken === 'required')) throw required(name);
		if (standard) values.set(name, [...standard]);
	}
	return new Query(values);
}

/** @throws ApiError 400 naming a parameter that may not stand beside a token; no breach, since the spec does not say so */
function refuseBesideToken(values: ReadonlyMap<string, unknown>): void {
	const field = [...values.keys()].find((name) => name !== 'nextPageToken');
	if (field !== undefined) throw notTaken(field, `${field} may not stand beside nextPageToken`);
}

/** The 404 of a path that the service does not have. */
export function noSuchEndpoint(method: string, path: string): ApiError {
	return new ApiError(404, 'The specified resource does not exist', [], `${method} ${path}: the service has no such endpoint`);
}
