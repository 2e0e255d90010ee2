import {
	readRecords,
	readTimeRange,
	secondsToServiceDateTime,
	stampToSeconds,
	type ListService,
	type ServiceRequest,
	type ServiceResponse,
} from '../../../../nodes/shared';
import { Limiter } from '../../../../nodes/shared/limiter/limiter';
import { RateLimiter } from '../../../emulator/rateLimit';
import type { Random } from '../../../emulator/seed/random';
import { PLAIN_WORLD, type World } from '../../../trigger/history';
import type { State } from '../../../trigger/records';
import { Service } from '../../../trigger/service';
import { VirtualTime } from '../../../support/virtualTime';

/** A list that is read while its service goes on living, in a time that passes without waiting. */

/** How a list is read: page after page by token, or by the times of its records. */
export type Reader = 'plain' | 'byTime';

/** What the specification leaves open about lists, one choice each. */
type Traits = Pick<
	World,
	'pageSize' | 'includesFrom' | 'includesTo' | 'tokens' | 'keepsOrder' | 'saysMoreWhenFull' | 'ties'
>;

/** One reading of a list, and what happens meanwhile. */
export interface History {
	readonly traits: Traits;
	/** Whether the service refuses a limit. */
	readonly refusesLimit?: boolean;
	readonly direction: 'asc' | 'desc';
	/** How many records are wanted; all when left out. */
	readonly limit?: number;
	/** Of an answer at least; each half of the way takes longer by up to `jitter` of it. */
	readonly latencyMs: number;
	readonly jitter: number;
	/** Of the time range, seconds; every moment there is when left out. */
	readonly from?: number;
	readonly to?: number;
	readonly changesPerSecond: number;
	/** The shares of the changes in which a record comes, and in which one leaves for good. */
	readonly coming?: number;
	readonly leaving?: number;
	/** Whether page tokens expire now and then. */
	readonly expires?: boolean;
	/** Adds what is there before. */
	readonly populate: (service: Service) => void;
}

/** Before any record. */
const START = 1_600_000_000;
const FAR_END = 4_000_000_000;
const MAX_MS = 3_000_000;
const SIX_HOURS_MS = 6 * 3_600_000;

/** Options that leave nothing out. */
const EVERYTHING = { ...PLAIN_WORLD.options, entryStatus: [] };

function responseOf(status: number, json: object): ServiceResponse {
	return { status, json, body: Buffer.from(JSON.stringify(json)), contentType: 'application/json' };
}

function refusal(code: string, field: string): ServiceResponse {
	return responseOf(400, { statusCode: 400, message: 'No', error: [{ Code: code, field }] });
}

/** The service of the trigger's histories with its limit, at the end of a way, and the real limiter before it. */
class FarService extends Service implements ListService {
	/** Calls that were answered. */
	readonly asked: ServiceRequest[] = [];
	refusals = 0;

	/** What lists showed when the first page was made, and which of these records something has happened to since. */
	before: readonly State[] = [];
	readonly touched = new Set<string>();
	private readonly limiter = new Limiter();
	private readonly allowance = new RateLimiter();
	private livedMs = 0;
	private changesDue = 0;
	private hasBegun = false;

	constructor(
		readonly history: History,
		private readonly time: VirtualTime,
		private readonly random: Random,
	) {
		super({ ...PLAIN_WORLD, ...history.traits }, START * 1_000);
	}

	async exchange(request: ServiceRequest): Promise<ServiceResponse> {
		const permit = await this.limiter.acquire();
		await this.way();
		this.live();
		if (this.allowance.take('key', this.time.now())) this.refusals += 1;
		const response = this.respond(request);
		await this.way();
		permit?.end(response.body.length);
		return response;
	}

	endedBy(): this {
		return this;
	}

	refusal({ status }: ServiceResponse): Error {
		return new Error(`refused with ${status}`);
	}

	unusable(message: string): Error {
		return new Error(message);
	}

	private async way(): Promise<void> {
		const { latencyMs, jitter } = this.history;
		await this.time.sleep((latencyMs / 2) * (1 + this.random.next() * jitter));
	}

