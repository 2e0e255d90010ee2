import type { IDataObject, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';
import { ManualClock, type Emulator } from '../../emulator';
import { PolledTrigger } from '../../support/engine/n8n';
import { worldPerTest, type World } from '../../support/engine/world';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const EVENTS = ['businessCardUpdated', 'businessCardCreated', 'reportUpdated', 'reportCreated'] as const;

/**
 * A trigger whose every poll uses another key of the same user: what is told of it takes no longer because one key may
 * make ten calls per second.
 */
export class QuickTrigger extends PolledTrigger {
	constructor(
		private readonly world: World,
		parameters: INodeParameters = {},
		id?: string,
	) {
		super(world.credential(), parameters, id);
	}

	override async poll(mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[]> {
		this.credential = this.world.credential({ apiKey: this.world.freshKey() });
		return await super.poll(mode);
	}
}

/** For each test a service whose clock stands still until it is moved. */
export function timedWorld() {
	const clock = new ManualClock('2026-04-01T00:00:00Z');
	const world = worldPerTest({ clock });
	/** A trigger that has been active for a minute. */
	async function activated(parameters: INodeParameters = {}, id?: string): Promise<QuickTrigger> {
		const trigger = new QuickTrigger(world, parameters, id);
		expect(await trigger.poll()).toEqual([]);
		clock.advance(MINUTE);
		return trigger;
	}
	return { clock, world, activated };
}

/** What n8n gives a poll under its durable scheduler, milliseconds. */
export const DURABLE_BUDGET_MS = 36_000;

/** What newer versions of n8n give a poll without it. */
export const UNFENCED_BUDGET_MS = 300_000;

/** Ids of records, in the order they came. */
export function ids(records: readonly IDataObject[]): string[] {
	return records.map(({ id }) => String(id));
}

/** A state of a card: its id and the memo that tells its states apart. */
export function states(records: readonly IDataObject[]): string[] {
	return records.map(({ id, memo }) => `${String(id)} ${String(memo)}`);
}

/** Adds cards of one moment of the emulator's clock, unless told otherwise. */
export function addCards(emulator: Emulator, count: number, prefix = 'c', stepMs = 0): string[] {
	const now = emulator.clock.now();
	return Array.from({ length: count }, (_, index) => {
		const id = `${prefix}${String(index).padStart(4, '0')}`;
		return emulator.addCard({ id, updatedTime: now + index * stepMs }).id;
	});
}

/**
 * A company as most are: cards of different times, some of which changed after others were registered. That is what
 * tells the order of update from that of registration.
 */
export function addCompany({ emulator }: World, clock: ManualClock): void {
	const cards = addCards(emulator, 20, 'company', 1_000);
	clock.advance(60_000);
	for (const id of cards.slice(0, 3)) emulator.changeCard(id, { memo: 'changed' });
	clock.advance(60_000);
}

/** Polls and expects the poll to fail; gives its error. */
export async function failure(trigger: PolledTrigger): Promise<Error & { httpCode?: string; description?: string }> {
	try {
		await trigger.poll();
	} catch (error) {
		if (error instanceof Error) return error;
		throw error;
	}
	throw new Error('The poll did not fail');
}
