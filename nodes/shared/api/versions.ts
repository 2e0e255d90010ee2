import type { IHttpRequestMethods } from 'n8n-workflow';

/** The live versions of the service, oldest first (spec: Versioning 1). */
export const ALL_VERSIONS = ['2.0', '2.5', '3.2'] as const;

export type ApiVersion = (typeof ALL_VERSIONS)[number];

/** The groups of versions in which something exists (spec: Versioning 2). */
export const SINCE_2_5: readonly ApiVersion[] = ['2.5', '3.2'];
export const UP_TO_2_5: readonly ApiVersion[] = ['2.0', '2.5'];
export const ONLY_2_0: readonly ApiVersion[] = ['2.0'];
export const ONLY_3_2: readonly ApiVersion[] = ['3.2'];

/** Calls that the service allows per key in one second, in every version (spec: Limits). */
export const CALLS_PER_SECOND = 10;

/** Largest page of every list whose bound the spec gives (spec: Limits). */
export const PAGE_SIZE = 300;

/** How far the digitization of a card has come (spec: States). */
export const ENTRY_STATUSES = ['processing', 'completed', 'unreadable'] as const;

/** Key and value as they go into the query string, in order; several values of a key are several pairs. */
export type QueryPair = readonly [key: string, value: string];

/** The pairs of a query: each value of a list is a pair of its own (spec: Common parameter rules). */
export function queryPairs(query: Readonly<Record<string, unknown>>): QueryPair[] {
	return Object.entries(query).flatMap(([key, value]) => {
		const values = [value].flat();
		return values.map((each): QueryPair => [key, String(each)]);
	});
}

/** An endpoint of the service, as far as sending and reading have to know it (spec: Endpoints). */
export interface Endpoint {
	readonly method: IHttpRequestMethods;
	/** The kind of body that a success has. */
	readonly response: 'list' | 'record' | 'image' | 'csv' | 'json';
	/** A request that reads may be repeated after a lost connection; one that writes never. */
	readonly effect: 'read' | 'write';
	readonly listsTags?: true;
	/** Set where the path names a record: then a 404 is about that record, and elsewhere about the address. */
	readonly namesRecord?: true;
}

/** A list is read in the same way everywhere. */
export const LIST = {
	method: 'GET',
	response: 'list',
	effect: 'read',
} as const satisfies Endpoint;

/** Something that exists in some versions of the service. */
export interface Versioned {
	readonly versions: readonly ApiVersion[];
	/** The version that `auto` stands for, where the newest one is not the best choice. */
	readonly autoVersion?: ApiVersion;
}

/** Versions in words: `API version 2.0`, `API versions 2.5, 3.2`. */
export function versionsInWords(versions: readonly ApiVersion[]): string {
	const noun = versions.length === 1 ? 'version' : 'versions';
	return `API ${noun} ${versions.join(', ')}`;
}

/** The version that a choice stands for; `undefined` where that is none, or lacks what is asked for. */
export function resolveVersion(versioned: Versioned, choice: unknown): ApiVersion | undefined {
	const { versions, autoVersion } = versioned;
	if (choice === 'auto') {
		return autoVersion ?? versions.at(-1);
	}

	return versions.find((version) => version === choice);
}
