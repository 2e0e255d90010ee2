import { viewOf } from './oracle';
import type { Life, Outcome } from './life';
import type { Player } from './player';
import type { Subject } from './subjects';
import { addRecord, OVERLAP, wait } from './world';
import type { World } from './world';

/** Polls until an edit is in force and a poll has succeeded; no trigger is waited for any longer. */
const MAX_SETTLING_POLLS = 8;

/** Groups of the records at the end; the second one is asked for only after an edit. */
const LAST_GROUPS = { card: ['completed', 'unreadable'], report: ['Meeting', 'Call'] } as const;

function withLastRecords({ world, account }: Life, { about }: Subject): World {
	const groups = LAST_GROUPS[about].slice(0, viewOf(account).isWide ? 2 : 1);
	return groups.reduce(addRecord, wait(world, 1));
}

/** What is missing at the very end although nothing is odd about it shows that the trigger emits nothing any more. */
function withDeath(outcome: Outcome, { records }: World): Outcome {
	const findings = outcome.findings.map((finding) => {
		const isNew = finding.wrong === 'missing' && Number(finding.version?.order) >= records.length;
		return isNew ? { ...finding, wrong: 'dead' as const } : finding;
	});
	return { ...outcome, findings };
}

/**
 * How a life ends: everything that is late shows, polls bring what is owed, and records that nothing is odd about are
 * added and have to be emitted. Gives each poll; a life with a finding goes no further.
 *
 * @param isNew says whether a life has never ended before
 */
export async function* ending(player: Player, start: Life, isNew: (life: Life) => boolean): AsyncGenerator<Outcome> {
	let lives: Life[] = [{ ...start, world: wait(start.world, OVERLAP + 1) }];
	for (let polls = 1; lives.length > 0; polls += 1) {
		const next: Life[] = [];
		for (const before of lives) {
			if (!isNew(before)) continue;
			for (const outcome of await player.happen(before, 'poll')) {
				yield outcome;
				const { life, items, findings } = outcome;
				if (findings.length > 0) continue;
				// A poll that succeeds brings whatever there is; an edit takes some more to be in force, and so may odd times.
				const isSettled = items !== undefined && life.account.views.length === 1 && life.account.late.length === 0;
				if (!isSettled && polls < MAX_SETTLING_POLLS) {
					next.push(life);
					continue;
				}
				const world = withLastRecords(life, player.subject);
				for (const last of await player.happen({ ...life, world }, 'poll')) yield withDeath(last, life.world);
			}
		}
		lives = next;
	}
}
