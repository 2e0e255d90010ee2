import type { FaultScript } from '../../emulator';
import type { EndpointRow } from '../../../nodes/shared';
import { inFull } from '../../inFull';
import { expectNoSecret } from '../../../tools/engine/secrets';
import { openWorld, leapClock, type World } from '../../../tools/engine/world';
import { furnishAll, SUBJECTS, type Actor, type Circumstances, type Outcome, type Subject } from './subjects';

/** What a person reads. */
export interface Said {
	readonly message: string;
	/** Line by line. */
	readonly description: readonly string[];
	/** Status of the answer; `none` when there was no usable one, `undefined` for what is no word of the service. */
	readonly httpCode: string | undefined;
}

/** How many calls are made: so many, or no more than so many. */
export type Calls = number | { readonly most: number };

/** What a fault that does not go away does to a run. */
export type Effect =
	/** Nothing: the run gives what it always gives. */
	| { readonly kind: 'harmless'; readonly calls?: number }
	/** It gives something else, made of what it always gives. */
	| { readonly kind: 'gives'; readonly output: (usual: readonly unknown[]) => readonly unknown[] }
	/** The run fails at once. */
	| { readonly kind: 'fails'; readonly said: Said; readonly calls?: Calls }
	/** It is tried four times, with pauses; when it happens once, the run gives what it always gives. */
	| { readonly kind: 'retried'; readonly said: Said }
	/** It happens once, and is waited out. */
	| { readonly kind: 'waited out'; readonly seconds: number };

type Script = Omit<FaultScript, 'times'>;

/** One line of the matrix. */
export interface Fault {
	readonly name: string;
	/** What the service does; nobody is at its address when there is none. */
	readonly script?: Script | ((subject: Subject) => Script);
	/** Milliseconds that a silence is borne, which are real ones. */
	readonly patience?: number;
	/** Whether it can happen to a subject; to all of them unless said. */
	readonly meets?: (subject: Subject) => boolean;
	/** Whether the service may have done its work before the fault: never unless said. */
	readonly isDone?: 'perhaps' | 'always';
	/** What it does, by the subject's name, else by whether it writes, else by the kind of its answer. */
	readonly on?: Readonly<Record<string, Effect>>;
	readonly onWrites?: Effect;
	readonly byAnswer?: Partial<Record<EndpointRow['response'], Effect>>;
	readonly effect: Effect;
}

/** Calls of a read that keeps failing, and what it waits between them. */
const READ_ATTEMPTS = 4;
const PAUSES_MS = 3_500;

const LONGER_THAN_ANY_PAUSE_MS = 600_000;

/** An address of this machine where nothing listens: the port of privileged services that no test machine runs. */
const NOBODY = 'http://127.0.0.1:1';

function effectOn({ on = {}, onWrites, byAnswer = {}, effect }: Fault, { name, row }: Subject): Effect {
	return on[name] ?? (row.effect === 'write' ? onWrites : undefined) ?? byAnswer[row.response] ?? effect;
}

function expectSaid({ error, output }: Outcome, said: Said, subject: Subject): void {
	expect(output).toEqual([]);
	expect({
		message: error?.message,
		description: (error?.description ?? '').split('\n'),
		httpCode: error?.httpCode ?? undefined,
	}).toEqual(said);
	expect(error?.name).toBe(said.httpCode === undefined ? 'NodeOperationError' : 'NodeApiError');
	if (!subject.isPoll) expect(error?.context?.itemIndex).toBe(0);
}

/** One fault and one subject. */
class Cell {
	private readonly before: number;

	constructor(
		private readonly world: World,
		private readonly fault: Fault,
		private readonly subject: Subject,
		private readonly actor: Actor,
		private readonly isDone: boolean,
	) {
		this.before = subject.written(world);
	}

	/** Lets the subject meet the fault, so often, and looks for secrets in all that comes of it. */
	async meet(times: number): Promise<Outcome & { calls: number }> {
		const { world, fault, actor } = this;
		const { script, patience } = fault;
		const circumstances: Circumstances = { patience, ...(script === undefined ? { baseUrl: NOBODY } : {}) };
		world.emulator.clearLog();
		if (script !== undefined) {
			const process = this.isDone ? { process: true } : {};
			world.emulator.faults.add({ ...(typeof script === 'function' ? script(this.subject) : script), ...process, times });
		}
		const outcome = await actor.attempt(circumstances);
		world.emulator.faults.clear();
		expectNoSecret(outcome.traces);
		expect(world.emulator.violations).toEqual([]);
		return { ...outcome, calls: world.emulator.calls.length };
	}

	/** What a run gives when nothing is in its way; of a write, only that it was done is known before. */
	expectUsual({ output, error }: Outcome): void {
		expect(error).toBeUndefined();
		if (this.subject.row.effect === 'read') expect(output).toEqual(this.actor.expected);
		else expect([output.length, this.subject.written(this.world)]).toEqual([1, this.before + 1]);
	}

	/** A poll that failed has forgotten nothing; a write was not made a second time. */
	async expectNothingLost(): Promise<void> {
		if (this.subject.isPoll) this.expectUsual(await this.actor.attempt());
		if (this.subject.row.effect === 'write') {
			expect(this.subject.written(this.world) - this.before).toBe(this.isDone ? 1 : 0);
		}
	}
}

type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

