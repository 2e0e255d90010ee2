import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { seedOf, timesOf } from '../../seed';
import { worldPerTest, type World } from '../../support/engine/world';
import { itemsFor, rowsFor, type DepartmentModel, type OrganizationModel, type Rows, type UserModel } from './organizationModel';
import { finishImportsAtOnce, importing, itemsOf, outputOf, type Layout } from './support';

/** Read users and departments, edit them as items, import them, read again: the edited organization, cell by cell. */

const world = worldPerTest();
const DELIMITERS = ['comma', 'semicolon', 'tab', 'space'] as const;
const ENCODINGS = ['utf8', 'sjis'] as const;
const LAYOUTS = DELIMITERS.flatMap((delimiter) => ENCODINGS.map((encoding) => ({ delimiter, encoding })));

/** Each step has a key of its own, so that no step waits for the allowance of the one before. */
interface Step {
	readonly run: World['run'];
	readonly layout: Layout;
}

async function read({ run, layout: { delimiter } }: Step): Promise<Rows> {
	const list = { operation: 'getAll', options: { delimiter } };
	const departments = outputOf(await run({ ...list, resource: 'department' }));
	return { departments, users: outputOf(await run({ ...list, resource: 'user' })) };
}

/** Imports the items and adds the ids that the service generated. */
async function importItems({ run, layout }: Step, rows: IDataObject[], ids: Map<string, string>): Promise<void> {
	const parameters = importing('create', { options: { ...layout, waitForCompletion: true } });
	const [result] = outputOf(await run(parameters, { items: itemsOf(...rows) }));
	for (const { TempId, Id } of result?.results as IDataObject[]) {
		if (TempId !== null) ids.set(String(TempId), String(Id));
	}
}

/** Goes through the organizations one after the other; after each import the service has to hold exactly it. */
async function goThrough(place: World, layout: Layout, ...models: OrganizationModel[]): Promise<void> {
	finishImportsAtOnce(place.emulator);
	place.emulator.switches.csvCharset = layout.encoding === 'sjis' ? 'sjis' : 'utf8bom';
	const ids = new Map<string, string>();
	let rows: Rows = { departments: [], users: [] };
	for (const model of models) {
		const credential = place.credential({ apiKey: place.freshKey() });
		const step: Step = { layout, run: async (parameters, more) => await place.run(parameters, { credential, ...more }) };
		await importItems(step, itemsFor(model, ids, rows), ids);
		const left = new Set([...model.departments, ...model.users].map(({ key }) => key));
		for (const key of ids.keys()) if (!left.has(key)) ids.delete(key);
		rows = await read(step);
		expect(rows).toEqual(rowsFor(model, ids));
	}
}

const NAME = '髙橋, "Bob"; 営業部\n2課';

function department(key: string, name: string, parent: string | null = null): DepartmentModel {
	return { key, name, parent, reading: `${name}\t "`, order: null };
}

function user(key: string, name: string, ...departments: string[]): UserModel {
	return { key, name, departments, reading: ` ${name} `, culture: 1, type: 0 };
}

const BEFORE: OrganizationModel = {
	departments: [department('d1', NAME), department('d2', '二課;', 'd1'), department('d3', '"', 'd2'), department('d4', 'x y\tz')],
	users: [user('u1', NAME, 'd1', 'd3'), user('u2', ',', 'd2'), user('u3', 'line\r\nline', 'd4')],
};

/** Renamed, moved, reordered, deleted, and two more of each. */
const AFTER: OrganizationModel = {
	departments: [
		{ ...department('d1', '""', 'd5'), order: -2 },
		{ ...department('d2', NAME), reading: '' },
		department('d3', ' 三課', 'd1'),
		department('d5', `${NAME}"`),
		department('d6', '①㈱～', 'd5'),
	],
	users: [
		{ ...user('u1', `"${NAME}"`, 'd6', 'd2'), culture: 2, type: 1 },
		{ ...user('u3', '髙\n髙', 'd3'), reading: '' },
		user('u4', ';\t, "\n', 'd5', 'd1'),
	],
};

