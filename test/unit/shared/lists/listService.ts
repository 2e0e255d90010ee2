import {
	secondsToServiceDateTime,
	stampToSeconds,
	type ListService as ReadService,
	type ServiceRequest,
	type ServiceResponse,
} from '../../../../nodes/shared';
import { PLAIN_WORLD } from '../../../trigger/history';
import type { World } from '../../../trigger/history';
import { Service } from '../../../trigger/service';

/** Options that leave nothing out. */
const EVERYTHING = { ...PLAIN_WORLD.options, entryStatus: [] };

function responseOf(status: number, json: object): ServiceResponse {
	const body = Buffer.from(JSON.stringify(json));
	return { status, json, body, contentType: 'application/json' };
}

function refusal(code: string, field: string): ServiceResponse {
	return responseOf(400, { statusCode: 400, message: 'No', error: [{ Code: code, field }] });
}

/** The service of the trigger's histories, as *Return All* meets it. */
export abstract class ListService extends Service implements ReadService {
	/** Calls that were answered. */
	readonly asked: ServiceRequest[] = [];

	/** @param takesLimit whether a limit is taken, or refused */
	constructor(
		traits: Partial<World>,
		nowMs: number,
		private readonly takesLimit = true,
	) {
		super({ ...PLAIN_WORLD, ...traits }, nowMs);
	}

	respond(request: ServiceRequest): ServiceResponse {
		this.asked.push(request);
		const query = new Map(request.query);
		if (!this.takesLimit && query.has('limit')) return refusal('invalid_value', 'limit');
		const [from = NaN, to = NaN] = ['updatedFrom', 'updatedTo'].map((name) => stampToSeconds(query.get(name)));
		if (from > to) return refusal('invalid_value', 'updatedTo');
		const orderDirection = query.get('orderDirection') === 'desc' ? 'desc' : 'asc';
		const asked = { from, to, orderBy: 'updatedAt', orderDirection, token: query.get('nextPageToken') } as const;
		try {
			const { records, nextToken = null } = this.page(EVERYTHING, asked);
			return responseOf(200, { hasMore: nextToken !== null, nextPageToken: nextToken, data: records });
		} catch {
			return refusal('expired_token', 'nextPageToken');
		}
	}

	abstract exchange(request: ServiceRequest): Promise<ServiceResponse>;

	abstract endedBy(end: { ended: AbortSignal }): this;

	refusal({ status }: ServiceResponse): Error {
		return new Error(`refused with ${status}`);
	}

	unusable(message: string): Error {
		return new Error(message);
	}
}

/** What is asked for: the cards of a time range, seconds. */
export function cardsBetween(from: number, to: number, direction: 'asc' | 'desc'): ServiceRequest {
	return {
		endpoint: { method: 'GET', response: 'list', effect: 'read' },
		version: '3.2',
		path: '/bizCards',
		query: [
			['updatedFrom', secondsToServiceDateTime(from)],
			['updatedTo', secondsToServiceDateTime(to)],
			['orderDirection', direction],
		],
	};
}