	private respond(request: ServiceRequest): ServiceResponse {
		this.asked.push(request);
		const query = new Map(request.query);
		if (this.history.refusesLimit && query.has('limit')) return refusal('invalid_value', 'limit');
		const [from = NaN, to = NaN] = ['updatedFrom', 'updatedTo'].map((name) => stampToSeconds(query.get(name)));
		if (from > to) return refusal('invalid_value', 'updatedTo');
		const orderDirection = query.get('orderDirection') === 'desc' ? 'desc' : 'asc';
		const asked = { from, to, orderBy: 'updatedAt', orderDirection, token: query.get('nextPageToken') } as const;
		try {
			if (!this.hasBegun) this.begin();
			const { records, nextToken = null } = this.page(EVERYTHING, asked);
			return responseOf(200, { hasMore: nextToken !== null, nextPageToken: nextToken, data: records });
		} catch {
			return refusal('expired_token', 'nextPageToken');
		}
	}

	private begin(): void {
		this.hasBegun = true;
		this.before = this.shownStates();
		this.touched.clear();
	}

	/** Lets happen what has happened since the call before. */
	private live(): void {
		const { changesPerSecond, expires } = this.history;
		const ms = this.time.now() - this.livedMs;
		this.livedMs += ms;
		this.wait(expires && this.random.chance(0.012) ? SIX_HOURS_MS + 1 : ms);
		this.changesDue += (ms / 1_000) * changesPerSecond;
		for (; this.changesDue >= 1; this.changesDue -= 1) this.disturb();
	}

	private disturb(): void {
		const { coming = 0, leaving = 0 } = this.history;
		const updated = this.nowMs / 1_000;
		const states = this.latestStates;
		const what = this.random.next();
		if (what < coming || states.length === 0) {
			this.add({ updated });
			return;
		}
		const { id } = this.random.pick(states);
		this.touched.add(id);
		if (what < coming + leaving) this.remove(id);
		else this.change(id, { updated });
	}
}

/** What is asked for: the cards of a time range, seconds. */
function cardsBetween(from: number, to: number, direction: 'asc' | 'desc'): ServiceRequest {
	return {
		endpoint: { method: 'GET', response: 'list', effect: 'read' },
		version: '3.2',
		path: '/bizCards',
		query: [
			['updatedFrom', secondsToServiceDateTime(from)],
			['updatedTo', secondsToServiceDateTime(to)],
			['orderDirection', direction],
		],
	};
}

const ids = (states: ReadonlyArray<{ readonly id: string }>) => new Set(states.map(({ id }) => id));

/** Where numbers go back. */
function backwards(numbers: readonly number[]): number[] {
	return numbers.filter((number, place) => number < (numbers[place - 1] ?? number));
}

/** Those of records that are among the first so many of a list, wherever the service puts those of one second. */
function firstOf(records: readonly State[], { limit = Infinity, direction }: History): State[] {
	const sign = direction === 'asc' ? 1 : -1;
	const placeOf = ({ updated }: State) => sign * Math.floor(updated);
	const places = records.map(placeOf).sort((a, b) => a - b);
	const behind = places[limit] ?? Infinity;
	return records.filter((record) => placeOf(record) < behind);
}

/**
 * Which records a list may not lack, of those that were there before. With a limit, one that changes meanwhile may have
 * gone behind it; a list in an order of the service's own is compared only as a whole.
 */
function expectedOf(service: FarService, before: readonly State[]): State[] {
	const { history, touched, states } = service;
	const isWhole = (history.limit ?? Infinity) >= ids(states).size;
	if (!isWhole && !history.traits.keepsOrder) return [];
	if (!isWhole) return firstOf(before, history).filter(({ id }) => !touched.has(id));

	const left = ids(service.shownStates());
	return before.filter(({ id }) => !touched.has(id) || (history.to === undefined && left.has(id)));
}

