import type { IDataObject } from 'n8n-workflow';
import {
	API_VERSIONS,
	encodeId,
	ENTRY_STATUSES,
	isObject,
	parseJson,
	stampToSeconds,
	type ApiVersion,
	type QueryPair,
	type ServiceClient,
} from '../../nodes/shared';
import { RESOURCES } from '../../nodes/BusinessCardData/resources';
import type { Operation } from '../../nodes/BusinessCardData/resources/operation';
import type { Answer } from './answer';
import type { Exchange } from './wire';

/** An answer as the questions look at it. */
export interface Seen {
	readonly status: number;
	readonly body: Buffer;
	readonly json: unknown;
	/** Records of a list; none where the answer is no list. */
	readonly records: readonly IDataObject[];
}

/** Fields of a list envelope. */
export function envelope({ json }: Seen): Record<string, unknown> {
	return isObject(json) ? json : {};
}

/** The token that leads on from a page. */
export function tokenOf(seen: Seen): string | undefined {
	const { nextPageToken, hasMore } = envelope(seen);
	return hasMore === true && typeof nextPageToken === 'string' && nextPageToken !== '' ? nextPageToken : undefined;
}

/** Seconds since 1970 of a record's time; NaN when there is none. */
export function secondsOf(record: IDataObject, field: 'updatedTime' | 'registeredTime'): number {
	return stampToSeconds(record[field]) ?? NaN;
}

export function stamp(seconds: number): string {
	return new Date(seconds * 1_000).toISOString().replace('.000', '');
}

/** A term that holds every record. */
export const ALWAYS: readonly QueryPair[] = [
	['updatedFrom', '1970-01-01T00:00:00Z'],
	['updatedTo', '2099-12-31T23:59:59Z'],
];

/** Every card that the key may see, whatever its status. */
export const ALL_CARDS: readonly QueryPair[] = [
	['range', 'all'],
	...ENTRY_STATUSES.map((status): QueryPair => ['entryStatus', status]),
];

const TAG_TYPES: readonly QueryPair[] = ['private', 'public', 'shared'].map((type): QueryPair => ['type', type]);

const OPERATIONS = new Map(
	RESOURCES.flatMap(({ value, operations }) => operations.map((operation) => [`${value}.${operation.value}`, operation])),
);

/** An operation of the node by `<resource>.<operation>`: the probe asks as the node does. */
function operationOf(name: string): Operation {
	const operation = OPERATIONS.get(name);
	if (!operation) throw new Error(`There is no operation ${name}`);
	return operation;
}

/** The service as the questions see it: reads, and a sample of its records that is fetched once. */
export class Stage {
	private readonly kept = new Map<string, Promise<unknown>>();

	constructor(
		private readonly client: ServiceClient,
		/** The same service asked with a key that it never issued. */
		readonly stranger: ServiceClient,
		readonly exchanges: readonly Exchange[],
		readonly hasAppId: boolean,
		readonly importId: string | undefined,
	) {}

	/** One read. `path` replaces the endpoint's own, whose braces are filled with `id`. */
	async get(
		name: string,
		version: ApiVersion,
		query: readonly QueryPair[] = [],
		{ id = '', path = operationOf(name).routing.request.url, client = this.client } = {},
	): Promise<Seen> {
		const filled = path.replace(/\{\w+\}/, () => encodeId('id', id));
		const { routing, response, effect, record } = operationOf(name);
		const endpoint = { method: routing.request.method, response, effect, record };
		const { status, body } = await client.exchange({ endpoint, version, path: filled, query });
		// As it came: the client gives a tag's id one spelling, and how it is spelt is one of the questions.
		const json = parseJson(body);
		const data = isObject(json) && Array.isArray(json.data) ? json.data : [];
		return { status, body, json, records: data.filter(isObject) as IDataObject[] };
	}

	/** The newest version that answers a list of cards. */
	async version(): Promise<ApiVersion> {
		const statuses = await this.versionStatuses();
		return [...API_VERSIONS].reverse().find((version) => statuses[version] === 200) ?? '3.2';
	}

	/** What each version answers to the cheapest read. */
	async versionStatuses(): Promise<Record<ApiVersion, number>> {
		return await this.keep('versions', async () => {
			const statuses = { '2.0': 0, '2.5': 0, '3.2': 0 };
			for (const version of API_VERSIONS) {
				statuses[version] = (await this.get('businessCard.getAll', version, [...ALWAYS, ['limit', '1']])).status;
			}
			return statuses;
		});
	}

	/** The first cards by time of update, as the service says, with their tags. */
	async cards(): Promise<Seen> {
		return await this.keep('cards', async () => await this.cardPage([['orderBy', 'updatedAt'], ['orderDirection', 'asc']]));
	}

	/** A page of cards with their tags. */
	async cardPage(order: readonly QueryPair[]): Promise<Seen> {
		const query: QueryPair[] = [...ALWAYS, ...ALL_CARDS, ['includeTags', 'true'], ['limit', '300'], ...order];
		return await this.get('businessCard.getAll', await this.version(), query);
	}

	/** A page of reports. */
	async reports(): Promise<Seen> {
		return await this.keep('reports', async () => await this.reportPage([['limit', '100']]));
	}

	/** A page of reports of any kind. */
	async reportPage(query: readonly QueryPair[], version?: ApiVersion): Promise<Seen> {
		const newest = await this.version();
		const chosen = version ?? (newest === '2.0' ? '2.5' : newest);
		return await this.get('report.getAll', chosen, [...ALWAYS, ['range', 'all'], ...query]);
	}

	/** The tags of the company. */
	async tags(limit = '300'): Promise<Seen> {
		return await this.keep(`tags ${limit}`, async () =>
			await this.get('tag.getAll', '2.5', [['range', 'all'], ...TAG_TYPES, ['limit', limit]]),
		);
	}

	/** The users or departments as CSV, in the first of the two versions that gives them. */
	async organization(name: 'user.getAll' | 'department.getAll'): Promise<Seen> {
		return await this.keep(name, async () => {
			const first = await this.get(name, '2.0');
			return first.status === 404 || first.status === 410 ? await this.get(name, '2.5') : first;
		});
	}

	private async keep<T>(key: string, fetch: () => Promise<T>): Promise<T> {
		const kept = this.kept.get(key) ?? fetch();
		this.kept.set(key, kept);
		return (await kept) as T;
	}
}

/** One thing to be asked. */
export interface Question {
	/** Number of the point in docs/internals/decisions.md. */
	readonly row: number;
	/** The emulator's switch that the answers are named after; where a row has two, what tells them apart. */
	readonly point: string;
	ask(stage: Stage): Promise<Answer>;
}
