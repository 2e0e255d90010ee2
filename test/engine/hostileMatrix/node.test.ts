import { CONTRACT } from '../../description/contract';
import { inFull, someOf } from '../../inFull';
import { leapOverPauses } from '../../../tools/engine/leapClock';
import { problemsOf } from './judge';
import { kindOf } from './kinds';
import { meaningOf } from './meanings';
import { placesFor, usualParameters, withValue, type Place } from './places';
import { Stage } from './stage';
import { HOSTILE_VALUES, VALUE_NAMES, type ValueName } from './values';

/**
 * Every parameter of every operation and version, as the description of the node has them, with every wrong kind of value:
 * refused before a call by its name, or exactly what its kind of parameter is documented to make of it.
 */

leapOverPauses();

const stage = new Stage();

beforeAll(async () => await stage.open());
afterAll(async () => await stage.close());

const PLACES = placesFor();

/** What n8n takes no expression for is written into the workflow, where there is JSON alone. */
function isWritten({ field }: Place): boolean {
	return field.noDataExpression === true || field.type === 'collection';
}

/** In a version of its own a field is mostly the same as under Auto, so that each of its versions gets fewer of the values. */
const SHARE = inFull({ auto: 1, version: 3 }, { auto: 16, version: 18 });

function valuesFor(place: Place, index: number): ValueName[] {
	const possible = VALUE_NAMES.filter((name) => !isWritten(place) || HOSTILE_VALUES[name].inJson);
	const share = place.choice === 'auto' ? SHARE.auto : SHARE.version;
	return possible.filter((_, each) => each % share === index % share);
}

/** How a workflow holds what was entered: as it is, and for the choice of a record also beside the way it was chosen. */
function formsOf({ field }: Place, entered: unknown): unknown[] {
	return field.type === 'resourceLocator' ? [entered, { __rl: true, mode: 'id', value: entered }] : [entered];
}

async function problemsWith(place: Place, name: ValueName): Promise<string[]> {
	const { expression, value } = HOSTILE_VALUES[name];
	const problems: string[] = [];
	for (const form of formsOf(place, isWritten(place) ? value : expression)) {
		const outcome = await stage.run(place, withValue(usualParameters(place), place.path, form));
		problems.push(...(await problemsOf(place, meaningOf(kindOf(place), name), outcome, stage.referencesFor(place))));
	}
	return problems.map((problem) => `${name}: ${problem}`);
}

test('there is something to try', () => {
	expect(PLACES.length).toBeGreaterThan(350);
	expect([...new Set(PLACES.map(({ operation }) => operation))]).toEqual(Object.keys(CONTRACT));
});

test('a parameter of a kind that nobody has thought of fails here', () => {
	const [place] = PLACES;
	if (!place) throw new Error('There is no parameter');
	const field = { ...place.field, name: 'color', type: 'color' as const };
	expect(() => kindOf({ ...place, path: ['color'], field })).toThrow('Nothing says what a wrong value means');
});

const TRIED = [...PLACES.filter(({ choice }) => choice === 'auto'), ...someOf(PLACES.filter(({ choice }) => choice !== 'auto'), 4)];

test.each(TRIED.map((place, index) => [place.operation, place.choice, place.path.join('.'), place, index] as const))(
	'%s in version %s: %s',
	async (_operation, _choice, _path, place, index) => {
		const problems: string[] = [];
		for (const name of valuesFor(place, index)) problems.push(...(await problemsWith(place, name)));
		expect(problems).toEqual([]);
		expect(stage.violations()).toEqual([]);
	},
);