it.each(LAYOUTS)('gives the edited organization with $delimiter and $encoding', async (layout) => {
	const again = { ...BEFORE, users: [user('u1', NAME, 'd1'), user('u3', 'z', 'd4'), user('u2', ',', 'd2')] };
	await goThrough(world, layout, BEFORE, AFTER, again);
});

/** What CSVs are broken with, and characters of which each encoding has the same. */
const AWKWARD = [...',;\t "\'\n\r|=+-@#', '\r\n', '""', '",', '\u3000'];
const SHARED = [...'aZ09アｱあ亜髙﨑①㈱Ⅲ～ー・々〆ヴ'];
const UTF8_ONLY = [...'é한🙂𠮷〜ا\u200b\ufeff\u0301\u2028', 'か\u3099'];

function texts(encoding: Layout['encoding'], maxLength: number): fc.Arbitrary<string> {
	const units = [...AWKWARD, ...SHARED, ...(encoding === 'sjis' ? [] : UTF8_ONLY)];
	return fc
		.array(fc.constantFrom(...units), { maxLength })
		.map((parts) => [...parts.join('')].slice(0, maxLength).join(''));
}

/**
 * Nothing but the bytes tells the charset of what is read, so every name in Shift_JIS has a character that cannot be UTF-8,
 * as all but the rarest names have: "﨑〆" alone could be Korean.
 */
function names(encoding: Layout['encoding'], maxLength: number): fc.Arbitrary<string> {
	return texts(encoding, maxLength).map((text) => (encoding === 'sjis' || text.trim() === '' ? `${text.slice(1)}名` : text));
}

/** An organization of these records: every department below one that stands before it. */
function organizations(encoding: Layout['encoding'], departmentKeys: string[], userKeys: string[]): fc.Arbitrary<OrganizationModel> {
	const departments = departmentKeys.map((key, index) =>
		fc.record({
			key: fc.constant(key),
			name: names(encoding, 30),
			reading: texts(encoding, 40),
			order: fc.option(fc.integer({ min: -999_999_999, max: 999_999_999 })),
			parent: index === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...departmentKeys.slice(0, index))),
		}),
	);
	const users = userKeys.map((key) =>
		fc.record({
			key: fc.constant(key),
			name: names(encoding, 60),
			reading: texts(encoding, 80),
			departments: fc.uniqueArray(fc.constantFrom(...departmentKeys), { minLength: 1, maxLength: 3 }),
			culture: fc.integer({ min: 0, max: 2 }),
			type: fc.integer({ min: 0, max: 2 }),
		}),
	);
	return fc.record({ departments: fc.tuple(...departments), users: fc.tuple(...users) });
}

/** Keys of two organizations that share some of their records, in the order in which the service has them. */
function keys(letter: string, minLength: number): fc.Arbitrary<[string[], string[]]> {
	const all = Array.from({ length: 5 }, (_, index) => `${letter}${index}`);
	return fc
		.tuple(fc.integer({ min: Math.max(minLength, 1), max: 4 }), fc.subarray(all, { minLength }))
		.map(([count, later]) => [all.slice(0, count), later]);
}

const journeys = fc
	.record({ delimiter: fc.constantFrom(...DELIMITERS), encoding: fc.constantFrom(...ENCODINGS), d: keys('d', 1), u: keys('u', 0) })
	.chain(({ delimiter, encoding, d, u }) =>
		fc.record({
			layout: fc.constant({ delimiter, encoding }),
			before: organizations(encoding, d[0], u[0]),
			after: organizations(encoding, d[1], u[1]),
		}),
	);

it('gives any edited organization, in any layout', async () => {
	const property = fc.asyncProperty(journeys, async ({ layout, before, after }) => {
		await goThrough(await world.another(), layout, before, after);
	});
	await fc.assert(property, { seed: seedOf('organization round trip'), numRuns: timesOf(15) });
});
