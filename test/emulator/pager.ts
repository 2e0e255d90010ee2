import { randomBytes } from 'node:crypto';
import { ApiError } from './apiError';
import type { EmulatorClock } from './clock';
import type { Query } from './parameters';
import type { WireRecord } from './projection';
import type { Identified } from './sortedIndex';
import type { Switches } from './switches';

/** Life of a page token, counted from the request for the first page (spec: "States", rule 2). */
const TOKEN_LIFE_MS = 6 * 3_600_000;
/** Lists kept sorted between two pages; older ones are computed again. */
const CACHED_LISTS = 32;

/** A list that is served page by page. */
export interface PageSource<T extends Identified> {
	/** Everything that is listed, in order. */
	list(): readonly T[];
	/** The record as it is now, for page tokens that froze ids. */
	find(id: string): T | undefined;
	/** The number by which the list is ordered; ties go by id. */
	keyOf(item: T): number;
	readonly descending: boolean;
	project(item: T): WireRecord;
}

/** Who asks for a page, and of what. */
export interface PageRequest {
	/** Endpoint, version, user and path id: a token is good for the same only. */
	readonly scope: string;
	/** Changes whenever any record changes. */
	readonly revision: number;
	readonly query: Query;
	/** Test faults: an empty page that promises more, or a page that gives its own token again. */
	readonly tweak?: 'emptyPage' | 'repeatToken';
}

/** The spec's list envelope. */
export interface Envelope {
	hasMore: boolean;
	nextPageToken?: string | null;
	data: WireRecord[];
	[extra: string]: unknown;
}

type Position =
	| { readonly kind: 'offset'; readonly offset: number }
	| { readonly kind: 'keyset'; readonly key: number; readonly id: string }
	| { readonly kind: 'snapshot'; readonly ids: readonly string[]; readonly offset: number };

interface TokenEntry {
	readonly scope: string;
	readonly query: Query;
	readonly firstPageAt: number;
	readonly position: Position;
}

interface Slice<T> {
	readonly items: readonly T[];
	readonly next: Position;
	readonly more: boolean;
}

function isAfter<T extends Identified>(
	item: T,
	key: number,
	id: string,
	source: PageSource<T>,
): boolean {
	const own = source.keyOf(item);
	const order = own === key ? (item.id === id ? 0 : item.id < id ? -1 : 1) : own - key;
	return source.descending ? order < 0 : order > 0;
}

