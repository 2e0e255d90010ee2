/** A request to a service that is stood in for, as it came out of the TLS connection. */
export interface StandInRequest {
	readonly method: string;
	readonly host: string;
	readonly path: string;
	readonly query: URLSearchParams;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	/** JSON as its value, a form as its fields; `undefined` where there is none. */
	readonly body: unknown;
}

/** What it is answered with; the body is sent as JSON. */
export interface StandInAnswer {
	readonly status: number;
	readonly json?: unknown;
}

/** A service that the recipes write to, as far as their nodes use it. */
export interface StandIn {
	readonly hosts: readonly string[];
	/** @returns `undefined` for a request that the service's interface does not have: that fails the test */
	answer(request: StandInRequest): StandInAnswer | undefined;
}

/** The fields of a JSON object; none when it is something else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
