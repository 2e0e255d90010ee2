import { createHash } from 'crypto';
import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INode } from 'n8n-workflow';
import { OutOfTime } from '../../nodes/shared';
import type { PollTask, Trigger } from '../trigger/simulate';
import { VirtualClock } from '../trigger/virtualClock';
import { FIRST_ACCOUNT, Oracle, viewOf } from './oracle';
import type { Account, Finding } from './oracle';
import { Services, SERVICES } from './service';
import type { Traits } from './service';
import type { Subject } from './subjects';
import { edited, FIRST_VIEW, wishFor } from './views';
import type { View } from './views';
import { DEEDS, firstWorld, OVERLAP } from './world';
import type { DeedName, World } from './world';

/** A poll as newer triggers get it. */
interface Task extends PollTask {
	/** The clock of the machine that n8n runs on. */
	readonly localSeconds: number;
	/** Stands for the n8n process. */
	readonly process: object;
	readonly address: string;
}

/**
 * An n8n process as far as a trigger can tell it from another: by what it has kept beside its memory in the polls that
 * looked at it. Nobody can copy that, so a life that goes on in a second way lives through these polls once more.
 */
interface Process {
	readonly polls: readonly Life[];
	/** The same text for the same polls. */
	readonly key: string;
	/** The process itself, for the first life that goes on with it. */
	identity: object | undefined;
}

/** Everything that decides how a life goes on. Apart from the process it never changes: what happens gives other lives. */
export interface Life {
	/** The services with which it has gone like this. */
	readonly services: readonly Traits[];
	readonly world: World;
	/** Which call of the next poll fails; 0: none. */
	readonly failingCall: number;
	/** The trigger's memory as n8n holds it, and as n8n has stored it, with the options that were in force or coming then. */
	readonly memory: string;
	readonly stored: string;
	readonly storedViews: readonly View[];
	/** Whether n8n stores the memory of the next poll also when it brings nothing: it does so after an activation. */
	readonly storesNext: boolean;
	readonly process: Process;
	readonly account: Account;
}

/** A life after something has happened. */
export interface Outcome {
	readonly life: Life;
	readonly findings: readonly Finding[];
	readonly isPoll: boolean;
	/** What a poll emitted; `undefined` when none succeeded. */
	readonly items: readonly IDataObject[] | undefined;
}

/** Everything that can happen. */
export const HAPPENINGS = [...(Object.keys(DEEDS) as DeedName[]), 'page-fails', 'crash', 'edit', 'poll'] as const;

export type Happening = (typeof HAPPENINGS)[number];

/** More calls than any poll of a small world needs. */
const MOST_CALLS = 500;

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

function newProcess(): Process {
	return { polls: [], key: '', identity: undefined };
}

/** A text that two lives share when nothing that can happen to them tells them from each other. */
export function keyOf({ services, process, ...rest }: Life): string {
	const places = services.map((traits) => SERVICES.indexOf(traits));
	return createHash('sha256').update(JSON.stringify([places, process.key, rest])).digest('base64');
}

/** What a trigger did in one poll. */
interface Run {
	readonly items: readonly IDataObject[] | undefined;
	readonly error: unknown;
	readonly memory: string;
	/** The services with which it went like this. */
	readonly services: readonly Traits[];
	readonly calls: number;
	readonly hadFailure: boolean;
	readonly looksAtProcess: boolean;
}

/** Lets things happen to a trigger, to n8n and to the service. */
export class Player {
	/** Polls that were run. */
	polls = 0;

	private readonly oracle: Oracle;

	constructor(
		readonly subject: Subject,
		private readonly trigger: Trigger,
	) {
		this.oracle = new Oracle(subject);
	}

	/** The lives that begin with the activation of the trigger. */
	async activate(services: readonly Traits[] = SERVICES): Promise<Outcome[]> {
		return await this.poll({
			services,
			world: firstWorld(this.subject),
			failingCall: 0,
			memory: '{}',
			stored: '{}',
			storedViews: [FIRST_VIEW],
			storesNext: true,
			process: newProcess(),
			account: FIRST_ACCOUNT,
		});
	}

