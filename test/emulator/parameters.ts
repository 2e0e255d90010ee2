import { invalidValue, notTaken, required } from './answers';
import { parseDateTime } from './dateTime';
import type { ApiVersion } from './endpoints';
import type { Switches } from './switches';

/** One query parameter of an endpoint. */
export interface ParameterSpec {
	readonly name: string;
	readonly kind: keyof typeof CHECKS;
	/** Several values by repeating the key. */
	readonly array?: true;
	readonly values?: readonly string[];
	/** Values that only 3.2 knows. */
	readonly newValues?: readonly string[];
	/** Versions in which the name has brackets on the wire. */
	readonly bracketed?: readonly ApiVersion[];
	/** Versions that know the parameter; all when left out. */
	readonly versions?: readonly ApiVersion[];
	readonly required?: true;
	readonly default?: string;
}

/** Query pairs, decoded, in the order they were sent. */
export type QueryPairs = ReadonlyArray<readonly [string, string]>;

/** The checked parameters of one call, defaults filled in. */
export class Query {
	constructor(private readonly values: ReadonlyMap<string, readonly string[]>) {}

	/** The first value, if one was sent or stands for none; the next ones read it as what it is. */
	text(name: string): string | undefined {
		return this.list(name)[0];
	}

	list(name: string): readonly string[] {
		return this.values.get(name) ?? [];
	}

	flag(name: string): boolean {
		return this.text(name) === 'true';
	}

	number(name: string): number {
		return Number(this.text(name));
	}

	/** Milliseconds; NaN when there is none. */
	time(name: string): number {
		return parseDateTime(this.text(name) ?? '') ?? Number.NaN;
	}
}

/** Whether a value is allowed, by the kind of its parameter. */
const CHECKS = {
	dateTime: (value) => parseDateTime(value) !== undefined,
	boolean: (value) => value === 'true' || value === 'false',
	enum: (value, allowed) => allowed.includes(value),
	text: (value) => value !== '',
	limit: (value, _, max) => /^[1-9]\d*$/.test(value) && Number(value) <= max,
} as const satisfies Record<string, (value: string, allowed: readonly string[], max: number) => boolean>;

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
	const byWireName = new Map(known.map((spec) => [spec.name + (spec.bracketed?.includes(version) ? '[]' : ''), spec]));
	const values = new Map<string, string[]>();
	for (const [field, value] of pairs) {
		const spec = byWireName.get(field);
		if (!spec) throw invalidValue(field, `version ${version} has no such parameter here`);
		const sent = values.get(spec.name) ?? [];
		if (sent.length > 0 && !spec.array) throw invalidValue(field, 'sent twice');
		const allowed = [...(spec.values ?? []), ...(version === '3.2' ? (spec.newValues ?? []) : [])];
		if (!CHECKS[spec.kind](value, allowed, limitMax)) throw invalidValue(field, `not allowed: ${value}`);
		values.set(spec.name, [...sent, value]);
	}
	const hasToken = values.has('nextPageToken');
	const beside = [...values.keys()].find((name) => name !== 'nextPageToken');
	// No breach of the interface, since the spec does not say so.
	if (hasToken && beside && switches.besideToken === 'refused')
		throw notTaken(beside, `${beside} may not stand beside nextPageToken`);
	for (const { name, required: isRequired, default: standard } of known) {
		if (values.has(name)) continue;
		// A token brings the parameters of its first page with it.
		if (isRequired && (!hasToken || switches.besideToken === 'required')) throw required(name);
		if (standard !== undefined) values.set(name, [standard]);
	}
	return new Query(values);
}
