import { orFailed } from '../../../test/triggerBefore/failures';
import type { Trigger } from '../../../test/triggerBefore/simulate';
import { itemsOf, machineTime, read } from './reading';

interface Memory {
	lastTimeChecked?: string;
}

/**
 * What n8n's Outlook trigger does, before and after its fix: the time of this machine's clock at the poll before up to the
 * time at this one, all pages, nothing remembered but the time.
 *
 * @param movesOn whether the window moves on although the call failed
 */
export function outlook(movesOn: boolean): Trigger {
	return async (task, given) => {
		const memory: Memory = given;
		const now = new Date(machineTime(task)).toISOString();
		const { lastTimeChecked } = memory;
		const reading = read(task, { from: Date.parse(lastTimeChecked ?? now), before: Date.parse(now) });
		// The error of the first poll is shown; later ones are written to the log.
		const answer = lastTimeChecked === undefined ? await reading : await orFailed(reading);
		if (answer || movesOn) memory.lastTimeChecked = now;
		return itemsOf(answer?.records ?? []);
	};
}
