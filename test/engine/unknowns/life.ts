import type { IDataObject } from 'n8n-workflow';
import type { Emulator, EndpointId } from '../../emulator';
import { failure, MINUTE, QuickTrigger, type EVENTS } from '../trigger/support';
import { jpeg } from '../../support/jpeg';
import { inMemory } from '../writes/support';
import { cardId, type Stage } from './stage';

export type Event = (typeof EVENTS)[number];

/** What a stretch of life came to. */
export interface Life {
	/** States that were emitted, and states that had to be. */
	readonly emitted: string[];
	readonly due: string[];
	/** Whether each poll gave the oldest change first. */
	readonly inOrder: boolean;
	/** Status of the poll that failed. */
	readonly failed: string | undefined;
	/** Records that Fetch Test Event showed, at most the newest ten. */
	readonly shown: number;
}

/** A record as the service shows it. */
interface Shown {
	readonly id: string;
	readonly memo: string;
	readonly updatedTime: number;
}

/** What the story does with records, of whichever kind. */
interface Kind {
	readonly endpoint: EndpointId;
	add(emulator: Emulator, id: string, updatedTime?: number, visibleAt?: number): unknown;
	change(emulator: Emulator, id: string, memo: string): unknown;
	shown(emulator: Emulator): Iterable<Shown>;
}

const CARD: Kind = {
	endpoint: 'E1',
	add: (emulator, id, updatedTime, visibleAt) => emulator.addCard({ id, updatedTime: updatedTime ?? emulator.clock.now() }, { visibleAt }),
	change: (emulator, id, memo) => emulator.changeCard(id, { memo }),
	shown: ({ company }) => [...company.cards.values()].filter(({ entryStatus }) => entryStatus === 'completed'),
};

const REPORT: Kind = {
	endpoint: 'E9',
	add: (emulator, id, updatedTime, visibleAt) => emulator.addReport({ id, updatedTime: updatedTime ?? emulator.clock.now() }, { visibleAt }),
	change: (emulator, id, memo) => emulator.changeReport(id, { memo }),
	shown: ({ company }) => company.reports.values(),
};

const KINDS: Readonly<Record<Event, Kind>> = {
	businessCardUpdated: CARD,
	businessCardCreated: CARD,
	reportUpdated: REPORT,
	reportCreated: REPORT,
};

/** Records of one second: more than a page. */
const CROWD = 310;

/** What tells one state of a record from another: the second is all of a time that the service shows. */
function stateOf(event: Event, { id, memo, updatedTime }: Shown): string {
	if (event.endsWith('Created')) return id;
	return `${id} ${memo} ${Math.floor(updatedTime / 1_000)}`;
}

function isInOrder(records: readonly IDataObject[]): boolean {
	const times = records.map(({ updatedTime }) => Date.parse(String(updatedTime)));
	return times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
}

/**
 * A stretch of a trigger's life: activation, new records, changes, two of them in a second, a poll that fails, a restart,
 * a crowd in one second, a record that shows late, data entry that was under way at activation and that ends by itself, a
 * card that is deleted, quiet times.
 */
export async function live({ world, clock, run }: Stage, event: Event): Promise<Life> {
	const { emulator } = world;
	const kind = KINDS[event];
	const trigger = new QuickTrigger(world, { event });
	const emitted: string[] = [];
	const due = new Set<string>();
	let inOrder = true;

	function note(): void {
		emulator.company.schedule.settle();
		for (const record of kind.shown(emulator)) due.add(stateOf(event, record));
	}

	async function poll(): Promise<void> {
		note();
		const records = await trigger.poll();
		inOrder &&= isInOrder(records);
		for (const { id, memo, updatedTime } of records) {
			emitted.push(stateOf(event, { id: String(id), memo: String(memo ?? ''), updatedTime: Date.parse(String(updatedTime)) }));
		}
	}

	clock.advance(10 * MINUTE);
	if (kind === CARD) emulator.addCard({ id: 'waiting', entryStatus: 'processing' });
	note();
	const old = new Set(due);
	await poll();

	kind.add(emulator, 'a');
	await poll();
	kind.change(emulator, 'a', '2');
	await poll();
	kind.change(emulator, 'a', '3');
	clock.advance(MINUTE);
	kind.add(emulator, 'late', clock.now(), clock.now() + 3 * MINUTE);
	kind.add(emulator, 'b');
	emulator.faults.add({ kind: 'status', status: 403, endpoint: kind.endpoint });
	const { httpCode: failed } = await failure(trigger);
	await poll();
	trigger.restart();
	await poll();

	if (kind === CARD) {
		emulator.deleteCard(cardId(0));
		emulator.changeCard(cardId(1), { memo: 'changed' });
		emulator.completeDigitization('waiting');
		emulator.digitizationMs = MINUTE;
		await run('businessCard.uploadImage', {}, { items: [{ json: {}, binary: { data: inMemory(jpeg()) } }] });
	}
	for (let minute = 0; minute < 3; minute += 1) {
		clock.advance(MINUTE);
		await poll();
	}

	const crowded = clock.now() + 1_000;
	clock.advance(2_000);
	for (let number = 0; number < CROWD; number += 1) kind.add(emulator, `crowd${number}`, crowded);
	await poll();
	kind.add(emulator, 'latecomer', crowded);
	clock.advance(MINUTE);
	await poll();

	clock.advance(24 * 60 * MINUTE);
	kind.add(emulator, 'c');
	kind.change(emulator, 'b', '2');
	await poll();
	await poll();
	const shown = (await trigger.poll('manual')).length;
	for (const state of old) due.delete(state);
	return { emitted: emitted.sort(), due: [...due].sort(), inOrder, failed, shown };
}
