import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData, INodeParameters, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/base/json';
import { runNode } from '../../tools/engine/n8n';
import { loadedNode } from '../../tools/engine/supplies';
import type { Task } from './measurement';

/** What a contender brought home. */
export interface Outcome {
	/** Ids of the records that it gave. */
	readonly ids: unknown[];
	readonly error: string;
}

/** A way to read cards. */
export interface Contender {
	readonly name: string;
	/** In a sentence, for the page. */
	readonly description: string;
	readonly read: (task: Task) => Promise<Outcome>;
	/** Fetches single cards instead; not everybody does. */
	readonly get?: (task: Task) => Promise<Outcome>;
}

/** The node in a built package. */
const NODE_FILE = 'dist/nodes/BusinessCardData/BusinessCardData.node.js';

/** n8n's own node, from the n8n that the end-to-end tests install. */
const HTTP_REQUEST_FILE = 'test/e2e/n8n/node_modules/n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js';

const ROOT = path.join(__dirname, '..', '..');
const DAY_MS = 86_400_000;

type Term = Readonly<Record<'updatedFrom' | 'updatedTo', string>>;

/** The emulator's cards lie within nine months back; a person asks for the year, in so many parts. */
function terms(parts: number): Term[] {
	const now = Date.now();
	const days = 366 / parts;
	const at = (day: number, seconds = 0) =>
		new Date(now + (day - 365) * DAY_MS + seconds * 1_000).toISOString().replace(/\.\d+Z/, 'Z');
	return Array.from({ length: parts }, (_, part) => ({ updatedFrom: at(part * days), updatedTo: at((part + 1) * days, -1) }));
}

const STATUSES = ['completed', 'processing', 'unreadable'];

function query(token?: string): Array<[string, string]> {
	return [
		...(token === undefined ? [] : [['nextPageToken', token] as [string, string]]),
		...terms(1).flatMap((term) => Object.entries(term)),
		['range', 'all'],
		['includePastBizCards', 'true'],
		...STATUSES.map((status): [string, string] => ['entryStatus', status]),
		['limit', '300'],
	];
}

function load(file: string, name: string): INodeType | IVersionedNodeType {
	const loaded = createRequire(__filename)(path.resolve(ROOT, file)) as Record<string, new () => INodeType | IVersionedNodeType>;
	const Type = loaded[name];
	if (!Type) throw new Error(`${file} has no ${name}`);
	return new Type();
}

/** Runs a node once in n8n-core's engine, as a manual execution does. */
async function run(
	task: Task,
	type: INodeType,
	typeVersion: number,
	parameters: INodeParameters,
	toIds: (items: INodeExecutionData[]) => unknown[],
	input: readonly IDataObject[] = [{}],
): Promise<Outcome> {
	const { items, error } = await runNode({
		credential: { baseUrl: task.baseUrl, apiKey: task.apiKey, appId: '' },
		type,
		typeVersion,
		parameters,
		items: input.map((json) => ({ json })),
	});
	return { ids: toIds(items), error: error?.message ?? '' };
}

const idOf = ({ json }: INodeExecutionData): unknown => json.id;

function singles({ singleCards = [] }: Task): IDataObject[] {
	return singleCards.map((id) => ({ id }));
}

async function runOurs(task: Task, parameters: INodeParameters, input: readonly IDataObject[]): Promise<Outcome> {
	const node = load(path.join(task.packageFolder, NODE_FILE), 'BusinessCardData') as INodeType;
	return await run(task, loadedNode(node), 1, { resource: 'businessCard', ...parameters }, (items) => items.map(idOf), input);
}

async function runHttpRequest(
	task: Task,
	parameters: INodeParameters,
	toIds: (items: INodeExecutionData[]) => unknown[],
	input?: readonly IDataObject[],
): Promise<Outcome> {
	const versioned = load(HTTP_REQUEST_FILE, 'HttpRequest') as IVersionedNodeType;
	const fixed = {
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'X-Service-Api-Key', value: task.apiKey }] },
	};
	return await run(task, versioned.getNodeType(4.2), 4.2, { ...fixed, ...parameters }, toIds, input);
}

/** The pages as n8n's documentation says: one parameter from the last answer, until there is no more. */
async function readByHttpRequest(task: Task, requestInterval: number): Promise<Outcome> {
	const parameters: INodeParameters = {
		url: `${task.baseUrl}/v3.2/bizCards?${new URLSearchParams(query()).toString()}`,
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: { parameters: [{ type: 'qs', name: 'nextPageToken', value: '={{ $response.body.nextPageToken }}' }] },
					paginationCompleteWhen: 'other',
					completeExpression: '={{ !$response.body.hasMore }}',
					limitPagesFetched: false,
					requestInterval,
				},
			},
		},
	};
	const recordsOf = ({ json }: INodeExecutionData) => (Array.isArray(json.data) ? (json.data as IDataObject[]) : []);
	return await runHttpRequest(task, parameters, (items) => items.flatMap(recordsOf).map(({ id }) => id));
}

/** A page of JSON, refusals waited out for a second. */
async function fetchJson(url: string, apiKey: string): Promise<Record<string, unknown>> {
	for (;;) {
		const response = await fetch(url, { headers: { 'X-Service-Api-Key': apiKey } });
		const body: unknown = await response.json();
		if (response.ok && isObject(body)) return body;
		if (response.status !== 429) throw new Error(`the service answered ${response.status}`);
		await wait(1_000);
	}
}

async function readByFetch({ baseUrl, apiKey }: Task): Promise<Outcome> {
	const records: unknown[] = [];
	let token: string | undefined;
	do {
		const page = await fetchJson(`${baseUrl}/v3.2/bizCards?${new URLSearchParams(query(token)).toString()}`, apiKey);
		if (Array.isArray(page.data)) records.push(...(page.data as unknown[]));
		token = page.hasMore === true ? String(page.nextPageToken) : undefined;
	} while (token !== undefined);
	return { ids: records.filter(isObject).map(({ id }) => id), error: '' };
}

/** Everybody who takes part, by the name of the column. */
export const CONTENDERS: readonly Contender[] = [
	{
		name: 'this node',
		description: '*Business Card*, *Get Many*, *Return All*, from `dist`, in n8n-core',
		read: async (task) =>
			await runOurs(
				task,
				{
					operation: 'getAll',
					returnAll: true,
					updatedFrom: '={{ $json.updatedFrom }}',
					updatedTo: '={{ $json.updatedTo }}',
					options: { range: 'all', entryStatus: STATUSES, includePastBizCards: true },
				},
				terms(task.termParts),
			),
		get: async (task) => await runOurs(task, { operation: 'get', businessCardId: '={{ $json.id }}' }, singles(task)),
	},
	{
		name: 'HTTP Request',
		description: "n8n's own node with its pagination by `nextPageToken`, in n8n-core",
		read: async (task) => await readByHttpRequest(task, 0),
		get: async (task) =>
			await runHttpRequest(
				task,
				{
					url: `=${task.baseUrl}/v3.2/bizCards/{{ $json.id }}`,
					options: { batching: { batch: { batchSize: 10, batchInterval: 1_050 } } },
				},
				(items) => items.map(idOf),
				singles(task),
			),
	},
	{
		name: 'HTTP Request, 100 ms apart',
		description: 'the same with *Interval Between Requests* set to 100 ms',
		read: async (task) => await readByHttpRequest(task, 100),
	},
	{
		name: 'fetch loop',
		description: 'page after page with `fetch`, a second of pause after a 429, without n8n',
		read: readByFetch,
	},
];