/** How each effect is looked for. */
const CHECKS: { readonly [K in Effect['kind']]: (cell: Cell, effect: EffectOf<K>, context: CheckContext) => Promise<void> } = {
	async harmless(cell, { calls = 1 }) {
		const outcome = await cell.meet(Infinity);
		cell.expectUsual(outcome);
		expect(outcome.calls).toBe(calls);
	},
	async gives(cell, { output }, { actor, subject }) {
		const outcome = await cell.meet(Infinity);
		expect(outcome.error).toBeUndefined();
		expect(outcome.output).toEqual(output(actor.expected));
		expect(outcome.calls).toBe(1);
		if (subject.isPoll) cell.expectUsual(await actor.attempt());
	},
	async fails(cell, { said, calls = 1 }, { subject }) {
		const outcome = await cell.meet(Infinity);
		expectSaid(outcome, said, subject);
		if (typeof calls === 'number') expect(outcome.calls).toBe(calls);
		else expect(outcome.calls).toBeLessThanOrEqual(calls.most);
		await cell.expectNothingLost();
	},
	async retried(cell, { said }, { subject, isSomebodyThere, passed }) {
		const lasting = await cell.meet(Infinity);
		expectSaid(lasting, said, subject);
		expect(lasting.calls).toBe(isSomebodyThere ? READ_ATTEMPTS : 0);
		expect(passed()).toBeGreaterThanOrEqual(PAUSES_MS);
		if (!isSomebodyThere) return await cell.expectNothingLost();
		const passing = await cell.meet(1);
		cell.expectUsual(passing);
		expect(passing.calls).toBe(2);
	},
	async 'waited out'(cell, { seconds }, { passed }) {
		const outcome = await cell.meet(1);
		cell.expectUsual(outcome);
		expect(outcome.calls).toBe(2);
		expect(passed()).toBeGreaterThanOrEqual(seconds * 1_000);
	},
};

interface CheckContext {
	readonly subject: Subject;
	readonly actor: Actor;
	readonly isSomebodyThere: boolean;
	/** Milliseconds that have passed since it was asked before, or since the cell was begun. */
	readonly passed: () => number;
}

async function check<K extends Effect['kind']>(cell: Cell, effect: EffectOf<K>, context: CheckContext): Promise<void> {
	await CHECKS[effect.kind as K](cell, effect, context);
}

/** Whether the service does its work before the fault; where it may and may not, a write is looked at both ways. */
function waysOf({ isDone }: Fault, { row }: Subject): readonly boolean[] {
	if (isDone === 'perhaps' && row.effect === 'write') return [false, true];
	return [isDone === 'always'];
}

/** Of so many kinds of subjects one meets a fault in `npm test`, and the next fault the next. */
const EVERY = 3;

/**
 * Of those that differ neither in what they do nor in what the fault does to them one, and with each fault others. Where time
 * passes, what they answer makes no difference.
 */
function someKinds(subjects: readonly Subject[], fault: Fault, turn: number): Subject[] {
	const kinds = new Map<string, Subject[]>();
	for (const subject of subjects) {
		const { isPoll, row } = subject;
		const effect = effectOn(fault, subject);
		const kind = JSON.stringify([isPoll, row.effect, fault.patience === undefined ? [row.response, effect] : effect.kind]);
		kinds.set(kind, [...(kinds.get(kind) ?? []), subject]);
	}
	const every = Math.min(EVERY, kinds.size);
	return [...kinds.values()].filter((_, index) => (index + turn) % every === 0).flatMap((alike) => alike[turn % alike.length] ?? []);
}

/**
 * Lets every subject (in `npm test` one of each third kind) meet every fault that it can meet, one after another: what a person reads, how many calls are made,
 * that nothing is lost and no write made twice, and that no secret is said.
 */
export function describeFaults(faults: readonly Fault[]): void {
	const actors = new Map<Subject, Actor>();
	/** What writes has a company of its own, so that the lists of the others stay as they are. */
	const worlds = { read: openWorld(), write: openWorld(), poll: openWorld() };

	function worldOf({ isPoll, row }: Subject): World {
		return worlds[isPoll ? 'poll' : row.effect].world;
	}

	beforeAll(async () => {
		for (const each of Object.values(worlds)) {
			await each.open();
			furnishAll(each.world);
		}
		for (const subject of SUBJECTS) if (!subject.isPoll) actors.set(subject, await subject.prepare(worldOf(subject)));
	});

	afterAll(async () => {
		for (const each of Object.values(worlds)) await each.close();
	});

	describe.each(faults.map((fault, turn) => [fault.name, fault, turn] as const))('%s', (_, fault, turn) => {
		const all = SUBJECTS.filter((subject) => fault.meets?.(subject) ?? true);
		const met = inFull(all, someKinds(all, fault, turn));
		test.each(met.map((subject) => [subject.name, subject] as const))('%s', async (__, subject) => {
			const world = worldOf(subject);
			for (const isDone of waysOf(fault, subject)) {
				const actor = actors.get(subject) ?? (await subject.prepare(world));
				const cell = new Cell(world, fault, subject, actor, isDone);
				// What the service asked to wait in the cell before is over.
				leapClock.leap(LONGER_THAN_ANY_PAUSE_MS);
				const isSomebodyThere = fault.script !== undefined;
				await check(cell, effectOn(fault, subject), { subject, actor, isSomebodyThere, passed: leapClock.passed });
			}
		});
	});
}