	/** How a life goes on after something has happened: in one way, or in several that depend on the service. */
	async happen(life: Life, happening: Happening): Promise<Outcome[]> {
		const { world, account } = life;
		switch (happening) {
			case 'poll':
				return await this.poll(life);
			case 'page-fails':
				// When repeated, the failure comes a call later.
				return [this.quiet({ ...life, failingCall: life.failingCall + 1 })];
			case 'crash': {
				const restored = this.oracle.restore(account, life.storedViews);
				return [this.quiet({ ...life, memory: life.stored, process: newProcess(), account: restored })];
			}
			case 'edit': {
				const after = this.oracle.edit(account, world, edited(viewOf(account)));
				return [this.quiet({ ...life, storesNext: true, account: after })];
			}
			default:
				return [this.quiet({ ...life, world: DEEDS[happening](world, this.subject) })];
		}
	}

	private quiet(life: Life): Outcome {
		const account = this.oracle.forget(life.account, life.world);
		return { life: { ...life, account }, findings: [], isPoll: false, items: undefined };
	}

	private async poll(life: Life): Promise<Outcome[]> {
		const outcomes: Outcome[] = [];
		let left = life.services;
		while (left.length > 0) {
			const before = { ...life, services: left };
			const { process, run } = await this.runInProcess(before);
			outcomes.push(this.outcomeOf(before, run, process));
			left = left.filter((traits) => !run.services.includes(traits));
		}
		return outcomes;
	}

	private outcomeOf(before: Life, run: Run, process: Process): Outcome {
		const { items, memory, services, hadFailure } = run;
		const life = { ...before, services, memory, process, failingCall: 0 };
		const wrong = this.faultOf(run);
		if (wrong || !items) return { life, findings: wrong ? [wrong] : [], isPoll: true, items: undefined };
		const { account, findings } = this.oracle.afterPoll(before.account, before.world, { items, hadFailure });
		// n8n stores a memory together with items, and once after an activation.
		const isStored = items.length > 0 || before.storesNext;
		const stored = isStored ? { stored: memory, storedViews: account.views, storesNext: false } : {};
		return { life: { ...life, ...stored, account }, findings, isPoll: true, items };
	}

	private faultOf({ error, calls, hadFailure }: Run): Finding | undefined {
		if (calls > MOST_CALLS) return { wrong: 'endless', text: `${MOST_CALLS} calls and more` };
		if (error === undefined || hadFailure) return undefined;
		return { wrong: 'failed without a cause', text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}

	/** Runs a poll in the process of its life. */
	private async runInProcess(life: Life): Promise<{ process: Process; run: Run }> {
		const { process } = life;
		const identity = process.identity ?? (await this.relive(life));
		process.identity = undefined;
		const run = await this.run(life, identity);
		if (run.looksAtProcess) {
			// The services of the life that goes on decide what these polls were given; those of then say nothing more.
			const key = createHash('sha256').update(`${process.key} ${keyOf({ ...life, services: [] })}`).digest('base64');
			return { run, process: { polls: [...process.polls, life], key, identity } };
		}
		process.identity = identity;
		return { run, process };
	}

	private async relive({ services, process }: Life): Promise<object> {
		const identity = {};
		for (const past of process.polls) await this.run({ ...past, services }, identity);
		return identity;
	}

	private async run({ services, world, account, failingCall, memory: text }: Life, identity: object): Promise<Run> {
		this.polls += 1;
		const clock = new VirtualClock(world.second * 1_000);
		const deadline = clock.now() + MOST_CALLS;
		const service = new Services(world, this.subject, services);
		let calls = 0;
		let hadFailure = false;
		let looksAtProcess = false;
		const memory = JSON.parse(text) as Record<string, unknown>;
		const task: Task = {
			wish: wishFor(viewOf(account), this.subject),
			scope: '0',
			overlap: OVERLAP,
			source: {
				page: async (selection, term) => {
					calls += 1;
					clock.moveTo(clock.now() + 1);
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
			items = await this.trigger(task, memory);
		} catch (thrown) {
			error = thrown;
		}
		return { items, error, memory: JSON.stringify(memory), services: service.same, calls, hadFailure, looksAtProcess };
	}
}
