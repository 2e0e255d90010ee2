import type { IDataObject } from 'n8n-workflow';
import type { NodeRun } from '../support/engine/n8n';
import { worldPerTest, type World } from '../support/engine/world';
import { furnish, sync } from './sync/support';
import { mapping } from './writes/cardWays';
import { callsOf, DEPARTMENT, failureOf, importing, itemsOf, outputOf, USER } from './writes/support';

/** No column is dropped in silence, and no other one stands in the way. */

const world = worldPerTest();

type Run = (world: World, row: IDataObject) => Promise<NodeRun>;

/** How rows come in, a good row, and a column of it that may be left out. */
const WAYS: ReadonlyArray<readonly [name: string, run: Run, row: IDataObject, column: string, value: string]> = [
	['sync', async (to, row) => await sync(to, 'apply', [row]), { UserId: 'taro' }, 'UserName', '山田'],
	['sync by path', async (to, row) => await sync(to, 'apply', [row]), { UserId: 'taro' }, 'DepartmentPath', 'Legal'],
	['import', async ({ run }, row) => await run(importing('create'), { items: itemsOf(DEPARTMENT, row) }), { ...USER }, 'SamlNameId', 'saml'],
	['check', async ({ run }, row) => await run(importing('check'), { items: itemsOf(DEPARTMENT, row) }), { ...USER }, 'SubEmail', 'sub@example.com'],
	['card creation', async ({ run }, row) => await run(mapping(null), { items: itemsOf(row) }), { companyName: 'A' }, 'departmentName', 'Sales'],
];

const LOOKS: ReadonlyArray<readonly [string, (name: string) => string]> = [
	['in another case', (name) => name.toUpperCase()],
	['with spaces', (name) => name.replace(/(?=N|I|E|P)/g, ' ')],
	['with an underscore', (name) => `${name.slice(0, 4)}_${name.slice(4)}`],
	['with a hyphen', (name) => `${name.slice(0, 4)}-${name.slice(4)}`],
	['with a byte order mark', (name) => `\ufeff${name}`],
	['with a zero width space', (name) => `${name}\u200b`],
	['with a soft hyphen', (name) => `${name.slice(0, 4)}\u00ad${name.slice(4)}`],
	['with a word joiner', (name) => `\u2060${name}`],
	['with a direction mark', (name) => `\u200e${name}`],
];

const WRITES = ['E6', 'E13', 'E14'] as const;

describe.each(WAYS)('%s', (_name, run, row, column, value) => {
	beforeEach(() => furnish(world.emulator));

	it.each(LOOKS)('refuses a column that is written %s, and names the right one', async (_look, written) => {
		const given = written(column);
		expect(given).not.toBe(column);
		const { message } = failureOf(await run(world, { ...row, [given]: value }));
		expect(message).toContain(`write "${column}"`);
		expect(callsOf(world.emulator, ...WRITES)).toEqual([]);
	});

	it('takes no notice of it where the right column is there as well', async () => {
		const looks = Object.fromEntries(LOOKS.map(([, written]) => [written(column), 'another value']));
		outputOf(await run(world, { ...row, ...looks, [column]: value }));
		expect(JSON.stringify(callsOf(world.emulator, ...WRITES).map(({ bodyText }) => bodyText))).not.toContain('another value');
	});

	it('ignores columns whose names are words of their own', async () => {
		const others = { tax: '1', demo: 'x', uri: 'x', mail: 'x', Mail: 'x', names: 'x', Email2: 'x', UserUid: 'x', cite: 'x', tell: 'x', Cultur: 'x' };
		outputOf(await run(world, { ...row, [column]: value, ...others }));
	});
});
