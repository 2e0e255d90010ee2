import { FORMS, type Form } from '../e2e/standIns/kintone/form';
import { textOf } from '../support/repository';

/** The pages about kintone have people make the fields that the recipe writes, and that its tests play on. */

interface Recipe {
	readonly nodes: ReadonlyArray<{
		readonly name: string;
		readonly parameters: { readonly assignments?: { readonly assignments: ReadonlyArray<{ readonly name: string }> } };
	}>;
}

const APPS = ['company', 'person'];

/** The codes in the tables of a page, app by app: the second column of each table that has field codes. */
function codesOf(page: string): string[][] {
	const tables = [...textOf(page).matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table.trim().split('\n'));
	const codes = tables.map((rows) =>
		rows.flatMap((row) => /^\| [^|]+ \| `(\w+)` \| [^|]+ \| [^|]*\|$/.exec(row)?.[1] ?? []),
	);
	return codes.filter((table) => table.length > 0);
}

/** The codes of a form, those of its tables included. */
function codesOfForm(form: Form): string[] {
	return Object.values(form).flatMap(({ code, fields = {} }) => [code, ...Object.keys(fields)]);
}

test.each(['docs/kintone.md', 'docs/ja/kintone.md'])('%s has the fields of both apps', (page) => {
	expect(codesOf(page)).toEqual(Object.values(FORMS).map(codesOfForm));
});

test('the recipe writes fields that the page has people make', () => {
	const { nodes } = JSON.parse(textOf('examples/cards-to-kintone.json')) as Recipe;
	const fields = nodes.find(({ name }) => name === 'Fields')?.parameters.assignments?.assignments ?? [];
	const [companies = [], people = []] = codesOf('docs/kintone.md');
	expect(fields.length).toBeGreaterThan(0);

	const made = [companies, people].flatMap((codes, app) => codes.map((code) => `${APPS[app]}.${code}`));
	expect(made).toEqual(expect.arrayContaining(fields.map(({ name }) => name)));
});
