import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { REQUEST_CASES } from '../../description/requestCases';
import { inFull } from '../../inFull';
import { leapOverPauses } from '../../../tools/engine/leapClock';
import { offeredColumns } from '../../../tools/engine/mappedColumns';
import { mapping } from '../writes/cardWays';
import { problemsOf, type Outcome } from './judge';
import { kindOf } from './kinds';
import { meaningOf, type Meaning } from './meanings';
import { placesFor, type Place } from './places';
import { Stage } from './stage';
import { HOSTILE_VALUES, VALUE_NAMES, ZONE, type ValueName } from './values';

/** The same for every column to which a card can be mapped, one by one and automatically. */

leapOverPauses();

const stage = new Stage();
const OPERATION = 'businessCard.create';

beforeAll(async () => await stage.open());
afterAll(async () => await stage.close());

/** A card with every field, each permission in a column of its own. */
function usualColumns(): IDataObject {
	const { additionalFields, ...names } = REQUEST_CASES[OPERATION]?.full ?? {};
	const { sharingPermissions, ...fields } = additionalFields as IDataObject;
	const permissions = Object.entries(sharingPermissions as IDataObject).map(([key, value]) => [`sharingPermissions.${key}`, value]);
	return { ...names, ...fields, ...(Object.fromEntries(permissions) as IDataObject) };
}

const USUAL = usualColumns();

/** The fields of the panel that say the same as a column, as places in the mapping. */
const PLACES: readonly Place[] = placesFor(['auto'])
	.filter(({ operation, field, path }) => operation === OPERATION && field.type !== 'collection' && isOfCard(path, field))
	.map((place) => ({ ...place, path: ['columns', ...place.path.filter((name) => name !== 'additionalFields')] }));

function isOfCard(path: readonly string[], { routing }: INodeProperties): boolean {
	return routing?.send?.type === 'body' || path.includes('sharingPermissions');
}

const columnOf = ({ path }: Place) => path.slice(1).join('.');

/** How columns come into the node. */
interface Way {
	/** What a column is given in place of a value. */
	readonly given: (name: ValueName) => unknown;
	readonly run: (columns: IDataObject) => Promise<Outcome>;
	readonly meaning: (place: Place, name: ValueName) => Meaning;
}

const plainMeaning: Way['meaning'] = (place, name) => meaningOf(kindOf(place), name);

/** n8n hands a mapped DateTime over as its text. */
const DATE_TIME_TEXT: Meaning = { kind: 'arrives', texts: ['2026-03-31T11:30:00.000-04:00'] };

const WAYS: Readonly<Record<string, Way>> = {
	'one by one': {
		given: (name) => HOSTILE_VALUES[name].expression,
		run: async (columns) =>
			await stage.see(async () => await stage.world.run(mapping(columns), { items: stage.itemsFor(OPERATION), timezone: ZONE })),
		meaning(place, name) {
			const meaning = plainMeaning(place, name);
			const isText = plainMeaning(place, 'the text of a Date').kind === 'arrives';
			return name === 'a DateTime' && meaning.kind === 'refused' && isText ? DATE_TIME_TEXT : meaning;
		},
	},
	automatically: {
		given: (name) => HOSTILE_VALUES[name].value,
		run: async (columns) =>
			await stage.see(async () => await stage.world.run(mapping(null), { items: [{ json: columns }], timezone: ZONE })),
		meaning: plainMeaning,
	},
};

/** In `npm test` each column gets one of sixteen values. */
const SHARE = inFull(1, 16);

test('every column that the node offers is tried', async () => {
	const fields = await offeredColumns({ resource: 'businessCard' });
	expect(PLACES.map(columnOf).sort()).toEqual(fields.map(({ id }) => id).sort());
});

describe.each(Object.entries(WAYS))('mapped %s', (_, { given, run, meaning }) => {
	test.each(PLACES.map((place, index) => [columnOf(place), place, index] as const))('%s', async (column, place, index) => {
		const problems: string[] = [];
		const withColumn = (value: unknown): IDataObject => ({ ...USUAL, [column]: value as IDataObject });
		const usual = await run(USUAL);
		for (const name of VALUE_NAMES.filter((_name, each) => each % SHARE === index % SHARE)) {
			const outcome = await run(withColumn(given(name)));
			const found = await problemsOf(place, meaning(place, name), outcome, {
				usual: async () => await Promise.resolve(usual),
				chosen: async (value) => await run(withColumn(value)),
			});
			problems.push(...found.map((problem) => `${name}: ${problem}`));
		}
		expect(problems).toEqual([]);
		expect(stage.violations()).toEqual([]);
	});
});
