import { createHash } from 'crypto';
import type { Trigger } from '../trigger/simulate';
import { DEEDS } from './deeds';
import { keyOf, newProcess } from './life';
import type { Happening, Life, Outcome, Process } from './life';
import { FIRST_ACCOUNT, Oracle, viewOf } from './oracle';
import { faultOf, runPoll } from './run';
import type { Run } from './run';
import { SERVICES } from './service';
import type { Traits } from './service';
import type { Subject } from './subjects';
import { edited, FIRST_VIEW } from './views';
import { firstWorld } from './world';
import type { WorldName } from './world';

/** Lets things happen to a trigger, to n8n and to the service. */
export class Player {
	/** Polls that were run. */
	polls = 0;

	private readonly oracle: Oracle;

	constructor(
		readonly subject: Subject,
		private readonly worldName: WorldName,
		private readonly trigger: Trigger,
	) {
		this.oracle = new Oracle(subject);
	}

	/** The lives that begin with the activation of the trigger. */
	async activate(services: readonly Traits[] = SERVICES): Promise<Outcome[]> {
		return await this.poll({
			services,
			world: firstWorld(this.subject, this.worldName),
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
		const wrong = faultOf(run);
		if (wrong || !items) return { life, findings: wrong ? [wrong] : [], isPoll: true, items: undefined };
		const { account, findings } = this.oracle.afterPoll(before.account, before.world, { items, hadFailure });
		// n8n stores a memory together with items, and once after an activation.
		const isStored = items.length > 0 || before.storesNext;
		const stored = isStored ? { stored: memory, storedViews: account.views, storesNext: false } : {};
		return { life: { ...life, ...stored, account }, findings, isPoll: true, items };
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

	private async run(life: Life, identity: object): Promise<Run> {
		this.polls += 1;
		return await runPoll(life, this.subject, this.trigger, identity);
	}
}
