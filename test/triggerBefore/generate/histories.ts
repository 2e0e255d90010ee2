import fc from 'fast-check';
import { CLASSES } from '../classes';
import type { TroubleClass } from '../classes';
import type { History } from '../history';
import {
	BASE_BEGINNINGS,
	BASE_SCENES,
	choice,
	clockOffset,
	event,
	PAGE_SIZES,
	population,
	startFrom,
	statuses,
	traitsWith,
} from './base';
import { RECIPES } from './scenes';

const MAX_SCENES = 25;

/** The scenes of a class weigh so much more than their own weights say. */
const CLASS_WEIGHT = 2;

/** Where two classes have a field of their own, the later one wins. */
function withClasses(classes: readonly TroubleClass[]): fc.Arbitrary<History> {
	const recipes = classes.map((name) => RECIPES[name]);
	const own = recipes.flatMap(({ scenes }) => scenes.map(([weight, steps]) => [weight * CLASS_WEIGHT, steps] as const));
	const scene = choice([...BASE_SCENES, ...own]);
	const ownBeginnings = recipes.flatMap(({ beginnings = [] }) => beginnings);
	const beginning = choice(ownBeginnings.length > 0 ? ownBeginnings : BASE_BEGINNINGS);
	const end = fc.tuple(...recipes.flatMap((recipe) => recipe.end ?? [])).map((ends) => ends.flat());
	const fields = Object.assign({}, ...recipes.map((recipe) => recipe.fields ?? {})) as Partial<{ [F in keyof History]: fc.Arbitrary<History[F]> }>;
	return fc.record(
		{
			event,
			classes: fc.constant(classes),
			traits: traitsWith(PAGE_SIZES),
			clockOffset,
			overlap: fc.constantFrom(0, 1, 5, 30, 300, 300),
			statuses,
			includeTags: fc.boolean(),
			includePastBizCards: fc.boolean(),
			startFrom,
			population,
			steps: fc
				.tuple(beginning, fc.array(scene, { minLength: 1, maxLength: MAX_SCENES, size: 'max' }), end)
				.map(([first, scenes, last]) => [...first, ...scenes.flat(), ...last]),
			...fields,
		},
		{
			requiredKeys: [
				'event',
				'classes',
				'traits',
				'clockOffset',
				'overlap',
				'statuses',
				'includeTags',
				'includePastBizCards',
				'population',
				'steps',
				...(Object.keys(fields) as Array<keyof History>),
			],
		},
	) as fc.Arbitrary<History>;
}

const made = new Map<string, fc.Arbitrary<History>>();

/**
 * Histories that have these classes of trouble, beside what every history may have.
 *
 * @param classes none for histories that have nothing else
 */
export function historiesOf(classes: readonly TroubleClass[]): fc.Arbitrary<History> {
	const key = classes.join();
	const known = made.get(key) ?? withClasses(classes);
	made.set(key, known);
	return known;
}

/** Histories of every kind: half of them have no class of trouble, most others one; what is found is shrunk. */
export const histories: fc.Arbitrary<History> = choice<readonly TroubleClass[]>([
	[10, fc.constant([])],
	[7, fc.constantFrom(...CLASSES).map((name) => [name])],
	[3, fc.subarray([...CLASSES], { minLength: 2, maxLength: 3 })],
]).chain(historiesOf);

/**
 * The histories that a person asks for.
 *
 * @param name a class of trouble, `none` for histories without any, or nothing for all
 * @throws Error naming the classes when there is no such class
 */
export function chosenHistories(name: string | undefined): fc.Arbitrary<History> {
	if (!name) return histories;
	if (name === 'none') return historiesOf([]);
	const found = CLASSES.find((known) => known === name);
	if (found) return historiesOf([found]);
	throw new Error(`There is no class "${name}": choose none, ${CLASSES.join(', ')}`);
}

/** The command that tells one of the chosen histories poll by poll. */
export function again(seed: number, place: number, name = ''): string {
	return `npm run history -- --seed ${seed} --path ${place}${name === '' ? '' : ` --class "${name}"`}`;
}
