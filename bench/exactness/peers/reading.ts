import type { IDataObject } from 'n8n-workflow';
import { FIRST_SECOND, LAST_SECOND } from '../../../nodes/BusinessCardDataTrigger/source';
import type { SourceRecord } from '../../../nodes/BusinessCardDataTrigger/source';
import { catchAs, PageRefused } from '../../../nodes/shared';
import { PollFailed } from '../../../test/triggerBefore/failures';
import type { PollTask } from '../../../test/triggerBefore/simulate';

/** What a peer asks for: records by their time, in milliseconds since 1970. */
export interface Question {
	/** The first moment that belongs to it. */
	readonly from: number;
	/** The first moment after it; without one everything is asked for. */
	readonly before?: number;
	readonly order?: 'asc' | 'desc';
	readonly mostPages?: number;
}

export interface Answer {
	readonly records: readonly SourceRecord[];
	/** Whether the last page was reached. */
	readonly isWhole: boolean;
}

/** No list of a history has more pages. */
const ENDLESS = 10_000;

/** What the clock of n8n's machine shows when a poll begins, right or wrong; milliseconds since 1970. */
export function machineTime({ localSeconds, clock }: PollTask): number {
	return localSeconds * 1_000 + (clock.now() % 1_000);
}

/**
 * The time that an event goes by, in milliseconds since 1970: that of the last change, or of the registration. It is NaN
 * where the service shows none that can be read, and then belongs to no question.
 */
export function timeOf({ wish }: PollTask): (record: SourceRecord) => number {
	const field = wish.fires === 'once' ? 'registeredTime' : 'updatedTime';
	return ({ json }) => Date.parse(String(json[field]));
}

/**
 * Reads a list page by page, as all peers do. The bounds hold to the millisecond, whatever the service makes of its own:
 * a second more is asked for on either side, and what lies outside is left out. So a peer meets the bounds of the service
 * that it was made for.
 *
 * @throws PollFailed, OutOfTime or VersionRetired when a call fails
 */
export async function read(task: PollTask, question: Question): Promise<Answer> {
	const { from, before = Infinity, order = 'asc', mostPages = ENDLESS } = question;
	const { fires, selection, statuses } = task.wish;
	const time = timeOf(task);
	const chosen = statuses.length > 0 ? { ...selection, entryStatus: [...statuses] } : selection;
	const term = {
		from: Math.max(FIRST_SECOND, Math.floor(from / 1_000) - 1),
		// A record that was registered in time may have changed since.
		to: fires === 'once' || before === Infinity ? LAST_SECOND : Math.ceil(before / 1_000) + 1,
		orderBy: fires === 'once' ? 'registeredAt' : 'updatedAt',
		orderDirection: order,
	} as const;
	const records: SourceRecord[] = [];
	let token: string | undefined;
	for (let pages = 0; pages < mostPages; pages += 1) {
		const page = await catchAs(task.source.page(chosen, { ...term, token }), PageRefused);
		if (page instanceof PageRefused) throw new PollFailed();
		records.push(...page.records.filter((record) => time(record) >= from && time(record) < before));
		token = page.nextToken;
		if (token === undefined) break;
	}
	return { records, isWhole: token === undefined };
}

/** The items of records. */
export function itemsOf(records: readonly SourceRecord[]): IDataObject[] {
	return records.map(({ json }) => json);
}
