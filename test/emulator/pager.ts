import { randomBytes } from 'node:crypto';
import { ApiError, jsonAnswer, notTaken, type Answer } from './answers';
import type { Query } from './parameters';
import type { ServiceCall } from './server';

/** Life of a page token, counted from the request for the first page (spec: "States", rule 2). */
const TOKEN_LIFE_MS = 6 * 3_600_000;

export type WireRecord = Record<string, unknown>;

/** A list that is served page by page. */
export interface PageSource<T extends { readonly id: string }> {
	/** Everything that is listed, in any order. */
	list(): T[];
	compare(a: T, b: T): number;
	/** The record as it is now, for page tokens that froze ids. */
	find(id: string): T | undefined;
	project(item: T): WireRecord;
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

	/**
	 * The page that a call asks for.
	 *
	 * @param build turns the parameters of the first page into the list
	 * @throws ApiError 400 `invalid_value` for an unknown token, `expired_token` after six hours
	 */
	page<T extends { readonly id: string }>(call: ServiceCall, build: (query: Query) => PageSource<T>): Answer {
		const { switches } = call.emulator;
		const token = call.query.text('nextPageToken');
		const place = token === undefined ? firstOf(call) : this.redeem(token, call);
		const issue = (next: Place) => {
			// Plain base64 on purpose: a client that does not encode + and / loses its place.
			const fresh = randomBytes(24).toString('base64');
			// A cursor gives the token of this page once more: it stands for another page from now on.
			const issued = switches.tokenKind === 'cursor' ? (token ?? fresh) : fresh;
			this.places.set(issued, next);
			return issued;
		};
		if (call.isEmpty) return jsonAnswer(200, { hasMore: true, nextPageToken: issue(place), data: [] });
		const source = build(place.query);
		// A record of a frozen list that is gone leaves a gap.
		const list = place.ids?.map((id) => source.find(id)) ?? source.list().sort((a, b) => source.compare(a, b));
		const isBehind = (item: T | undefined) => item && source.compare(item, place.after as T) > 0;
		const start = place.after === undefined ? place.offset : list.findIndex(isBehind);
		const limit = place.query.number('limit');
		const end = start < 0 ? list.length : start + limit;
		const items = start < 0 ? [] : list.slice(start, end).filter((item) => item !== undefined);
		const hasMore = end < list.length || (switches.hasMore === 'whenFull' && items.length === limit);
		const isFrozen = switches.tokenKind === 'snapshot' || switches.tokenKind === 'cursor';
		const next: Place = {
			...place,
			offset: end,
			...(switches.tokenKind === 'keyset' && { after: items.at(-1) }),
			...(isFrozen && { ids: place.ids ?? list.map((item) => item?.id ?? '') }),
		};
		const data = items.map((item) => source.project(item));
		return jsonAnswer(200, { hasMore, nextPageToken: hasMore ? issue(next) : null, data });
	}

	private redeem(token: string, call: ServiceCall): Place {
		const place = this.places.get(token);
		if (place?.scope !== scopeOf(call)) throw notTaken('nextPageToken', 'The page token is not valid');
		if (call.emulator.clock.now() - place.firstPageAt <= TOKEN_LIFE_MS) return place;
		throw new ApiError(400, 'The page token has expired', { Code: 'expired_token', field: 'nextPageToken' });
	}
}

/** A token is good for the same endpoint, version, user and path id. */
function scopeOf({ endpoint, version, user, id }: ServiceCall): string {
	return [endpoint.id, version, user.id, id].join(' ');
}

function firstOf(call: ServiceCall): Place {
	return { scope: scopeOf(call), query: call.query, firstPageAt: call.emulator.clock.now(), offset: 0 };
}
