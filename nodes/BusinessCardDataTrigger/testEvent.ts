import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { formatCount, readRecords, stampToSeconds } from '../shared';
import type { ServiceClient, ServiceRequest } from '../shared';
import { listRequest, termQuery } from './source';
import type { TriggerSettings } from './settings';
import { FIRST_SECOND, LAST_SECOND } from './watermark/state';

/** Records that Fetch Test Event shows. */
export const TEST_RECORDS = 10;

/** Records that are looked through for one that the filters let pass: seven pages. */
const MAX_SEEN = 2_100;

/** Sorts records by one of their times, the oldest first. */
export function oldestFirst<T>(records: readonly T[], timeOf: (record: T) => unknown): T[] {
	const at = (record: T) => stampToSeconds(timeOf(record)) ?? 0;
	return [...records].sort((one, other) => at(one) - at(other));
}

/**
 * The records that pass of the first page of a list that has any: a page may hold none that does.
 *
 * @returns also how many were looked at
 */
export async function firstPassing(
	client: ServiceClient,
	request: ServiceRequest,
	{ presentation }: TriggerSettings,
): Promise<{ passing: IDataObject[]; seen: number }> {
	let seen = 0;
	for await (const records of readRecords(client, request, MAX_SEEN)) {
		seen += records.length;
		const passing = records.filter(presentation.passes);
		if (passing.length > 0) return { passing, seen };
	}
	return { passing: [], seen };
}

/**
 * The most recent records, whatever the watermark says: what *Fetch Test Event* shows (contract: Trigger 6).
 *
 * @returns the records as they come out, oldest change first
 * @throws NodeOperationError when there is none
 */
export async function newestForTest(client: ServiceClient, settings: TriggerSettings): Promise<IDataObject[]> {
	const { event, range, selection, presentation } = settings;
	const [orderBy, time] = event.fires === 'once' ? ['registeredAt', 'registeredTime'] : ['updatedAt', 'updatedTime'];
	const request = listRequest(event, range, selection, termQuery(FIRST_SECOND, LAST_SECOND, 'desc', orderBy));
	const { passing, seen } = await firstPassing(client, request, settings);
	const shown = oldestFirst(passing, (record) => record[time]).slice(-TEST_RECORDS);
	if (shown.length > 0) return shown.map(presentation.project);
	const noun = event.record === 'card' ? 'business card' : 'report';
	const where =
		seen < MAX_SEEN
			? 'The service has none for this range, these filters and options.'
			: `None of the newest ${formatCount(seen)} passes the filters, and the trigger did not look at older ones.`;
	throw new NodeOperationError(client.node, `There is no ${noun} that matches this trigger`, {
		description: `${where} Register a ${noun}, or change the filters and options of the trigger. Then fetch a test event again.`,
	});
}
