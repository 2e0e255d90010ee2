import { readTerm, secondsToServiceDateTime, type ServiceRequest } from '../../../../../../nodes/shared';
import type { Random } from '../../../../../emulator/seed/random';
import type { Traits } from '../../../../../trigger/history';
import { Service } from '../../../../../trigger/service';
import { VirtualClock } from '../../../../../trigger/virtualClock';
import { ListModel } from './listModel';

/** One reading of a list, while the service goes on living. */
export interface Story {
	readonly traits: Traits;
	readonly direction: 'asc' | 'desc';
	/** Calls that may be on their way at once. */
	readonly calls: number;
	readonly takesLimit: boolean;
	/** Of the term; every moment there is when left out. */
	readonly from?: number;
	readonly to?: number;
	/** Share of the steps in which something changes. */
	readonly unrest: number;
	/** Whether page tokens expire now and then. */
	readonly expiry: boolean;
	/** One record of so many shows no update time. */
	readonly timelessOf: number;
}

/** What came of it. */
export interface Ending {
	readonly given: readonly string[];
	/** Records of the term that were there all the time, and did not change, in the order of their changes, each with the time that it shows. */
	readonly unchanged: ReadonlyMap<string, number | undefined>;
	/** Ids that were there all the time, changed or not, as far as the term goes on. */
	readonly lasting: readonly string[];
	/** Whether a page was asked for by its token. */
	readonly usedTokens: boolean;
	/** Whether records left the term. */
	readonly hadDepartures: boolean;
	readonly asked: readonly ServiceRequest[];
}

export const FIRST_SECOND = 1_700_000_000;
const LIFETIME_MS = 6 * 3_600_000;
const FAR_END = 4_000_000_000;
const MAX_STEPS = 20_000;

/** Records in crowds, close together and far apart; all of them registered before they changed. Few have times far ahead. */
function populate(model: Service, random: Random, { traits: { pageSize }, timelessOf }: Story): number {
	let second = FIRST_SECOND;
	for (let group = random.whole(1, 8); group > 0; group -= 1) {
		const [count, apart] = random.pick([
			[random.whole(1, 12 * pageSize), random.pick([1, 5, 100])],
			[random.whole(1, 4 * pageSize), 0],
			[random.whole(1, 3), 20_000],
		] as const);
		for (let index = 0; index < count; index += 1) {
			second += apart === 0 ? 0 : random.whole(0, 2 * apart);
			const updatedForm = (model.ids.length + 1) % timelessOf === 0 ? 'missing' : 'stamp';
			model.add({ updated: second, registered: second - random.pick([0, 3, 1_000, 50_000]), updatedForm });
		}
		second += random.whole(1, 200);
	}
	for (let count = random.pick([0, 0, 1, 2]); count > 0; count -= 1) {
		model.add({ updated: second + random.whole(100_000, 200_000), registered: second });
	}
	return second;
}

function disturb(model: Service, random: Random): string | undefined {
	const { ids } = model;
	if (random.chance(0.15) || ids.length === 0) {
		model.add({});
		return undefined;
	}
	const id = random.pick(ids);
	if (random.chance(0.2)) model.remove(id);
	else model.change(id, {});
	return id;
}

/** Tells a story to its end. @throws whatever the reading throws */
export async function tell(story: Story, random: Random): Promise<Ending> {
	const clock = new VirtualClock(FIRST_SECOND * 1_000);
	const model = new Service(story.traits, clock, 300, 0);
	const last = populate(model, random, story);
	model.moveTo((last + random.whole(0, 100)) * 1_000);

	const { from = 1, to = FAR_END } = story;
	const belongs = (updated: number) =>
		(story.traits.includesFrom ? updated >= from : updated > from) && (story.traits.includesTo ? updated <= to : updated < to);
	const before = model.ids
		.map((id) => ({ id, updated: model.stateOf(id)?.updated ?? NaN }))
		.filter(({ updated }) => belongs(updated))
		.sort((a, b) => a.updated - b.updated);
	const touched = new Set<string>();

	const service = new ListModel(model, story.takesLimit);
	const request: ServiceRequest = {
		endpoint: { method: 'GET', response: 'list', effect: 'read', record: 'card' },
		version: '3.2',
		path: '/bizCards',
		query: [
			['updatedFrom', secondsToServiceDateTime(from)],
			['updatedTo', secondsToServiceDateTime(to)],
			['orderDirection', story.direction],
		],
	};
	const given: string[] = [];
	const read = async () => {
		const breadth = { calls: story.calls, watch: async <T>(call: () => Promise<T>) => await call() };
		for await (const records of readTerm(service, request, { direction: story.direction, most: Infinity, concurrency: breadth })) {
			for (const record of records) given.push(String(record.id));
		}
	};
	const there = new Set(model.ids);
	let isOver = false;
	const reading = read().finally(() => {
		isOver = true;
	});
	reading.catch(() => undefined);
	for (let step = 0; !isOver; step += 1) {
		if (step > MAX_STEPS) throw new Error('The list never ends');
		await new Promise(setImmediate);
		if (random.chance(0.1)) model.moveTo(clock.now() + random.whole(1, 1_500));
		if (story.expiry && random.chance(0.003)) model.moveTo(clock.now() + LIFETIME_MS + 1);
		if (random.chance(story.unrest)) touched.add(disturb(model, random) ?? '');
		await service.advance((count) => random.whole(0, count - 1));
	}
	await reading;
	return {
		given,
		unchanged: new Map(before.filter(({ id }) => !touched.has(id)).map(({ id, updated }) => [id, model.stateOf(id)?.updatedForm === 'stamp' ? updated : undefined])),
		lasting: before.filter(({ id }) => to === FAR_END && model.stateOf(id)).map(({ id }) => id),
		usedTokens: service.asked.some(({ query }) => query.some(([name]) => name === 'nextPageToken')),
		hadDepartures: to === FAR_END ? [...there].some((id) => !model.stateOf(id)) : touched.size > 0,
		asked: service.asked,
	};
}
