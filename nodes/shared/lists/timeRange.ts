import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest } from '../http/client';
import { secondsToServiceDateTime, stampToSeconds } from '../values/dateTime';

/** The order of a list by update. */
export type Direction = 'asc' | 'desc';

/** The way in which a list is read: 1 follows time, -1 goes back. */
export type Sign = 1 | -1;

function valueOf(request: ServiceRequest, name: string): string | undefined {
	const pair = request.query.find(([key]) => key === name);
	return pair?.[1];
}

/** The same list with another value of a parameter. */
export function withValue(request: ServiceRequest, name: string, value: string): ServiceRequest {
	const otherPairs = request.query.filter(([key]) => key !== name);
	return {
		...request,
		query: [...otherPairs, [name, value]],
	};
}

/** The direction of a list that is sorted by update; `undefined` for one that is sorted by something else. */
export function directionByUpdate(request: ServiceRequest, defaultDirection: Direction): Direction | undefined {
	const order = valueOf(request, 'orderBy') ?? 'updatedAt';
	if (order !== 'updatedAt') return undefined;

	const direction = valueOf(request, 'orderDirection') ?? defaultDirection;
	if (direction === 'desc') return 'desc';

	return 'asc';
}

/**
 * The request for a part of a list, with one second more on either side: the specification does not show whether the
 * bounds belong to the time range (spec: E1, E9), and a service may keep fractions of the seconds that it shows. It
 * never reaches beyond the time range of the list.
 *
 * @param request the whole list
 * @param from the first second of the part, since 1970
 * @param to the last second of the part
 */
export function narrowed(request: ServiceRequest, from: number, to: number): ServiceRequest {
	const first = stampToSeconds(valueOf(request, 'updatedFrom')) ?? -Infinity;
	const last = stampToSeconds(valueOf(request, 'updatedTo')) ?? Infinity;
	const before = from - 1;
	const after = to + 1;

	let part = request;
	if (before > first) {
		const bound = Math.min(before, last);
		part = withValue(part, 'updatedFrom', secondsToServiceDateTime(bound));
	}
	if (after < last) {
		const bound = Math.max(after, first);
		part = withValue(part, 'updatedTo', secondsToServiceDateTime(bound));
	}
	return part;
}

/**
 * The *position* of a record in a list: the second of its update, negative where the list goes back in time, so that a
 * reader always goes from small positions to large ones. `undefined` where a record does not show when it was updated.
 */
export function positionOf(record: IDataObject, sign: Sign): number | undefined {
	const second = stampToSeconds(record.updatedTime);
	if (second === undefined) return undefined;

	return second * sign;
}

/** The positions of all records that have one. */
export function positionsOf(records: readonly IDataObject[], sign: Sign): number[] {
	const positions = records.map((record) => positionOf(record, sign));
	return positions.filter((position) => position !== undefined);
}