/** What is wrong with the ids that were given of a list, whose records before are known. */
function faultsOf(service: FarService, before: readonly State[], given: readonly string[]) {
	const { traits, direction, limit = Infinity, to } = service.history;
	const { asked, touched } = service;
	const left = ids(service.shownStates());
	const places = new Set(given);
	const hadDepartures = to === undefined ? before.some(({ id }) => !left.has(id)) : touched.size > 0;
	const isTimeless = before.some(({ updatedForm }) => updatedForm !== 'stamp');
	const isOffset =
		traits.tokens === 'offset' && asked.some(({ query }) => query.some(([name]) => name === 'nextPageToken'));
	// Behind a position that is counted from the start records are skipped when one before them goes for good; where the
	// order is another one, or a record shows no time, also when one changes. Only the service could prevent it.
	const mayLose = isOffset && (hadDepartures || !traits.keepsOrder || isTimeless);

	const untouched = before.filter(({ id, updatedForm }) => updatedForm === 'stamp' && !touched.has(id));
	const byId = new Map(untouched.map((record) => [record.id, record]));
	const shown = given.flatMap((id) => byId.get(id) ?? []);
	const sign = direction === 'asc' ? 1 : -1;
	const byUpdate = backwards(shown.map(({ updated }) => sign * Math.floor(updated)));
	const byRegistration = backwards(shown.map(({ registered }) => -registered));
	// Two small pages of another order may look like the one that was asked for.
	const isSortedByUs = asked.length > 2 && byUpdate.length === 0;

	const lasting = before.filter(({ id }) => !touched.has(id)).length;
	const missing = Math.max(0, Math.min(limit, lasting) - given.length, given.length - limit);
	return {
		repeated: given.length - places.size,
		lost: mayLose ? [] : expectedOf(service, before).flatMap(({ id }) => (places.has(id) ? [] : id)),
		missing: mayLose ? 0 : missing,
		// What is read again behind an offset comes at the end where nothing proves the order.
		misplaced: isOffset ? [] : traits.keepsOrder || isSortedByUs ? byUpdate : byRegistration,
	};
}

/**
 * Lets a list be read to its end: says what it took, and what was wrong with it.
 *
 * @throws whatever the reading throws
 */
export async function live(history: History, random: Random, reader: Reader = 'byTime') {
	const { direction, limit, from = 1, to = FAR_END } = history;
	const time = new VirtualTime().rule();
	const service = new FarService(history, time, random);
	history.populate(service);
	const isIn = service.within({ from, to });
	const request = cardsBetween(from, to, direction);
	const given: string[] = [];
	let ms: number | undefined;
	const read = async () => {
		const pages =
			reader === 'plain'
				? readRecords(service, request, limit ?? Infinity)
				: [await readTimeRange(service, request, direction, { limit })];
		for await (const page of pages) for (const { id } of page) given.push(String(id));
	};
	const reading = read().finally(() => {
		ms = time.now();
	});
	reading.catch(() => undefined);
	while (ms === undefined && time.now() < MAX_MS) await time.pass(1_000);
	if (ms === undefined) throw new Error('The list never ends');
	await reading;
	const before = service.before.filter(({ updated }) => isIn(updated));
	return { ms, calls: service.asked.length, refusals: service.refusals, ...faultsOf(service, before, given) };
}

const FIRST = Date.UTC(2023, 1, 15) / 1_000;
const NINE_MONTHS = 270 * 86_400;
const PAGE_SIZE = 300;

/** How a list of many records is read from an orderly service. */
export interface Task extends Pick<History, 'direction' | 'latencyMs'> {
	/** The last page is not full. */
	readonly pages: number;
	/** How records lie in their nine months; both numbers are even in [0, 1). */
	readonly shape?: (at: number, more: number) => number;
	readonly changesPerSecond?: number;
}

/** A history in which records change, and nothing else happens. */
export function orderly({ pages, shape = (at) => at, changesPerSecond = 0, ...task }: Task, random: Random): History {
	return {
		...task,
		traits: { ...PLAIN_WORLD, pageSize: PAGE_SIZE, tokens: 'offset' },
		jitter: 0.02,
		changesPerSecond,
		populate: (service) => {
			for (let count = Math.round((pages - 0.6) * PAGE_SIZE); count > 0; count -= 1) {
				const second = FIRST + Math.floor(shape(random.next(), random.next()) * NINE_MONTHS);
				service.add({ updated: second, registered: second });
			}
			service.moveTo((FIRST + 2 * NINE_MONTHS) * 1_000);
		},
	};
}
