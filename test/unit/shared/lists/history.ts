import type { IDataObject } from 'n8n-workflow';
import type { ListService as ReadService, ServiceRequest } from '../../../../nodes/shared';
import type { Random } from '../../../emulator/seed/random';
import { cardsBetween, ListService, SteppedService, type Traits } from './listService';

/** One reading of a list, while the service goes on living. */
export interface History {
	readonly traits: Traits;
	readonly direction: 'asc' | 'desc';
	/** Calls that may be under way at once. */
	readonly calls: number;
	/** Of the time range, seconds; every moment there is when left out. */
	readonly from?: number;
	readonly to?: number;
	/** Share of the steps in which something changes. */
	readonly unrest: number;
	/** Whether page tokens expire now and then. */
	readonly expiry: boolean;
	/** One record of so many shows no update time. */
	readonly timelessOf: number;
}

export type Read = (service: ReadService, request: ServiceRequest, history: History) => Promise<IDataObject[]>;

const FIRST_SECOND = 1_700_000_000;
const FAR_END = 4_000_000_000;
const SIX_HOURS_MS = 6 * 3_600_000;
const MAX_STEPS = 20_000;

/** A history with every kind of trouble drawn at random. */
export function invent(random: Random): History {
	return {
		traits: {
			pageSize: random.whole(4, 9),
			includesFrom: random.chance(0.5),
			includesTo: random.chance(0.5),
			tokens: random.pick(['offset', 'keyset', 'ids', 'contents'] as const),
			keepsOrder: random.chance(0.8),
			saysMoreWhenFull: random.chance(0.3),
			ties: random.pick(['id', 'change'] as const),
			takesLimit: random.chance(0.8),
		},
		direction: random.pick(['asc', 'desc'] as const),
		calls: random.pick([1, 2, 4, 13]),
		...(random.chance(0.3) && { from: FIRST_SECOND + random.whole(0, 100), to: FIRST_SECOND + random.whole(100, 5_000) }),
		unrest: random.pick([0, 0.02, 0.2]),
		expiry: random.chance(0.2),
		timelessOf: random.pick([Infinity, Infinity, Infinity, 9, 2]),
	};
}

/** Records in crowds, close together and far apart, with fractions of seconds or without. Few have times far ahead. */
function populate(service: ListService, random: Random, { traits: { pageSize }, timelessOf }: History): void {
	const hasFractions = random.chance(0.3);
	let second = FIRST_SECOND;
	for (let group = random.whole(1, 8); group > 0; group -= 1) {
		const [count, apart] = random.pick([
			[random.whole(1, 12 * pageSize), random.pick([1, 5, 100])],
			[random.whole(1, 4 * pageSize), 0],
			[random.whole(1, 3), 20_000],
		] as const);
		for (let index = 0; index < count; index += 1) {
			second += apart === 0 ? 0 : random.whole(0, 2 * apart);
			const isTimed = (service.records.size + 1) % timelessOf !== 0;
			const updatedMs = second * 1_000 + (hasFractions ? random.whole(0, 999) : 0);
			service.put({ updatedMs, registered: second - random.pick([0, 3, 1_000, 50_000]), isTimed });
		}
		second += random.whole(1, 200);
	}
	// Not where pages of four show two times: then all of the newest may lie ahead, and nothing tells the present.
	for (let count = timelessOf === 2 ? 0 : random.pick([0, 0, 1, 2]); count > 0; count -= 1) {
		service.put({ updatedMs: (second + random.whole(100_000, 200_000)) * 1_000, registered: second });
	}
	service.nowMs = (second + random.whole(1, 100)) * 1_000;
}

/** Changes something; gives the id of what was there before. */
function disturb(service: ListService, random: Random): string | undefined {
	const ids = [...service.records.keys()];
	if (random.chance(0.15) || ids.length === 0) {
		service.put({});
		return undefined;
	}
	const id = random.pick(ids);
	if (random.chance(0.2)) service.remove(id);
	else service.put({ id });
	return id;
}

/** What a reading did wrong. */
export interface Faults {
	readonly repeated: string[];
	readonly lost: string[];
	readonly misplaced: number[];
}

/**
 * Lets a list be read to its end, and says what was wrong with it.
 *
 * @throws whatever the reading throws
 */
export async function live(history: History, random: Random, readList: Read): Promise<Faults> {
	const { traits, direction, from = 1, to = FAR_END } = history;
	const service = new ListService(traits, FIRST_SECOND * 1_000);
	populate(service, random, history);
	const before = [...service.records.values()].filter(({ updatedMs }) => service.includes(updatedMs, from, to));
	const touched = new Set<string>();
	const stepped = new SteppedService(service);
	let isOver = false;
	const reading = readList(stepped, cardsBetween(from, to, direction), history).finally(() => {
		isOver = true;
	});
	reading.catch(() => undefined);
	for (let step = 0; !isOver; step += 1) {
		if (step > MAX_STEPS) throw new Error('The list never ends');
		await new Promise(setImmediate);
		if (random.chance(0.1)) service.nowMs += random.whole(1, 1_500);
		if (history.expiry && random.chance(0.003)) service.nowMs += SIX_HOURS_MS + 1;
		if (random.chance(history.unrest)) touched.add(disturb(service, random) ?? '');
		stepped.advance((count) => random.whole(0, count - 1));
	}
	const given = (await reading).map(({ id }) => String(id));

	const usedTokens = service.asked.some(({ query }) => query.some(([name]) => name === 'nextPageToken'));
	const isOffset = traits.tokens === 'offset' && usedTokens;
	const hadDepartures = to === FAR_END ? before.some(({ id }) => !service.records.has(id)) : touched.size > 0;
	// Behind a position that is counted from the start records are skipped when one before them goes for good; where the
	// order is another one, or a record shows no time, also when one changes. Only the service could prevent it.
	const mayLose = isOffset && (hadDepartures || !traits.keepsOrder || history.timelessOf < Infinity);
	const places = new Set(given);
	const lasting = before.filter(({ id }) => !touched.has(id) || (to === FAR_END && service.records.has(id)));
	const untouched = new Map(
		before.filter(({ id, isTimed }) => isTimed && !touched.has(id)).map((record) => [record.id, record]),
	);
	const shown = given.flatMap((id) => untouched.get(id) ?? []);
	const step = direction === 'asc' ? 1 : -1;
	const byUpdate = backwards(shown.map(({ updatedMs }) => step * Math.floor(updatedMs / 1_000)));
	const byRegistration = backwards(shown.map(({ registered }) => -registered));
	// Two small pages of another order may look like the one that was asked for.
	const isSortedByUs = service.asked.length > 2 && byUpdate.length === 0;
	return {
		repeated: given.filter((id, place) => given.indexOf(id) !== place),
		lost: mayLose ? [] : lasting.filter(({ id }) => !places.has(id)).map(({ id }) => id),
		// What is read again behind an offset comes at the end where nothing proves the order.
		misplaced: isOffset ? [] : traits.keepsOrder || isSortedByUs ? byUpdate : byRegistration,
	};
}

/** Where numbers go back. */
function backwards(numbers: readonly number[]): number[] {
	return numbers.filter((number, place) => number < (numbers[place - 1] ?? number));
}
