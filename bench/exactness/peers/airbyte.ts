import type { Trigger } from '../../../test/triggerBefore/simulate';
import { itemsOf, machineTime, read, timeOf } from './reading';

interface Memory {
	/** Start of the first synchronization, which a connector is configured with. Milliseconds since 1970. */
	startDatetime?: number;
	/** The greatest stamp of a slice that was read to its end. */
	cursor?: number;
}

/**
 * Airbyte's DatetimeBasedCursor: from the greatest stamp that the source has shown to this machine's time, both inclusive,
 * less a look back, which is the overlap here. The greatest stamp that was observed becomes the cursor when the slice has
 * been read to its end. Nothing is remembered of what was met: it repeats by design, and the destination replaces what it
 * has already.
 *
 * Source: airbytehq/airbyte-python-cdk, airbyte_cdk/sources/declarative/incremental/datetime_based_cursor.py (stream_slices,
 * observe, close_slice) as of commit 1b2a724; airbytehq/airbyte issue 5765 (look back) and pull request 34000 (which date
 * becomes the cursor).
 */
export const airbyte: Trigger = async (task, given) => {
	const memory: Memory = given;
	const end = Math.floor(machineTime(task) / 1_000) * 1_000;
	const earliest = Math.min((memory.startDatetime ??= end), end);
	const from = Math.max(earliest, (memory.cursor ?? -Infinity) - task.overlap * 1_000);
	// A cursor that lies ahead of this machine leaves nothing to ask for.
	if (from > end) return [];
	const { records } = await read(task, { from, before: end + 1 });
	const highest = Math.max(memory.cursor ?? -Infinity, ...records.map(timeOf(task)));
	if (highest > -Infinity) memory.cursor = highest;
	return itemsOf(records);
};
