import type { PollTask } from '../trigger/simulate';
import { lookOf } from './views';
import type { Subject } from './subjects';
import { shownIn } from './world';
import type { Version, World } from './world';

/** What the specification leaves open, one choice each. */
export interface Traits {
	readonly includesFrom: boolean;
	readonly includesTo: boolean;
	/** Whether lists come in the order that is asked for, or always in descending order of registration. */
	readonly keepsOrder: boolean;
	/** What a page token stands for: a number of records to skip, or the place after the last one shown. */
	readonly tokens: 'offset' | 'keyset';
}

const EITHER = [true, false] as const;

/** Every service there may be. */
export const SERVICES: readonly Traits[] = EITHER.flatMap((keepsOrder) =>
	EITHER.flatMap((includesFrom) =>
		EITHER.flatMap((includesTo) =>
			(['offset', 'keyset'] as const).map((tokens) => ({ includesFrom, includesTo, keepsOrder, tokens })),
		),
	),
);

type PageCall = PollTask['source']['page'];
type Selection = Parameters<PageCall>[0];
type Page = Awaited<ReturnType<PageCall>>;

/** A time range as it is put to the service; newer triggers name a number of records that they want at most. */
type Term = Parameters<PageCall>[1] & { readonly limit?: number };

/** A page request without its token: what the token inherits. */
interface Query {
	readonly selection: Selection;
	readonly term: Omit<Term, 'token'>;
}

/** What a page token says: the place after the page in both ways of counting, so that it is the same in every service. */
interface Token {
	readonly query: Query;
	readonly skip: number;
	readonly after: Place;
}

type Place = Pick<Version, 'updated' | 'registered' | 'order'>;

type Request = Pick<Token, 'query'> & Partial<Token>;

interface Response {
	readonly versions: readonly Version[];
	readonly nextToken: string | undefined;
}

type Compare = (a: Place, b: Place) => number;

function compare({ orderBy, orderDirection }: Query['term'], keepsOrder: boolean): Compare {
	if (!keepsOrder) return (a, b) => b.registered - a.registered || b.order - a.order;
	const time = orderBy === 'registeredAt' ? 'registered' : 'updated';
	const sign = orderDirection === 'asc' ? 1 : -1;
	return (a, b) => sign * (a[time] - b[time] || a.order - b.order);
}

function isSelected({ group }: Version, { entryStatus, type }: Selection, { about }: Subject): boolean {
	if (about === 'card') return entryStatus.includes(group);
	return type.length === 0 || type.includes(group);
}

/** Everything that is selected, in its order, by world: most requests are about the same few lists. */
const lists = new WeakMap<World, Map<string, readonly Version[]>>();

function listOf(world: World, { selection, term }: Query, keepsOrder: boolean, subject: Subject): readonly Version[] {
	const ofWorld = lists.get(world) ?? new Map<string, readonly Version[]>();
	lists.set(world, ofWorld);
	const order = keepsOrder ? term.orderBy + term.orderDirection : '';
	const key = `${selection.entryStatus.join()} ${selection.type.join()} ${order}`;
	const known = ofWorld.get(key);
	if (known) return known;
	const list = shownIn(world).filter((version) => isSelected(version, selection, subject));
	list.sort(compare(term, keepsOrder));
	ofWorld.set(key, list);
	return list;
}

function placeAfter(list: readonly Version[], after: Place, order: Compare): number {
	const place = list.findIndex((version) => order(version, after) > 0);
	return place < 0 ? list.length : place;
}

function respond(world: World, subject: Subject, { query, skip = 0, after }: Request, traits: Traits): Response {
	const { from, to, limit = world.pageSize } = query.term;
	const least = traits.includesFrom ? from : from + 1;
	const most = traits.includesTo ? to : to - 1;
	const list = listOf(world, query, traits.keepsOrder, subject).filter(({ updated }) => updated >= least && updated <= most);
	const start = after && traits.tokens === 'keyset' ? placeAfter(list, after, compare(query.term, traits.keepsOrder)) : skip;
	const versions = list.slice(start, start + Math.min(world.pageSize, Math.max(1, limit)));
	const end = start + versions.length;
	const last = versions[versions.length - 1];
	if (!last || end >= list.length) return { versions, nextToken: undefined };
	const { updated, registered, order: position } = last;
	const token: Token = { query, skip: end, after: { updated, registered, order: position } };
	return { versions, nextToken: JSON.stringify(token) };
}

function isSame(one: Response, other: Response): boolean {
	return (
		one.nextToken === other.nextToken &&
		one.versions.length === other.versions.length &&
		one.versions.every((version, index) => version === other.versions[index])
	);
}

/**
 * Services in one: as long as all of them respond alike, none is told from the others. When they do not, the first of
 * them goes on, with those that respond like it; the others are for another run.
 */
export class Services {
	constructor(
		private readonly world: World,
		private readonly subject: Subject,
		private alike: readonly Traits[],
	) {}

	/** The services that have responded alike to every call. */
	get same(): readonly Traits[] {
		return this.alike;
	}

	/** One page. */
	page(selection: Selection, { token, ...term }: Term): Page {
		const request: Request = token === undefined ? { query: { selection, term } } : (JSON.parse(token) as Token);
		const responses = this.responsesTo(request);
		const [first] = this.alike;
		const response = first && responses(first);
		if (!response) throw new Error('There is no service');
		this.alike = this.alike.filter((traits) => isSame(responses(traits), response));
		const { includeTags } = request.query.selection;
		const records = response.versions.map((version) => lookOf(version, this.subject, includeTags).record);
		return { records, nextToken: response.nextToken };
	}

	/** What each service responds. Those that differ in nothing that matters to the request share their response. */
	private responsesTo(request: Request): (traits: Traits) => Response {
		const { query, skip } = request;
		const { from, to } = query.term;
		const everything = listOf(this.world, query, false, this.subject);
		const fromMatters = everything.some(({ updated }) => updated === from);
		const toMatters = everything.some(({ updated }) => updated === to);
		const known: Response[] = [];
		return (traits) => {
			const index =
				(traits.keepsOrder ? 1 : 0) +
				(fromMatters && traits.includesFrom ? 2 : 0) +
				(toMatters && traits.includesTo ? 4 : 0) +
				(skip !== undefined && traits.tokens === 'keyset' ? 8 : 0);
			return (known[index] ??= respond(this.world, this.subject, request, traits));
		};
	}
}
