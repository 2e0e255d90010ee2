import { Limiter } from '../../../../nodes/shared/limiter/limiter';
import { CALLS_PER_SECOND, RateLimiter } from '../../../emulator/rateLimit';
import { Random } from '../../../emulator/seed/random';
import { VirtualTime } from '../../../support/virtualTime';

const SECOND = 1_000;

/** Calls that a process has under way at once, as n8n's parallel items do. */
const PARALLEL = 25;

/** A way to the service and back. */
export interface Way {
	readonly latencyMs: number;
	/** How much longer each half of the way is at most, as a part of it. */
	readonly jitter: number;
	/** What one call in ten loses on its way there. */
	readonly stallMs?: number;
	/** How much longer two answers of three take, because they are large. */
	readonly largeMs?: number;
	/** The share of the calls that break down before they arrive. */
	readonly broken?: number;
	/** Processes that use the key, each with a limiter of its own. */
	readonly processes?: number;
}

/** Makes so many calls; gives the share of the allowance that was used, and how many calls were refused. */
export async function throughput(way: Way, calls: number, seed: number): Promise<{ share: number; refusals: number }> {
	const { latencyMs, jitter, stallMs = 0, largeMs = 0, broken = 0, processes = 1 } = way;
	const time = new VirtualTime().rule();
	const random = new Random(seed);
	const service = new RateLimiter();
	let left = calls;
	let refusals = 0;
	let lastAt = 0;
	const half = async () => await time.sleep((latencyMs / 2) * (1 + random.next() * jitter));
	const call = async (limiter: Limiter, goesFirst: boolean): Promise<boolean> => {
		const permit = await limiter.acquire({ goesFirst });
		if (random.chance(broken)) {
			permit?.end();
			return true;
		}
		if (stallMs > 0 && random.chance(0.1)) await time.sleep(stallMs);
		await half();
		const refusal = service.take('key', time.now());
		await half();
		const isLarge = random.chance(2 / 3);
		if (isLarge) await time.sleep(largeMs);
		if (refusal) permit?.end(0, Math.ceil(refusal.retryAfterMs / SECOND) * SECOND);
		else permit?.end(isLarge ? 300_000 : 1_000);
		if (refusal) refusals += 1;
		return refusal === undefined;
	};
	const worker = async (limiter: Limiter) => {
		while ((left -= 1) >= 0) {
			for (let goesFirst = false; !(await call(limiter, goesFirst));) goesFirst = true;
			lastAt = time.now();
		}
	};
	const workers = Array.from({ length: processes }, () => new Limiter()).flatMap((limiter) =>
		Array.from({ length: PARALLEL }, async () => await worker(limiter)),
	);
	await time.pass(calls * SECOND);
	await Promise.all(workers);
	return { share: calls / CALLS_PER_SECOND / (lastAt / SECOND), refusals };
}

/** How long several processes use a key before all but one end, and how long that one is watched then. */
const SHARED_MS = 60 * SECOND;
const WATCHED_MS = 30 * SECOND;

/** Calls in one second that are nine tenths of the allowance. */
const NINE_TENTHS = 9;

/** Lets all processes but one end; gives how many milliseconds that one takes until it has nine tenths of the allowance. */
export async function recoveryMs(way: Way, seed: number): Promise<number> {
	const { latencyMs, jitter, processes = 2 } = way;
	const time = new VirtualTime().rule();
	const random = new Random(seed);
	const service = new RateLimiter();
	const leavesAt = SHARED_MS + random.next() * 5 * SECOND;
	const accepted: number[] = [];
	const half = async () => await time.sleep((latencyMs / 2) * (1 + random.next() * jitter));

	const worker = async (limiter: Limiter, endsAt: number) => {
		let goesFirst = false;
		for (;;) {
			const permit = await limiter.acquire({ goesFirst });
			if (time.now() >= endsAt) return;
			await half();
			const refusal = service.take('key', time.now());
			if (endsAt > leavesAt && !refusal) accepted.push(time.now());
			await half();
			permit?.end(1_000, refusal && Math.ceil(refusal.retryAfterMs / SECOND) * SECOND);
			goesFirst = refusal !== undefined;
		}
	};
	for (let process = 0; process < processes; process += 1) {
		const limiter = new Limiter();
		const endsAt = process === 0 ? leavesAt + WATCHED_MS : leavesAt;
		for (let place = 0; place < PARALLEL; place += 1) void worker(limiter, endsAt);
	}
	await time.pass(leavesAt + WATCHED_MS + SECOND);

	const alone = accepted.filter((at) => at > leavesAt);
	const reachedAt = alone.find((at, index) => at - (alone[index - NINE_TENTHS + 1] ?? -Infinity) < SECOND);
	return (reachedAt ?? Infinity) - leavesAt;
}
