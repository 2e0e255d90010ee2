import { Limiter, type EndableListService, type ServiceResponse, type ServiceRequest } from '../../../../../../nodes/shared';
import { DEFAULT_RATE_LIMIT, RateLimiter } from '../../../../../emulator/rateLimit';
import type { Random } from '../../../../../emulator/seed/random';
import type { VirtualTime } from '../../../../virtualTime';
import type { ListModel } from './listModel';

/** A service with its limit at the end of a way of so many milliseconds, and the real limiter before it. */
export class FarService implements EndableListService {
	calls = 0;

	refusals = 0;

	private readonly limiter: Limiter;

	private readonly allowance = new RateLimiter();

	constructor(
		private readonly list: ListModel,
		private readonly time: VirtualTime,
		private readonly latencyMs: number,
		private readonly random: Random,
	) {
		this.limiter = new Limiter(time, () => random.next());
	}

	async exchange(request: ServiceRequest): Promise<ServiceResponse> {
		const permit = await this.limiter.acquire();
		this.calls += 1;
		await this.way();
		if (this.allowance.take('key', this.time.now(), DEFAULT_RATE_LIMIT)) this.refusals += 1;
		const answer = await this.list.work(request);
		await this.way();
		permit?.answered(answer.body.length);
		return answer;
	}

	/** Half of the latency, and up to a fiftieth more. */
	private async way(): Promise<void> {
		await this.time.sleep((this.latencyMs / 2) * (1 + this.random.next() / 50));
	}

	endedBy(): this {
		return this;
	}

	refusal(answer: ServiceResponse): Error {
		return this.list.refusal(answer);
	}

	unusable(message: string): Error {
		return this.list.unusable(message);
	}
}

/** Longer than any reading takes. */
const MAX_MS = 300_000;

/** Lets time pass until a reading has ended; gives the time at which it did. */
export async function finished(time: VirtualTime, reading: Promise<void>): Promise<number> {
	let endedAt: number | undefined;
	const ended = reading.finally(() => {
		endedAt = time.now();
	});
	ended.catch(() => undefined);
	while (endedAt === undefined && time.now() < MAX_MS) await time.pass(1_000);
	await ended;
	return endedAt ?? NaN;
}
