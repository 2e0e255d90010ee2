import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../http/client';
import { secondsToServiceDateTime, stampToSeconds } from '../values/dateTime';

/** The order of a list by update. */
export type Direction = 'asc' | 'desc';

function valueOf(request: ServiceRequest, name: string): string | undefined {
	return request.query.find(([key]) => key === name)?.[1];
}

function withValue(request: ServiceRequest, name: string, value: string): ServiceRequest {
	return { ...request, query: [...request.query.filter(([key]) => key !== name), [name, value]] };
}

/** The direction of a list that is sorted by update; `undefined` for one that is sorted by something else. */
export function directionByUpdate(request: ServiceRequest, defaultDirection: Direction): Direction | undefined {
	if ((valueOf(request, 'orderBy') ?? 'updatedAt') !== 'updatedAt') return undefined;
	return (valueOf(request, 'orderDirection') ?? defaultDirection) === 'desc' ? 'desc' : 'asc';
}

/** The same list in a direction. */
export function inDirection(request: ServiceRequest, direction: Direction): ServiceRequest {
	return withValue(request, 'orderDirection', direction);
}

/**
 * Asks for some seconds with one more on either side: whether the bounds belong to the time range is not shown (spec:
 * E1, E9), and a service may keep fractions of the seconds that it shows. Never for more than was asked for at first.
 */
export function around(request: ServiceRequest, from: number, to: number): ServiceRequest {
	const first = stampToSeconds(valueOf(request, 'updatedFrom')) ?? -Infinity;
	const last = stampToSeconds(valueOf(request, 'updatedTo')) ?? Infinity;
	const begun = from - 1 > first ? withSecond(request, 'updatedFrom', Math.min(from - 1, last)) : request;
	return to + 1 < last ? withSecond(begun, 'updatedTo', Math.max(to + 1, first)) : begun;
}

function withSecond(request: ServiceRequest, bound: 'updatedFrom' | 'updatedTo', second: number): ServiceRequest {
	return withValue(request, bound, secondsToServiceDateTime(second));
}

/**
 * The *places* of records in a list: seconds, counted backwards where the list goes back, so that a reader always goes
 * from small places to large ones. A record without a readable time has none.
 */
export function placesOf(records: readonly IDataObject[], sign: 1 | -1): Array<number | undefined> {
	return records.map(({ updatedTime }) => {
		const second = stampToSeconds(updatedTime);
		return second === undefined ? undefined : second * sign;
	});
}
