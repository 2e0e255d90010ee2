import { randomBytes } from 'node:crypto';
import { ApiError } from './answers';
import type { EmulatorClock } from './clock';
import type { Query } from './parameters';
import type { Switches } from './switches';

/** Life of a page token, counted from the request for the first page (spec: "States", rule 2). */
const TOKEN_LIFE_MS = 6 * 3_600_000;

/** A record as it goes over the wire. */
export type WireRecord = Record<string, unknown>;

/** A list that is served page by page. */
export interface PageSource<T extends { readonly id: string }> {
	/** Everything that is listed, in order. */
	list(): readonly T[];
	/** The record as it is now, for page tokens that froze ids. */
	find(id: string): T | undefined;
	/** The order of the list. */
	compare(a: T, b: T): number;
	project(item: T): WireRecord;
}

/** Who asks for a page, and of what. */
export interface PageRequest {
	/** Endpoint, version, user and path id: a token is good for the same only. */
	readonly scope: string;
	/** Changes whenever any record changes. */
	readonly revision: number;
	readonly query: Query;
	/** An empty page that promises more. */
	readonly isEmpty: boolean;
}

interface Position {
	readonly offset: number;
	/** The last record that was shown, where the next page begins behind it. */
	readonly after?: unknown;
	/** The list as it was at the first page. */
	readonly ids?: readonly string[];
}

interface TokenEntry {
	readonly scope: string;
	readonly query: Query;
	readonly firstPageAt: number;
	readonly position: Position;
}

/** Serves pages and keeps what their tokens stand for (spec: "List envelope", "nextPageToken lifetime"). */
export class Pager {
	private readonly tokens = new Map<string, TokenEntry>();
	/** Lists of the present revision by what was asked: a list is sorted once, however many pages it has. */
	private lists = new Map<string, readonly unknown[]>();
	private revision = -1;

	constructor(
		private readonly clock: EmulatorClock,
		private readonly switches: Switches,
	) {}

	/**
	 * The page that the query asks for.
	 *
	 * @param build turns the parameters of the first page into the list
	 * @throws ApiError 400 `invalid_value` for an unknown token, `expired_token` after six hours
	 */
	page<T extends { readonly id: string }>(request: PageRequest, build: (query: Query) => PageSource<T>): WireRecord {
		const token = request.query.text('nextPageToken');
		const entry = token === undefined ? this.firstPage(request) : this.redeem(token, request.scope);
		const source = build(entry.query);
		const limit = entry.query.number('limit');
		const list = this.listOf(request, entry, source);
		const start = this.startOf(entry.position, list, source);
		const end = start + limit;
		const issue = (position: Position) => this.issue({ ...entry, position }, token);
		if (request.isEmpty) return { hasMore: true, nextPageToken: issue(entry.position), data: [] };
		const items = list.slice(start, end).filter((item) => item !== undefined);
		const data = items.map((item) => source.project(item));
		const hasMore = end < list.length || (this.switches.hasMore === 'whenFull' && items.length === limit);
		const next = { offset: end, ...this.marks(entry.position, list, items.at(-1)) };
		return { hasMore, nextPageToken: hasMore ? issue(next) : null, data };
	}

	private firstPage({ scope, query }: PageRequest): TokenEntry {
		return { scope, query, firstPageAt: this.clock.now(), position: { offset: 0 } };
	}

	private redeem(token: string, scope: string): TokenEntry {
		const entry = this.tokens.get(token);
		if (entry?.scope !== scope) {
			throw new ApiError(400, 'The page token is not valid', [{ Code: 'invalid_value', field: 'nextPageToken' }]);
		}
		if (this.clock.now() - entry.firstPageAt > TOKEN_LIFE_MS) {
			throw new ApiError(400, 'The page token has expired', [{ Code: 'expired_token', field: 'nextPageToken' }]);
		}
		return entry;
	}

	/** @param before the token of this page, which a cursor gives once more: it stands for another page from now on */
	private issue(entry: TokenEntry, before: string | undefined): string {
		const again = this.switches.tokenKind === 'cursor' ? before : undefined;
		// Plain base64 on purpose: a client that does not encode + and / loses its place.
		const token = again ?? randomBytes(24).toString('base64');
		this.tokens.set(token, entry);
		return token;
	}

	/** The whole list; a record of a frozen list that is gone leaves a gap. */
	private listOf<T extends { readonly id: string }>(
		{ scope, revision }: PageRequest,
		{ query, position }: TokenEntry,
		source: PageSource<T>,
	): ReadonlyArray<T | undefined> {
		if (position.ids) return position.ids.map((id) => source.find(id));
		if (revision !== this.revision) this.lists = new Map();
		this.revision = revision;
		const key = `${scope} ${query.signature()} ${JSON.stringify(this.switches)}`;
		const list = (this.lists.get(key) as readonly T[] | undefined) ?? source.list();
		this.lists.set(key, list);
		return list;
	}

	private startOf<T extends { readonly id: string }>(
		{ offset, after }: Position,
		list: ReadonlyArray<T | undefined>,
		source: PageSource<T>,
	): number {
		if (after === undefined) return offset;
		const start = list.findIndex((item) => item && source.compare(item, after as T) > 0);
		return start < 0 ? list.length : start;
	}

	/** What a token keeps beside the number of records that were shown. */
	private marks(
		{ ids }: Position,
		list: ReadonlyArray<{ readonly id: string } | undefined>,
		after: unknown,
	): Partial<Position> {
		if (this.switches.tokenKind === 'offset') return {};
		if (this.switches.tokenKind === 'keyset') return { after };
		return { ids: ids ?? list.map((item) => item?.id ?? '') };
	}
}
