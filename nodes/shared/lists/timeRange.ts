import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../http/client';
import { secondsToServiceDateTime, stampToSeconds } from '../values/dateTime';

/** The order of a list by update. */
export type Direction = 'asc' | 'desc';

function valueOf(request: ServiceRequest, name: string): string | undefined {
	return request.query.find(([key]) => key === name)?.[1];
}

/** The same list with another value of a parameter. */
export function withValue(request: ServiceRequest, name: string, value: string): ServiceRequest {
	return { ...request, query: [...request.query.filter(([key]) => key !== name), [name, value]] };
}

/** The direction of a list that is sorted by update; `undefined` for one that is sorted by something else. */
export function directionByUpdate(request: ServiceRequest, defaultDirection: Direction): Direction | undefined {
	if ((valueOf(request, 'orderBy') ?? 'updatedAt') !== 'updatedAt') return undefined;
	return (valueOf(request, 'orderDirection') ?? defaultDirection) === 'desc' ? 'desc' : 'asc';
}

/**
 * Asks for some seconds with one more on either side: whether the bounds belong to the time range is not shown (spec:
 * E1, E9), and a service may keep fractions of the seconds that it shows. Never for more than was asked for at first.
 */
export function around(request: ServiceRequest, from: number, to: number): ServiceRequest {
	const first = stampToSeconds(valueOf(request, 'updatedFrom')) ?? -Infinity;
	const last = stampToSeconds(valueOf(request, 'updatedTo')) ?? Infinity;
	let asked = request;
	if (from - 1 > first) asked = withValue(asked, 'updatedFrom', secondsToServiceDateTime(Math.min(from - 1, last)));
	if (to + 1 < last) asked = withValue(asked, 'updatedTo', secondsToServiceDateTime(Math.max(to + 1, first)));
	return asked;
}

/**
 * The *place* of a record in a list: its second, counted backwards where the list goes back, so that a reader always
 * goes from small places to large ones; `undefined` where it does not show when it was updated.
 */
export function placeOf({ updatedTime }: IDataObject, sign: 1 | -1): number | undefined {
	const second = stampToSeconds(updatedTime);
	return second === undefined ? undefined : second * sign;
}

/** The places of all that have one. */
export function placesOf(records: readonly IDataObject[], sign: 1 | -1): number[] {
	return records.map((record) => placeOf(record, sign)).filter((place) => place !== undefined);
}
