import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../api/versions';
import type { ServiceRequest } from '../http/client';
import type { ListService } from './page';
import { ListSource, PageWalk } from './pageWalk';

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
	const source = new ListSource(service, Math.min(PAGE_SIZE, most));
	const walk = new PageWalk(source, { request }, ({ records, nextPageToken: token }) => ({
		records,
		next: token === undefined ? undefined : { request, token },
	}));
	let left = most;
	while (left > 0 && !walk.hasEnded) {
		const records = walk.accept(await walk.fetch()).slice(0, left);
		left -= records.length;
		if (records.length > 0) yield records;
	}
}
