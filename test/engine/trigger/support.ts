import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ManualClock, type Emulator } from '../../emulator';
import type { CardInput } from '../../emulator/records';
import type { PolledTrigger } from '../../support/engine/trigger';
import { worldPerTest } from '../../support/engine/world';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

export const EVENTS = ['businessCardUpdated', 'businessCardCreated', 'reportUpdated', 'reportCreated'] as const;

/** For each test a service whose clock stands still until it is moved. */
export function timedWorld() {
	const clock = new ManualClock('2026-04-01T00:00:00Z');
	const world = worldPerTest({ clock });
	/** A trigger that has been active for a minute. */
	async function activated(parameters: INodeParameters = {}, id?: string): Promise<PolledTrigger> {
		const trigger = world.trigger(parameters, id);
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

/** Adds cards of one moment of the emulator's clock, unless told otherwise. */
export function addCards(
	emulator: Emulator,
	count: number,
	prefix = 'c',
	stepMs = 0,
	fields: CardInput = {},
): string[] {
	const now = emulator.clock.now();
	return Array.from({ length: count }, (_, index) => {
		const id = `${prefix}${String(index).padStart(4, '0')}`;
		return emulator.addCard({ ...fields, id, updatedTime: now + index * stepMs }).id;
	});
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
