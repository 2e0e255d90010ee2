import type { RecordSource } from '../../nodes/BusinessCardDataTrigger/source';
import { inFull } from '../inFull';
import { DEFAULT_MAX_RECORDS } from './history';
import { ServiceModel } from './model';
import { ours } from './ours';
import { PLAIN_SERVICE } from './plain';
import type { PollTask } from './simulate';
import { VirtualClock } from './virtualClock';

const OVERLAP = 300;
const POLL_MS = 30_000;
const LATENCY_MS = 100;

/** Records that one poll cannot take by far. */
const MANY = inFull(100_000, 12_000);

/** Bytes of one record in the memory: its fingerprint, in JSON. */
const KEY_BYTES = 26;

/** Records that change after a bulk update. */
const AFTERWARDS = 60;

/** What remains in the memory beside the keys: positions, the selection, seconds. */
const FRAME_BYTES = 2_500;

/** What one poll gave, and what it left behind. */
interface Poll {
	readonly ids: readonly string[];
	readonly calls: number;
	readonly stateBytes: number;
}

/** A company of which every record is changed at once. */
class BulkUpdate {
	private readonly clock = new VirtualClock(Date.UTC(2026, 0, 5, 9));

	readonly model = new ServiceModel({ ...PLAIN_SERVICE, tokens: 'offset', ties: 'change' }, this.clock, OVERLAP, 0);

	private memory: Record<string, unknown> = {};

	/** Adds records that were changed a minute after one another, the last of them now, and registered in another order. */
	add(count: number): void {
		for (let left = count - 1; left >= 0; left -= 1) {
			const updated = this.model.second - left * 60;
			this.model.add({ status: 'completed', updated, registered: updated - (left % 3) * 100 });
		}
	}

	change(ids: readonly string[]): void {
		for (const id of ids) this.model.change(id, { text: (this.model.stateOf(id)?.text ?? 0) + 1 });
	}

	pass(seconds: number): void {
		this.model.moveTo(this.clock.now() + seconds * 1_000);
	}

	/** One poll, whose memory goes through JSON as n8n keeps it. */
	async poll(): Promise<Poll> {
		const before = this.model.calls;
		const source: RecordSource = {
			page: async (selection, term) => {
				this.model.moveTo(this.clock.now() + LATENCY_MS);
				return await this.model.page(selection, term);
			},
		};
		const task: PollTask = {
			wish: {
				fires: 'each state',
				statuses: ['completed'],
				selection: {
					version: '3.2',
					entryStatus: ['completed'],
					includeTags: false,
					includePastBizCards: false,
					type: [],
					category: [],
				},
				startFrom: undefined,
			},
			scope: 'one',
			address: 'one',
			localSeconds: Math.floor(this.clock.now() / 1_000),
			process: this,
			overlap: OVERLAP,
			source,
			clock: this.clock,
			deadline: this.clock.now() + POLL_MS,
			maxRecords: DEFAULT_MAX_RECORDS,
		};
		const items = await ours(task, this.memory);
		const stored = JSON.stringify(this.memory);
		this.memory = JSON.parse(stored) as Record<string, unknown>;
		return {
			ids: items.map(({ id }) => String(id)),
			calls: this.model.calls - before,
			stateBytes: Buffer.byteLength(stored),
		};
	}
}

/** Polls every minute until a poll gives what is waited for, at most so many times. */
async function pollUntil(company: BulkUpdate, limit: number, isEnough: (poll: Poll) => boolean): Promise<Poll[]> {
	const polls: Poll[] = [];
	while (polls.length < limit) {
		const poll = await company.poll();
		polls.push(poll);
		company.pass(60);
		if (isEnough(poll)) break;
	}
	return polls;
}

function most(polls: readonly Poll[], of: (poll: Poll) => number): number {
	return Math.max(...polls.map(of));
}

async function updateAll(records: number): Promise<BulkUpdate> {
	const company = new BulkUpdate();
	company.add(records);
	company.pass(3_600);
	await company.poll();
	company.pass(60);
	company.change(company.model.ids);
	company.pass(60);
	return company;
}

test(`${MANY} records changed in one second come once each, in polls of bounded size, and then there is an end`, async () => {
	const records = MANY;
	const company = await updateAll(records);
	let left = records;
	const polls = await pollUntil(company, 60, ({ ids }) => (left -= ids.length) <= 0);
	const emitted = polls.flatMap(({ ids }) => ids);
	console.log(
		`${emitted.length} items in ${polls.length} polls; a poll gives at most ${most(polls, ({ ids }) => ids.length)} items, ` +
			`makes at most ${most(polls, ({ calls }) => calls)} calls, and leaves at most ${most(polls, ({ stateBytes }) => stateBytes)} bytes`,
	);
	expect(emitted).toHaveLength(records);
	expect(new Set(emitted).size).toBe(records);
	expect(most(polls, ({ ids }) => ids.length)).toBeLessThanOrEqual(DEFAULT_MAX_RECORDS);
	expect(most(polls, ({ calls }) => calls)).toBeLessThanOrEqual(POLL_MS / LATENCY_MS);
	expect(most(polls, ({ stateBytes }) => stateBytes)).toBeLessThan(records * KEY_BYTES + FRAME_BYTES);
}, 120_000);

test('a bulk update is forgotten when life has gone on: the memory is small again, and a poll makes one call', async () => {
	const company = await updateAll(5_000);
	const isOver = ({ calls, stateBytes }: Poll) => calls === 1 && stateBytes < FRAME_BYTES + AFTERWARDS * KEY_BYTES;
	await pollUntil(company, 10, ({ ids }) => ids.length === 0);
	company.pass(2 * OVERLAP);
	company.change(company.model.ids.slice(0, AFTERWARDS));
	const polls = await pollUntil(company, 200, isOver);
	expect(polls.flatMap(({ ids }) => ids)).toHaveLength(AFTERWARDS);
	expect(polls[polls.length - 1]).toEqual({ ids: [], calls: 1, stateBytes: expect.any(Number) });
}, 120_000);
