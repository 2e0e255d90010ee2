import type { IDataObject } from 'n8n-workflow';
import type { ManualClock } from '../../emulator';
import type { World } from '../../../tools/engine/world';
import { addCards, QuickTrigger } from './support';

/** What a trigger emitted in a stretch of life, and what it had to emit. */
export interface Life {
	/** States as they came: id, and for events that fire at each change the memo. */
	readonly emitted: readonly string[];
	readonly due: readonly string[];
	/** Calls that each poll made. */
	readonly calls: readonly number[];
}

export interface LifeOptions {
	readonly event: 'businessCardUpdated' | 'businessCardCreated';
	/** Cards that are added at once, and the time between two of them. */
	readonly crowd: number;
	readonly stepMs?: number;
}

const MINUTE = 60_000;

/**
 * A stretch of life with everything that happens to cards: new ones, changes, two changes in a second, many in one
 * second, data entry that ends later, late visibility, deletions, quiet times and a restart.
 *
 * @param clock the emulator's clock
 */
export async function live(world: World, clock: ManualClock, { event, crowd, stepMs }: LifeOptions): Promise<Life> {
	const { emulator } = world;
	const once = event === 'businessCardCreated';
	const trigger = new QuickTrigger(world, { event });
	const emitted: string[] = [];
	const due = new Set<string>();
	const calls: number[] = [];

	const nameOf = (id: string, memo: string) => (once ? id : `${id} ${memo}`);
	const old = new Set<string>();

	/** Whatever the service shows at a poll has to be emitted then, unless it was there at activation. */
	function note(): void {
		emulator.company.schedule.settle();
		for (const { id, memo, entryStatus } of emulator.company.cards.values()) {
			if (entryStatus !== 'completed') continue;
			const name = nameOf(id, memo);
			if (!old.has(name)) due.add(name);
		}
	}

	async function poll(): Promise<void> {
		note();
		const before = emulator.calls.length;
		const records: IDataObject[] = await trigger.poll();
		calls.push(emulator.calls.length - before);
		emitted.push(...records.map(({ id, memo }) => nameOf(String(id), String(memo))));
	}

	addCards(emulator, 60, 'old', 1_000);
	emulator.addCard({ id: 'waiting', entryStatus: 'processing' });
	clock.advance(10 * MINUTE);
	note();
	for (const name of due) old.add(name);
	due.clear();
	await poll();

	clock.advance(MINUTE);
	emulator.addCard({ id: 'a', memo: '1' });
	await poll();
	emulator.changeCard('a', { memo: '2' });
	await poll();
	emulator.changeCard('a', { memo: '3' });
	emulator.addCard({ id: 'late', memo: 'late' }, { visibleAt: clock.now() + 3 * MINUTE });
	clock.advance(MINUTE);
	addCards(emulator, crowd, 'crowd', stepMs);
	clock.advance(crowd * (stepMs ?? 0));
	await poll();
	emulator.addCard({ id: 'crowdLatecomer' });
	clock.advance(MINUTE);
	emulator.addCard({ id: 'entry', entryStatus: 'processing' });
	await poll();
	clock.advance(2 * MINUTE);
	emulator.deleteCard('old0000');
	emulator.changeCard('old0001', { memo: 'changed' });
	await poll();
	trigger.restart();
	await poll();
	clock.advance(24 * 60 * MINUTE);
	addCards(emulator, 60, 'later', 1_000);
	clock.advance(MINUTE);
	await poll();
	emulator.completeDigitization('entry', { memo: 'entered' });
	emulator.completeDigitization('waiting', { memo: 'entered' });
	emulator.addCard({ id: 'b', memo: '1' });
	await poll();
	clock.advance(MINUTE);
	for (let count = 0; count < 2; count += 1) await poll();
	// A card that was there before is no new card, whatever becomes of it.
	if (once) due.delete('old0001');
	return { emitted, due: [...due], calls };
}
