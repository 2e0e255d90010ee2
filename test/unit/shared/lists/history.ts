import type { IDataObject } from 'n8n-workflow';
import type { ServiceRequest, ServiceResponse } from '../../../../nodes/shared';
import type { Random } from '../../../emulator/seed/random';
import type { World } from '../../../trigger/history';
import { cardsBetween, ListService } from './listService';

/** What the specification leaves open about lists, one choice each. */
type Traits = Pick<
	World,
	'pageSize' | 'includesFrom' | 'includesTo' | 'tokens' | 'keepsOrder' | 'saysMoreWhenFull' | 'ties'
>;

/** One reading of a list, while the service goes on living. */
export interface History {
	readonly traits: Traits;
	/** Whether a limit is taken, or refused. */
	readonly takesLimit: boolean;
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

export type Read = (service: ListService, request: ServiceRequest, history: History) => Promise<IDataObject[]>;

const FIRST_SECOND = 1_700_000_000;
const FAR_END = 4_000_000_000;
const SIX_HOURS_MS = 6 * 3_600_000;
const MAX_STEPS = 20_000;

interface Call {
	readonly request: ServiceRequest;
	readonly settle: (response: ServiceResponse) => void;
	readonly fail: (error: Error) => void;
	response?: ServiceResponse;
}

/** Answers come when they are told to, in any order: what is on its way at once can be worked on, and answered, one before the other. */
class SteppedService extends ListService {
	private onTheWay: Call[] = [];

	override async exchange(request: ServiceRequest): Promise<ServiceResponse> {
		return await new Promise((settle, fail) => this.onTheWay.push({ request, settle, fail }));
	}

	override endedBy({ ended }: { ended: AbortSignal }): this {
		ended.addEventListener('abort', () => {
			for (const { fail } of this.onTheWay.splice(0)) fail(new Error('ended'));
		});
		return this;
	}

	/** Takes one of the calls a step further: the service works on it, or its answer comes. */
	advance(random: Random): void {
		const place = random.whole(0, this.onTheWay.length - 1);
		const call = this.onTheWay[place];
		if (!call) return;
		if (!call.response) {
			call.response = this.respond(call.request);
			return;
		}
		this.onTheWay.splice(place, 1);
		call.settle(call.response);
	}
}

/** A history with every kind of trouble drawn at random. */
export function invent(random: Random): History {
	return {
		traits: {
			pageSize: random.whole(4, 9),
			includesFrom: random.chance(0.5),
			includesTo: random.chance(0.5),
			tokens: random.pick(['offset', 'place', 'snapshot', 'contents'] as const),
			keepsOrder: random.chance(0.8),
			saysMoreWhenFull: random.chance(0.3),
			ties: random.pick(['id', 'change'] as const),
		},
		takesLimit: random.chance(0.8),
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
			const updatedForm = (service.states.length + 1) % timelessOf === 0 ? 'missing' : 'stamp';
			const updated = second + (hasFractions ? random.whole(0, 999) / 1_000 : 0);
			service.add({ updated, registered: second - random.pick([0, 3, 1_000, 50_000]), updatedForm });
		}
		second += random.whole(1, 200);
	}
	// Not where pages of four show two times: then all of the newest may lie ahead, and nothing tells the present.
	for (let count = timelessOf === 2 ? 0 : random.pick([0, 0, 1, 2]); count > 0; count -= 1) {
		service.add({ updated: second + random.whole(100_000, 200_000), registered: second });
	}
	service.moveTo((second + random.whole(1, 100)) * 1_000);
}

/** Changes something; gives the id of what was there before. */
function disturb(service: ListService, random: Random): string | undefined {
	const updated = service.nowMs / 1_000;
	const states = service.latestStates.sort((a, b) => a.number - b.number);
	if (random.chance(0.15) || states.length === 0) {
		service.add({ updated });
		return undefined;
	}
	const { id } = random.pick(states);
	if (random.chance(0.2)) service.remove(id);
	else service.change(id, { updated });
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
	const service = new SteppedService(traits, FIRST_SECOND * 1_000, history.takesLimit);
	populate(service, random, history);
	const isIn = service.within({ from, to });
	const before = service.shownStates().filter(({ updated }) => isIn(updated));
	const touched = new Set<string>();
	let isOver = false;
	const reading = readList(service, cardsBetween(from, to, direction), history).finally(() => {
		isOver = true;
	});
	reading.catch(() => undefined);
	for (let step = 0; !isOver; step += 1) {
		if (step > MAX_STEPS) throw new Error('The list never ends');
		await new Promise(setImmediate);
		if (random.chance(0.1)) service.wait(random.whole(1, 1_500));
		if (history.expiry && random.chance(0.003)) service.wait(SIX_HOURS_MS + 1);
		if (random.chance(history.unrest)) touched.add(disturb(service, random) ?? '');
		service.advance(random);
	}
	const given = (await reading).map(({ id }) => String(id));

	const usedTokens = service.asked.some(({ query }) => query.some(([name]) => name === 'nextPageToken'));
	const isOffset = traits.tokens === 'offset' && usedTokens;
	const left = new Set(service.shownStates().map(({ id }) => id));
	const hadDepartures = to === FAR_END ? before.some(({ id }) => !left.has(id)) : touched.size > 0;
	// Behind a position that is counted from the start records are skipped when one before them goes for good; where the
	// order is another one, or a record shows no time, also when one changes. Only the service could prevent it.
	const mayLose = isOffset && (hadDepartures || !traits.keepsOrder || history.timelessOf < Infinity);
	const places = new Set(given);
	const lasting = before.filter(({ id }) => !touched.has(id) || (to === FAR_END && left.has(id)));
	const untouched = new Map(
		before
			.filter(({ id, updatedForm }) => updatedForm === 'stamp' && !touched.has(id))
			.map((record) => [record.id, record]),
	);
	const shown = given.flatMap((id) => untouched.get(id) ?? []);
	const step = direction === 'asc' ? 1 : -1;
	const byUpdate = backwards(shown.map(({ updated }) => step * Math.floor(updated)));
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
