import { PAGE_SIZE } from '../../shared';
import { FIRST_SECOND, LAST_SECOND } from '../source';
import type { Baseline, Evidence, Present, TriggerState } from '../state';
import { elapsedAfter } from './elapsed';
import { WITNESSES } from './lowWatermark';
import { ifItComes, isReallyEmpty, readNewest } from './newest';
import type { Newest } from './newest';
import { areAllAhead, DAY, endByClock, horizonOf, isClockBehind, TRUSTED_AHEAD } from './present';
import type { WatermarkOptions } from './options';
import { hasFailedTwice, limitAfterFailures } from './processMemory';
import { Run } from './run';
import { readBesides } from './besides';
import { PENDING_STATUS, scanPending } from './pending';
import { readPresent } from './tail';

/** At activation the low watermark stays so many records behind the newest: twice as many as wrong times are expected. */
const DEPTH = 2 * WITNESSES;

/** So long ago the newest change may have been at activation, seconds: where the clock of this machine is behind, nothing says it. */
const IDLE = 30 * DAY;

/** A card that was `processing` before anybody looked has to be known, or its completion would not be new. */
function needsScan({ event, statuses }: WatermarkOptions): boolean {
	return event.fires === 'once' && statuses.length > 0 && !statuses.includes(PENDING_STATUS);
}

/** The newest records, read twice should the first response be empty by mistake. */
async function lookAround(options: WatermarkOptions, evidence: Evidence): Promise<Newest> {
	const horizon = horizonOf(undefined, elapsedAfter(undefined, options.local));
	const { memory, isPageFailure } = options;
	const hasFailed = hasFailedTwice(memory);
	const limit = hasFailed ? limitAfterFailures(memory, PAGE_SIZE) : undefined;
	// A page that keeps failing behind the newest ones does not keep the trigger from its start.
	const isBorne = (error: unknown) => hasFailed && isPageFailure(error);
	const read = async () => await readNewest(options, options.selection, evidence, { horizon, witnesses: WITNESSES, limit, isBorne });
	const newest = await read();
	if (newest.records.length > 0 || (await isReallyEmpty(options, options.selection))) return newest;
	return await read();
}

/** The times of the oldest records; none where they did not come in the poll before, either. */
async function readOldestTimes({ source, budget, selection, memory, isPageFailure }: WatermarkOptions): Promise<number[]> {
	const page = source.page(selection, { from: FIRST_SECOND, to: LAST_SECOND, orderBy: 'updatedAt', orderDirection: 'asc' });
	const shown = memory.failedPolls > 0 ? await ifItComes(page, isPageFailure) : await page;
	budget.pages += 1;
	return (shown?.records ?? []).flatMap(({ updated }) => (updated === undefined ? [] : [updated]));
}

/**
 * What the service has reached, where the clock of this machine is no measure, and the second from which on its newest
 * records lie, with the oldest of them that were met. The newest record alone does not say what has been reached: it may be a year old.
 */
export async function presentOf(options: WatermarkOptions, { records, times }: Newest): Promise<{ present: Present | undefined; from: number; oldest: number }> {
	const { local } = options;
	const readable = records.flatMap(({ updated, registered }) => (updated === undefined ? [] : [{ updated, registered }]));
	// A single record may be stamped ahead.
	const mayBeBehind = times.length === 0 && readable.length > 1 && areAllAhead(readable, local);
	const trusted = mayBeBehind ? readable.map(({ updated }) => updated).sort((a, b) => b - a) : times;
	const [newest] = trusted;
	let present: Present | undefined;
	if (mayBeBehind && newest !== undefined) {
		// The newest one by itself may be stamped wrongly: it has to lie within a day of the 50th, or of the middle one of fewer.
		const witness = trusted[Math.min(WITNESSES - 1, trusted.length >> 1)] ?? newest;
		const second = trusted.find((time) => time <= witness + TRUSTED_AHEAD) ?? witness;
		const all = [...trusted, ...(await readOldestTimes(options))];
		const ahead = all.map((time) => Math.min(time, second)).sort((a, b) => a - b);
		const isBehind = isClockBehind({ newest: undefined, ahead });
		present = { second, local, passed: 0, gap: IDLE, ...(isBehind ? { isClockBehind: true } : {}) };
	}
	const oldest = trusted[trusted.length - 1] ?? FIRST_SECOND;
	return { present, from: trusted[DEPTH - 1] ?? trusted[WITNESSES - 1] ?? FIRST_SECOND, oldest };
}

/**
 * The first poll: finds out where the present is, by the service's own times, and remembers what is there. Emits nothing
 * but what has changed since `startFrom`.
 */
export async function activate(options: WatermarkOptions): Promise<Run> {
	const { selection, startFrom, scope, overlap, local } = options;
	const evidence: Evidence = { ordered: false, pageSize: 0 };
	const newest = await lookAround(options, evidence);
	const { present, from, oldest } = await presentOf(options, newest);
	const low = from === FIRST_SECOND ? from : Math.max(FIRST_SECOND, Math.min(from, endByClock(present, local)) - overlap);
	const state: TriggerState = {
		version: 3,
		scope,
		views: [{ selection, bounds: {} }],
		low,
		cutoff: startFrom ?? low,
		seen: [],
		pending: [],
		arrivals: [],
		elapsed: elapsedAfter(undefined, local),
		marks: [],
		present,
		evidence,
		scanned: 0,
		baseline: { until: startFrom === undefined ? LAST_SECOND : startFrom - 1, unplaced: startFrom === undefined },
		scan: needsScan(options) ? { at: FIRST_SECOND, end: LAST_SECOND } : undefined,
		gaps: startFrom !== undefined && startFrom < low ? [{ at: startFrom, end: low - 1 }] : undefined,
	};
	const run = new Run(options, state);
	takeNewest(run, newest);
	await scanPending(run);
	if (!newest.isAll) await readPresent(run);
	// What of the newest records was not remembered above is known to be newer than they are, also while a page keeps failing.
	if ((state.tail || state.gaps) && startFrom === undefined) {
		state.baseline = { until: oldest, unplaced: newest.isAheadUnread && !present, ...lastRegistration(run, newest) };
	}
	await readBesides(run);
	return run;
}

/** The last registration that was met, where that places a record which has no update time. */
function lastRegistration({ options, horizon }: Run, { records }: Newest): Pick<Baseline, 'registered'> {
	if (options.event.fires !== 'once') return {};
	const times = records.flatMap(({ registered }) => (registered === undefined || registered > horizon ? [] : [registered]));
	return times.length > 0 ? { registered: Math.max(...times) } : {};
}

/** Remembers the newest records at once: should the rest take several polls, they cannot be told from later ones. */
function takeNewest(run: Run, { records, isAll }: Newest): void {
	const { state, options } = run;
	const { low } = state;
	const placed = records.map((record) => ({ record, time: record.updated ?? low })).filter(({ time }) => time >= low);
	const [first] = placed;
	const untaken = isAll || options.startFrom === undefined ? placed[run.handler(true)(placed).taken] : first;
	if (!isAll || untaken) state.tail = { at: isAll && untaken ? untaken.time : low, end: LAST_SECOND, ceiling: low };
}
