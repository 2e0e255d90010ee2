import { readRecords, readTimeRange, type ServiceRequest, type ServiceResponse } from '../../../../nodes/shared';
import { Limiter } from '../../../../nodes/shared/limiter/limiter';
import { RateLimiter } from '../../../emulator/rateLimit';
import { Random } from '../../../emulator/seed/random';
import { VirtualTime } from '../../../support/virtualTime';
import { cardsBetween, ListService } from './listService';

/** How a list is read: page after page by token, or as *Return All* does. */
export type Reader = 'plain' | 'returnAll';

/** How records lie in their nine months; `at` and `more` are even in [0, 1). */
export const SHAPES = {
	even: (at: number) => at,
	'more and more': (at: number) => Math.sqrt(at),
	'in twenty heaps': (at: number, more: number) => Math.floor(at * 20) / 20 + more * 0.002,
	'half in twenty seconds': (at: number, more: number) => (more < 0.5 ? Math.floor(at * 20) / 20 : at),
} as const;

export interface Task {
	readonly shape: keyof typeof SHAPES;
	readonly records: number;
	readonly latencyMs: number;
	readonly direction: 'asc' | 'desc';
	/** Records that change in each second. */
	readonly changes?: number;
}

/** What a reading took, and what it missed. */
export interface Spent {
	readonly ms: number;
	readonly calls: number;
	readonly refusals: number;
	readonly lost: number;
}

const ORDERLY = { pageSize: 300, tokens: 'offset' } as const;
const FIRST = Date.UTC(2023, 1, 15) / 1_000;
const LONG = 270 * 86_400;
const FAR_END = 4_000_000_000;
const MAX_MS = 3_000_000;

/** A service with its limit at the end of a way, and the real limiter before it, in a time that passes without waiting. */
class FarService extends ListService {
	refusals = 0;
	private readonly limiter: Limiter;
	private readonly allowance = new RateLimiter();

	constructor(
		private readonly time: VirtualTime,
		private readonly latencyMs: number,
		private readonly random: Random,
		private readonly onArrival: () => void,
	) {
		super(ORDERLY, (FIRST + 2 * LONG) * 1_000);
		this.limiter = new Limiter(time, () => random.next());
	}

	override async exchange(request: ServiceRequest): Promise<ServiceResponse> {
		const permit = await this.limiter.acquire();
		await this.way();
		this.onArrival();
		if (this.allowance.take('key', this.time.now())) this.refusals += 1;
		const response = this.respond(request);
		await this.way();
		permit?.answered(response.body.length);
		return response;
	}

	override endedBy(): this {
		return this;
	}

	/** Half of the latency, and up to a fiftieth more. */
	private async way(): Promise<void> {
		await this.time.sleep((this.latencyMs / 2) * (1 + this.random.next() / 50));
	}
}

/** Reads a list to its end. */
export async function spent(
	reader: Reader,
	{ shape, records, latencyMs, direction, changes = 0 }: Task,
	seed: number,
): Promise<Spent> {
	const random = new Random(seed);
	const time = new VirtualTime();
	let changedAt = 0;
	const change = () => {
		const due = Math.floor((time.now() * changes) / 1_000) - Math.floor((changedAt * changes) / 1_000);
		service.wait(time.now() - changedAt);
		changedAt = time.now();
		for (let count = 0; count < due; count += 1) service.change(random.pick(ids));
	};
	const service = new FarService(time, latencyMs, random, change);
	for (let count = 0; count < records; count += 1) {
		const second = FIRST + Math.floor(SHAPES[shape](random.next(), random.next()) * LONG);
		service.add({ updated: second, registered: second });
	}
	const ids = service.states.map(({ id }) => id);
	const request = cardsBetween(FIRST - LONG, FAR_END, direction);
	const given = new Set<unknown>();
	let ms: number | undefined;
	const read = async () => {
		const pages =
			reader === 'plain'
				? readRecords(service, request, Infinity)
				: [await readTimeRange(service, request, { direction, clock: time })];
		for await (const page of pages) for (const { id } of page) given.add(id);
	};
	const reading = read().finally(() => {
		ms = time.now();
	});
	reading.catch(() => undefined);
	while (ms === undefined && time.now() < MAX_MS) await time.pass(1_000);
	await reading;
	const lost = ids.filter((id) => !given.has(id)).length;
	return { ms: ms ?? NaN, calls: service.asked.length, refusals: service.refusals, lost };
}
