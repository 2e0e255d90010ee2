import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../api/versions';
import type { ServiceRequest } from '../http/client';
import { List } from './list';
import type { ListService } from './page';
import { Slice } from './slice';

/**
 * Reads a list by its page tokens, as the pages come, in the service's order and no record twice.
 *
 * @param most records wanted; `Infinity` for all
 * @yields the new records of each page, at least one
 * @throws NodeApiError for a refusal, and for a list without end
 */
export async function* readRecords(
	service: ListService,
	request: ServiceRequest,
	most: number,
): AsyncGenerator<IDataObject[], void, void> {
	const list = new List(service, Math.min(PAGE_SIZE, most));
	list.isSorted = false;
	const slice = new Slice(list, request);
	for (let left = most; left > 0 && !slice.hasEnded;) {
		const records = slice.accept(await slice.fetch()).slice(0, left);
		left -= records.length;
		if (records.length > 0) yield records;
	}
}