function firstAfter<T extends Identified>(
	list: readonly T[],
	key: number,
	id: string,
	source: PageSource<T>,
): number {
	let low = 0;
	let high = list.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const item = list[middle];
		if (item && !isAfter(item, key, id, source)) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Serves pages and keeps what their tokens stand for (spec: "List envelope", "nextPageToken lifetime"). */
export class Pager {
	constructor(
		private readonly clock: EmulatorClock,
		private readonly switches: Switches,
	) {}

	private readonly tokens = new Map<string, TokenEntry>();
	private readonly lists = new Map<string, readonly Identified[]>();

	/**
	 * The page that the query asks for.
	 *
	 * @param build turns the parameters of the first page into the list
	 * @throws ApiError 400 `invalid_value` for an unknown token, `expired_token` after six hours
	 */
	page<T extends Identified>(
		request: PageRequest,
		build: (query: Query) => PageSource<T>,
	): Envelope {
		const token = request.query.text('nextPageToken');
		const entry = token === undefined ? this.firstPage(request) : this.redeem(token, request.scope);
		const source = build(entry.query);
		const limit = entry.query.number('limit');
		const slice = this.slice(request, entry, source, limit);
		const more =
			slice.more || (this.switches.hasMore === 'whenFull' && slice.items.length === limit);
		const issue = (position: Position) => this.issue({ ...entry, position }, this.switches.tokenKind === 'cursor' ? token : undefined);
		const extra = this.switches.extraUnknownFields ? { totalHint: null } : {};
		if (request.tweak === 'emptyPage') {
			return { hasMore: true, nextPageToken: issue(entry.position), data: [], ...extra };
		}
		const data = slice.items.map((item) => source.project(item));
		if (request.tweak === 'repeatToken') {
			return { hasMore: true, nextPageToken: token ?? issue(entry.position), data, ...extra };
		}
		if (more) return { hasMore: true, nextPageToken: issue(slice.next), data, ...extra };
		switch (this.switches.emptyLastPageToken) {
			case 'absent':
				return { hasMore: false, data, ...extra };
			case 'token':
				return { hasMore: false, nextPageToken: issue(slice.next), data, ...extra };
			case 'null':
				return { hasMore: false, nextPageToken: null, data, ...extra };
		}
	}

	private firstPage(request: PageRequest): TokenEntry {
		return {
			scope: request.scope,
			query: request.query,
			firstPageAt: this.clock.now(),
			position: { kind: 'offset', offset: 0 },
		};
	}

	private redeem(token: string, scope: string): TokenEntry {
		const entry = this.tokens.get(token);
		if (!entry || entry.scope !== scope) {
			const Code = this.switches.badTokenCode;
			throw new ApiError(400, 'The page token is not valid', [{ Code, field: 'nextPageToken' }]);
		}
		if (this.clock.now() - entry.firstPageAt > TOKEN_LIFE_MS) {
			throw new ApiError(400, 'The page token has expired', [
				{ Code: 'expired_token', field: 'nextPageToken' },
			]);
		}
		return entry;
	}

	/** @param again the token to give once more: it stands for another page from now on */
	private issue(entry: TokenEntry, again: string | undefined): string {
		// Plain base64 on purpose: a client that does not encode + and / loses its place.
		const token = again ?? randomBytes(24).toString('base64');
		this.tokens.set(token, entry);
		return token;
	}

	private slice<T extends Identified>(
		request: PageRequest,
		entry: TokenEntry,
		source: PageSource<T>,
		limit: number,
	): Slice<T> {
		const { position } = entry;
		if (position.kind === 'snapshot') return this.sliceFrozen(position, source, limit);
		const list = this.list(request, entry.query, source);
		const start =
			position.kind === 'offset'
				? position.offset
				: firstAfter(list, position.key, position.id, source);
		const end = start + limit;
		const items = list.slice(start, end);
		return {
			items,
			more: end < list.length,
			next: this.nextPosition(entry, list, items, end, source),
		};
	}

	private nextPosition<T extends Identified>(
		{ position }: TokenEntry,
		list: readonly T[],
		items: readonly T[],
		end: number,
		source: PageSource<T>,
	): Position {
		const last = items.at(-1);
		switch (this.switches.tokenKind) {
			case 'snapshot':
			case 'cursor':
				return { kind: 'snapshot', ids: list.map((item) => item.id), offset: end };
			case 'keyset':
				return last ? { kind: 'keyset', key: source.keyOf(last), id: last.id } : position;
			case 'offset':
				return { kind: 'offset', offset: end };
		}
	}

	private sliceFrozen<T extends Identified>(
		{ ids, offset }: Extract<Position, { kind: 'snapshot' }>,
		source: PageSource<T>,
		limit: number,
	): Slice<T> {
		const items: T[] = [];
		let index = offset;
		for (; index < ids.length && items.length < limit; index += 1) {
			const item = source.find(ids[index] ?? '');
			if (item) items.push(item);
		}
		return { items, more: index < ids.length, next: { kind: 'snapshot', ids, offset: index } };
	}

	private list<T extends Identified>(
		request: PageRequest,
		query: Query,
		source: PageSource<T>,
	): readonly T[] {
		const key = `${request.scope} ${query.signature()} ${request.revision} ${JSON.stringify(this.switches)}`;
		const cached = this.lists.get(key) as readonly T[] | undefined;
		if (cached) return cached;
		const list = source.list();
		this.lists.set(key, list);
		for (const oldest of this.lists.keys()) {
			if (this.lists.size <= CACHED_LISTS) break;
			this.lists.delete(oldest);
		}
		return list;
	}
}
