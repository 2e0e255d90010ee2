import type { Trigger } from '../trigger/simulate';
import { ending } from './ending';
import { HAPPENINGS, keyOf } from './life';
import type { Happening, Life, Outcome } from './life';
import type { Finding } from './oracle';
import { Player } from './player';
import { SERVICES } from './service';
import type { Traits } from './service';
import { SUBJECTS } from './subjects';
import type { SubjectName } from './subjects';
import type { WorldName } from './world';

/** What is searched: all histories of up to `depth` events. */
export interface Task {
	readonly subject: SubjectName;
	readonly world: WorldName;
	readonly depth: number;
}

/** Something that goes wrong, with the shortest history that shows it. */
export interface Discovery {
	readonly task: Task;
	readonly history: readonly Happening[];
	/** Whether it shows in the polls that follow the history, and not in the last event of it. */
	readonly isAfterwards: boolean;
	/** The services that show it, and show nothing after a shorter history that this one holds. */
	readonly services: Traits[];
	readonly finding: Finding;
}

/** What a search came to. */
export interface SearchResult {
	/** Histories, times the services with which each was lived through. */
	readonly histories: number;
	/** Different states after one of their events. */
	readonly states: number;
	/** Polls that were run. */
	readonly polls: number;
	/** The shortest first. What holds the events of a shorter one in their order is left out: it may be wrong for the same reason. */
	readonly discoveries: readonly Discovery[];
	/** Every state in which something went wrong, by the keys it has with each of its services. */
	readonly wrongStates: ReadonlySet<string>;
}

/** A life with the history that led to it. */
interface Place {
	readonly life: Life;
	readonly history: readonly Happening[];
}

/** Whether everything in a history happens in another, in the same order. */
function isPartOf(part: readonly Happening[], whole: readonly Happening[]): boolean {
	let next = 0;
	for (const happening of whole) if (happening === part[next]) next += 1;
	return next === part.length;
}

/** How many histories of up to `depth` events there are, times the services. */
export function countHistories(depth: number): number {
	const lengths = Array.from({ length: depth + 1 }, (_, length) => length);
	return SERVICES.length * lengths.reduce((sum, length) => sum + HAPPENINGS.length ** length, 0);
}

function noteNew(known: Set<string>, life: Life): boolean {
	const key = keyOf(life);
	if (known.has(key)) return false;
	known.add(key);
	return true;
}

/**
 * A search through every history of one event of the trigger. Histories share what they begin with. Lives that nothing
 * can tell apart any more go on as one: shorter histories come first, so what follows is followed far enough.
 */
class Search {
	private readonly player: Player;

	private readonly visited = new Set<string>();

	private readonly ended = new Set<string>();

	private readonly discoveries: Discovery[] = [];

	private readonly wrongStates = new Set<string>();

	constructor(
		private readonly task: Task,
		trigger: Trigger,
	) {
		this.player = new Player(SUBJECTS[task.subject], task.world, trigger);
	}

	async run(tell: (text: string) => void): Promise<SearchResult> {
		const { subject, world, depth } = this.task;
		let places = await this.visit(await this.player.activate(), []);
		for (let length = 1; length <= depth; length += 1) {
			const next: Place[] = [];
			for (const { life, history } of places) {
				for (const happening of HAPPENINGS) {
					const found = await this.visit(await this.player.happen(life, happening), [...history, happening]);
					// Nothing follows the last events, so nobody needs to keep them.
					if (length < depth) next.push(...found);
				}
			}
			places = next;
			tell(`${world}, ${subject}: ${length} of ${depth} events, ${this.visited.size} states, ${this.player.polls} polls`);
		}
		const { discoveries, player, visited, wrongStates } = this;
		return { histories: countHistories(depth), states: visited.size, polls: player.polls, discoveries, wrongStates };
	}

	/** Takes up lives that were never met before, and looks at how they would end. */
	private async visit(outcomes: readonly Outcome[], history: readonly Happening[]): Promise<Place[]> {
		const places: Place[] = [];
		for (const outcome of outcomes) {
			const { life } = outcome;
			this.note(outcome, history, false);
			if (outcome.findings.length > 0 || !noteNew(this.visited, life)) continue;
			for await (const last of ending(this.player, life, (one) => noteNew(this.ended, one))) this.note(last, history, true);
			places.push({ life, history });
		}
		return places;
	}

	private note({ findings, life }: Outcome, history: readonly Happening[], isAfterwards: boolean): void {
		const [finding] = findings;
		if (!finding) return;
		for (const traits of life.services) this.wrongStates.add(keyOf({ ...life, services: [traits] }));
		const shorter = this.discoveries.filter((known) => isPartOf(known.history, history));
		const services = life.services.filter((traits) => !shorter.some((known) => known.services.includes(traits)));
		if (services.length === 0) return;
		const same = shorter.find((known) => known.history.length === history.length && known.finding.wrong === finding.wrong);
		if (same) same.services.push(...services);
		else this.discoveries.push({ task: this.task, history, isAfterwards, services, finding });
	}
}

/**
 * Lives through every history of up to `depth` events.
 *
 * @param tell is told how far the search has come
 * @returns what it came to
 */
export async function search(task: Task, trigger: Trigger, tell: (text: string) => void): Promise<SearchResult> {
	return await new Search(task, trigger).run(tell);
}
