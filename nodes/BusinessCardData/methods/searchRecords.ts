import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import {
	ALL_VERSIONS,
	catchAs,
	fetchPage,
	isObject,
	joined,
	PageRefused,
	parseJson,
	readQueryText,
	ServiceClient,
	versionOfList,
} from '../../shared';
import type { Endpoint, ListPage, PagePosition, QueryPair, ServiceRequest } from '../../shared';

const SEARCH: Endpoint = { method: 'GET', response: 'list', effect: 'read', record: 'card' };

/** Entries that are loaded at a time; the list goes on when a person scrolls down. */
const PAGE = 50;

/**
 * By which parameters of the search (spec: E2) a text is looked for: the first that fits. The empty one is no
 * parameter.
 */
const LOOKED_FOR: ReadonlyArray<readonly [fits: RegExp, parameters: readonly string[]]> = [
	[/^$/, ['']],
	[/@/, ['email']],
	[/^[\d+-]{3,}$/, ['tel', 'mobile', 'companyName']],
	[/./su, ['name', 'companyName']],
];

/** What a list of records is made of. */
export interface RecordList {
	/** What is asked for besides the text that is looked for. */
	readonly parameters: readonly QueryPair[];
	readonly entry: (card: IDataObject) => INodeListSearchItems | undefined;
}

/** Which searches go on, and with which token. */
type Tokens = Readonly<Record<string, string>>;

function readTokens(paginationToken: string): Tokens {
	const parsed = parseJson(Buffer.from(paginationToken));
	return isObject(parsed) ? (parsed as Tokens) : {};
}

function requestFor(functions: ILoadOptionsFunctions, query: readonly QueryPair[]): ServiceRequest {
	const version = versionOfList({ versions: ALL_VERSIONS }, functions.getCurrentNodeParameter('apiVersion'));
	return { endpoint: SEARCH, version, path: '/bizCards/search', query };
}

function unique(entries: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	return [...new Map(entries.map((entry) => [entry.value, entry])).values()];
}

/**
 * Fetches a page in the way that the service takes: as many records as it likes where it refuses the number, and from
 * the beginning where it refuses the token.
 *
 * @throws NodeApiError for any other refusal
 */
async function readPage(client: ServiceClient, request: ServiceRequest, position: PagePosition): Promise<ListPage> {
	const page = await catchAs(fetchPage(client, request, position), PageRefused);
	// What was refused is not asked for again, so this comes to an end.
	return page instanceof PageRefused ? await readPage(client, request, { ...position, [page.reason]: undefined }) : page;
}

/**
 * Looks for cards by what a person types: part of the company, beginning of the name, an e-mail address or a part of a
 * phone number. The service has one parameter for each, so there is a search for each.
 *
 * @param paginationToken what the page before said
 */
export async function searchRecords(
	functions: ILoadOptionsFunctions,
	{ parameters, entry }: RecordList,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await ServiceClient.open(functions, { errorContext: { node: functions.getNode() } });
	const text = filter.trim();
	const [, names = []] = LOOKED_FOR.find(([fits]) => fits.test(text)) ?? [];
	const tokens = paginationToken === undefined ? undefined : readTokens(paginationToken);
	const asked = tokens ? names.filter((name) => name in tokens) : names;
	const next: Record<string, string> = {};
	const found: INodeListSearchItems[] = [];
	for (const name of asked) {
		const given: QueryPair[] = name === '' ? [...parameters] : [...parameters, [name, readQueryText(name, text)]];
		const page = await readPage(client, requestFor(functions, given), { limit: PAGE, token: tokens?.[name] });
		found.push(...page.records.map(entry).filter((each) => each !== undefined));
		if (page.nextPageToken !== undefined) next[name] = page.nextPageToken;
	}
	const goesOn = Object.keys(next).length > 0;
	return { results: unique(found), ...(goesOn ? { paginationToken: JSON.stringify(next) } : {}) };
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/** Who it is, as a person would say it; `undefined` where the card says nothing of it yet. */
export function labelOf({ lastName, firstName, companyName }: IDataObject): string | undefined {
	const person = joined([lastName, firstName].map(textOf), ' ');
	return joined([person, textOf(companyName)], ', ') || undefined;
}
