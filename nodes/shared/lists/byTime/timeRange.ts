import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../../http/client';
import { secondsToServiceDateTime, stampToSeconds } from '../../values/dateTime';
import type { RecordTimes } from './updateOrder';

/** The order of a list by update. */
export type Direction = 'asc' | 'desc';

/** The parameters that bound a time range (spec: E1, E9). */
export type Bound = 'updatedFrom' | 'updatedTo';

/** The other way round. */
export const OPPOSITE: Readonly<Record<Direction, Direction>> = { asc: 'desc', desc: 'asc' };

/** Where a list of each direction starts and ends. */
export const BOUNDS: Readonly<Record<Direction, { readonly start: Bound; readonly end: Bound; readonly step: 1 | -1 }>> = {
	asc: { start: 'updatedFrom', end: 'updatedTo', step: 1 },
	desc: { start: 'updatedTo', end: 'updatedFrom', step: -1 },
};

function valueOf(request: ServiceRequest, name: string): string | undefined {
	return request.query.find(([key]) => key === name)?.[1];
}

function withValue(request: ServiceRequest, name: string, value: string): ServiceRequest {
	if (valueOf(request, name) === undefined) return { ...request, query: [...request.query, [name, value]] };
	return { ...request, query: request.query.map(([key, old]) => [key, key === name ? value : old] as const) };
}

/** The direction of a list that is sorted by update; `undefined` for one that is sorted by something else. */
export function directionByUpdate(request: ServiceRequest, defaultDirection: Direction): Direction | undefined {
	if ((valueOf(request, 'orderBy') ?? 'updatedAt') !== 'updatedAt') return undefined;
	return (valueOf(request, 'orderDirection') ?? defaultDirection) === 'desc' ? 'desc' : 'asc';
}

/** The same list the other way round, where it is not asked for that way already. */
export function inDirection(request: ServiceRequest, direction: Direction): ServiceRequest {
	return withValue(request, 'orderDirection', direction);
}

/** The second of a bound that was asked for. */
export function boundOf(request: ServiceRequest, bound: Bound): number | undefined {
	return stampToSeconds(valueOf(request, bound));
}

/** A time range that is cut at a second; never wider than the one that was asked for, whose own bounds stay as they are. */
export function boundedAt(request: ServiceRequest, bound: Bound, second: number): ServiceRequest {
	const own = boundOf(request, bound);
	const widens = own !== undefined && (bound === 'updatedFrom' ? second <= own : second >= own);
	return widens ? request : withValue(request, bound, secondsToServiceDateTime(second));
}

/** The times of a record; not a number where it names none. */
export function timesOf(record: IDataObject): RecordTimes {
	const updated = stampToSeconds(record.updatedTime) ?? NaN;
	return { updated, registered: stampToSeconds(record.registeredTime) };
}
