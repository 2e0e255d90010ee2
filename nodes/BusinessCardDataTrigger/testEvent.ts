import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { formatCount } from '../shared';
import type { ErrorContext } from '../shared';
import type { TriggerSettings } from './settings';
import type { ServiceSource } from './source';
import type { SourceRecord } from './watermark/content';
import { FIRST_SECOND, LAST_SECOND } from './watermark/state';

/** Records that Fetch Test Event shows. */
const TEST_RECORDS = 10;

/**
 * Pages that are looked through for a record that the filters let pass, before the person is told that none was near.
 */
const MAX_TEST_PAGES = 7;

/** What was found among the newest records. */
interface Found {
	/** Those that pass, of the first page that has any. */
	readonly records: readonly SourceRecord[];
	/** How many were looked at. */
	readonly seen: number;
	/** Whether there are others that were not looked at. */
	readonly hasMore: boolean;
}

/** Reads from the newest record back, until one passes: a page may hold none that does, or none at all. */
async function findNewest({ event, selection, presentation }: TriggerSettings, source: ServiceSource): Promise<Found> {
	const orderBy = event.fires === 'once' ? 'registeredAt' : 'updatedAt';
	const request = { from: FIRST_SECOND, to: LAST_SECOND, orderDirection: 'desc' } as const;
	let token: string | undefined;
	let seen = 0;
	for (let pages = 0; pages < MAX_TEST_PAGES; pages += 1) {
		const page = await source.page(selection, { ...request, token }, orderBy);
		const records = page.records.filter(({ json }) => presentation.passes(json));
		seen += page.records.length;
		token = page.nextToken;
		if (records.length > 0 || token === undefined) return { records, seen, hasMore: token !== undefined };
	}
	return { records: [], seen, hasMore: true };
}

/** The error for a test that has nothing to show, which says no more than what was looked at. */
function nothingToShow(
	{ event: { noun } }: TriggerSettings,
	{ seen, hasMore }: Found,
	{ node }: ErrorContext,
): NodeOperationError {
	const where = hasMore
		? `None of the newest ${formatCount(seen)} passes the filters, and the trigger did not look at older ones.`
		: 'The service has none for this range, these filters and options.';
	return new NodeOperationError(node, `There is no ${noun} that matches this trigger`, {
		description:
			`${where} Register a ${noun}, or change the filters and options of the trigger. ` + 'Then fetch a test event again.',
	});
}

/**
 * The most recent records, whatever the watermark says: what *Fetch Test Event* shows (contract: Trigger 6).
 *
 * @returns the records as they come out, oldest change first
 * @throws NodeOperationError when there is none
 */
export async function newestForTest(
	settings: TriggerSettings,
	source: ServiceSource,
	errorContext: ErrorContext,
): Promise<IDataObject[]> {
	const found = await findNewest(settings, source);
	if (found.records.length === 0) throw nothingToShow(settings, found, errorContext);
	const time = settings.event.fires === 'once' ? ('registered' as const) : ('updated' as const);
	const at = (record: SourceRecord) => record[time] ?? -Infinity;
	const newest = [...found.records].sort((a, b) => at(b) - at(a)).slice(0, TEST_RECORDS);
	return newest.reverse().map(({ json }) => settings.presentation.project(json));
}
