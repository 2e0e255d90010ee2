import { PLAIN_WORLD } from './history';
import type { History, Step, World } from './history';
import type { Trigger } from './life';
import { simulate } from './simulate';

/** Everything of a history that may be simpler: without some steps, with plainer polls, in a plainer world. */
function* simpler({ world, classes, steps }: History): Generator<History> {
	for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
		for (let from = 0; from < steps.length; from += size) {
			yield { world, classes, steps: [...steps.slice(0, from), ...steps.slice(from + size)] };
		}
	}
	for (const [place, step] of steps.entries()) {
		for (const change of plainer(step))
			yield { world, classes, steps: steps.map((one, index) => (index === place ? change : one)) };
	}
	for (const name of Object.keys(PLAIN_WORLD) as Array<keyof World>) {
		if (name === 'event' || JSON.stringify(world[name]) === JSON.stringify(PLAIN_WORLD[name])) continue;
		yield { world: { ...world, [name]: PLAIN_WORLD[name] }, classes, steps };
	}
}

function* plainer(step: Step): Generator<Step> {
	if ('count' in step && step.count > 1) yield { ...step, count: Math.floor(step.count / 2) };
	if ('late' in step && step.late > 0) yield { ...step, late: 0 };
	if (step.do !== 'poll') return;
	for (const place of step.meanwhile.keys())
		yield { ...step, meanwhile: step.meanwhile.filter((_, index) => index !== place) };
	for (const place of step.faults.keys()) yield { ...step, faults: step.faults.filter((_, index) => index !== place) };
}

/** Takes away of a history what a trigger does not need to break the same promise. */
export async function shrink(history: History, trigger: Trigger, isWide: boolean): Promise<History> {
	const broken = async (one: History) =>
		(await simulate(one, trigger, { isWide }).catch(() => undefined))?.findings[0]?.kind;
	const kind = await broken(history);
	if (kind === undefined) return history;
	for (const one of simpler(history)) if ((await broken(one)) === kind) return await shrink(one, trigger, isWide);
	return history;
}
