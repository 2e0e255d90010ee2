import { randomBytes } from 'node:crypto';
import { ApiError, notTaken } from './answers';
import type { EmulatorClock } from './clock';
import type { Query } from './parameters';
import type { Switches } from './switches';

/** Life of a page token, counted from the request for the first page (spec: "States", rule 2). */
const TOKEN_LIFE_MS = 6 * 3_600_000;

/** A record as it goes over the wire. */
export type WireRecord = Record<string, unknown>;

/** A list that is served page by page. */
export interface PageSource<T extends { readonly id: string }> {
	/** Everything that is listed, in any order. */
	list(): T[];
	/** The order of the list. */
	compare(a: T, b: T): number;
	/** The record as it is now, for page tokens that froze ids. */
	find(id: string): T | undefined;
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

/** What a page token stands for. */
interface Place {
	readonly scope: string;
	readonly query: Query;
	readonly firstPageAt: number;
	readonly offset: number;
	/** The last record that was shown, where the next page begins behind it. */
	readonly after?: unknown;
	/** The list as it was at the first page. */
	readonly ids?: readonly string[];
}

/** Serves pages and keeps what their tokens stand for (spec: "List envelope", "nextPageToken lifetime"). */
export class Pager {
	private readonly places = new Map<string, Place>();
	/** Lists of the present revision by what was asked: a list is sorted once, however many pages it has. */
	private lists = new Map<string, unknown>();
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
		const { scope, query, isEmpty } = request;
		const token = query.text('nextPageToken');
		const place =
			token === undefined ? { scope, query, firstPageAt: this.clock.now(), offset: 0 } : this.redeem(token, scope);
		if (isEmpty) return { hasMore: true, nextPageToken: this.issue(place, token), data: [] };
		const { tokenKind } = this.switches;
		const source = build(place.query);
		const list = this.listOf(request, place, source);
		const behind =
			place.after === undefined
				? place.offset
				: list.findIndex((item) => item && source.compare(item, place.after as T) > 0);
		const start = behind < 0 ? list.length : behind;
		const limit = place.query.number('limit');
		const end = start + limit;
		const items = list.slice(start, end).filter((item) => item !== undefined);
		const hasMore = end < list.length || (this.switches.hasMore === 'whenFull' && items.length === limit);
		const isFrozen = tokenKind === 'snapshot' || tokenKind === 'cursor';
		const next: Place = {
			...{ ...place, offset: end },
			...(tokenKind === 'keyset' && { after: items.at(-1) }),
			...(isFrozen && { ids: place.ids ?? list.map((item) => item?.id ?? '') }),
		};
		return {
			hasMore,
			nextPageToken: hasMore ? this.issue(next, token) : null,
			data: items.map((item) => source.project(item)),
		};
	}

	private redeem(token: string, scope: string): Place {
		const place = this.places.get(token);
		if (place?.scope !== scope) throw notTaken('nextPageToken', 'The page token is not valid');
		if (this.clock.now() - place.firstPageAt <= TOKEN_LIFE_MS) return place;
		throw new ApiError(400, 'The page token has expired', { Code: 'expired_token', field: 'nextPageToken' });
	}

	/** @param before the token of this page, which a cursor gives once more: it stands for another page from now on */
	private issue(place: Place, before: string | undefined): string {
		const again = this.switches.tokenKind === 'cursor' ? before : undefined;
		// Plain base64 on purpose: a client that does not encode + and / loses its place.
		const token = again ?? randomBytes(24).toString('base64');
		this.places.set(token, place);
		return token;
	}

	/** The whole list; a record of a frozen list that is gone leaves a gap. */
	private listOf<T extends { readonly id: string }>(
		{ scope, revision }: PageRequest,
		{ query, ids }: Place,
		source: PageSource<T>,
	): ReadonlyArray<T | undefined> {
		if (ids) return ids.map((id) => source.find(id));
		if (revision !== this.revision) this.lists = new Map();
		this.revision = revision;
		const key = `${scope} ${query.signature()} ${JSON.stringify(this.switches)}`;
		const list = (this.lists.get(key) as T[] | undefined) ?? source.list().sort((a, b) => source.compare(a, b));
		this.lists.set(key, list);
		return list;
	}
}
