import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INode } from 'n8n-workflow';
import { OutOfTime } from '../../nodes/shared';
import type { PollTask, Trigger } from '../trigger/simulate';
import { VirtualClock } from '../trigger/virtualClock';
import type { Life } from './life';
import { viewOf } from './oracle';
import type { Finding } from './oracle';
import { Services } from './service';
import type { Traits } from './service';
import type { Subject } from './subjects';
import { wishFor } from './views';
import { OVERLAP } from './world';

/** A poll as newer triggers get it. */
interface Task extends PollTask {
	/** The clock of the machine that n8n runs on. */
	readonly localSeconds: number;
	/** Stands for the n8n process. */
	readonly process: object;
	readonly address: string;
}

/** The time of a poll, and what a call takes of it: more calls than any poll of a small world needs. */
const POLL_MS = 30_000;
const CALL_MS = 20;

const NODE: INode = {
	id: '1',
	name: 'Business Card Data Trigger',
	type: 'businessCardDataTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** What a page that fails answers. */
const SERVER_ERROR = new NodeApiError(NODE, {}, { httpCode: '500', message: 'The service failed' });

/** What a trigger did in one poll. */
export interface Run {
	readonly items: readonly IDataObject[] | undefined;
	readonly error: unknown;
	readonly memory: string;
	/** The services with which it went like this. */
	readonly services: readonly Traits[];
	readonly calls: number;
	readonly hadFailure: boolean;
	readonly looksAtProcess: boolean;
}

/**
 * Runs one poll of a life.
 *
 * @param identity the n8n process as the trigger gets it
 */
export async function runPoll(life: Life, subject: Subject, trigger: Trigger, identity: object): Promise<Run> {
	const { services, world, account, failingCall } = life;
	const clock = new VirtualClock(world.second * 1_000);
	const deadline = clock.now() + POLL_MS;
	const service = new Services(world, subject, services);
	let calls = 0;
	let hadFailure = false;
	let looksAtProcess = false;
	const memory = JSON.parse(life.memory) as Record<string, unknown>;
	const task: Task = {
		wish: wishFor(viewOf(account), subject),
		scope: '0',
		overlap: OVERLAP,
		source: {
			page: async (selection, term) => {
				calls += 1;
				clock.moveTo(clock.now() + CALL_MS);
				if (clock.now() > deadline) throw new OutOfTime();
				if (calls === failingCall) {
					hadFailure = true;
					throw SERVER_ERROR;
				}
				return service.page(selection, term);
			},
		},
		clock,
		deadline,
		maxRecords: 10_000,
		localSeconds: world.second,
		get process() {
			looksAtProcess = true;
			return identity;
		},
		address: 'https://cards.example',
	};
	let items: readonly IDataObject[] | undefined;
	let error: unknown;
	try {
		items = await trigger(task, memory);
	} catch (thrown) {
		error = thrown;
	}
	return { items, error, memory: JSON.stringify(memory), services: service.same, calls, hadFailure, looksAtProcess };
}

/** What is wrong with a poll whatever it emitted. */
export function faultOf({ error, calls, hadFailure }: Run): Finding | undefined {
	if (calls * CALL_MS >= POLL_MS) return { wrong: 'endless', text: `${calls} calls` };
	if (error === undefined || hadFailure) return undefined;
	return { wrong: 'failed without a cause', text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
