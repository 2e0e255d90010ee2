import type { Trigger } from '../trigger/simulate';
import { ending } from './ending';
import type { Happening, Life, Outcome } from './life';
import { Player } from './player';
import { describePoll } from './report';
import type { Task } from './search';
import { SUBJECTS } from './subjects';

/**
 * Lives through one history with every service, and tells what each poll does. Where services respond differently, the
 * history goes on once for each kind of them, further to the right.
 */
export async function trace(
	{ subject, world }: Pick<Task, 'subject' | 'world'>,
	history: readonly Happening[],
	trigger: Trigger,
	tell: (text: string) => void,
): Promise<void> {
	const player = new Player(SUBJECTS[subject], world, trigger);
	const tellPoll = (outcome: Outcome, indent: string) => {
		for (const line of describePoll(outcome)) tell(indent + line);
		tell(`${indent}    memory ${outcome.life.memory}`);
	};
	const follow = async (outcomes: readonly Outcome[], rest: readonly Happening[], indent: string): Promise<void> => {
		for (const outcome of outcomes) {
			const deeper = outcomes.length > 1 ? `${indent}  ` : indent;
			if (outcome.isPoll) tellPoll(outcome, deeper);
			if (outcome.findings.length === 0) await goOn(outcome.life, rest, deeper);
		}
	};
	const goOn = async (life: Life, [happening, ...rest]: readonly Happening[], indent: string): Promise<void> => {
		if (happening === undefined) {
			tell(`${indent}the end`);
			for await (const last of ending(player, life, () => true)) tellPoll(last, `${indent}  `);
			return;
		}
		if (happening !== 'poll') tell(indent + happening);
		await follow(await player.happen(life, happening), rest, indent);
	};
	tell('activation');
	await follow(await player.activate(), history, '');
}
