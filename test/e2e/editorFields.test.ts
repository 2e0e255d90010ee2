import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardNode, codeNode, manualTrigger, manualTriggerName, workflow } from '../support/realN8n/builder';
import { packageName } from '../support/realN8n/names';
import { itemsOf, succeeded } from '../support/realN8n/output';
import { expectNoViolations, startTestWorld } from '../support/realN8n/testWorld';
import type { World } from '../support/realN8n/world';

/** What n8n's editor knows of our fields before anything has run, asked for as the editor asks. */

const nodeType = `${packageName}.businessCardData`;
/** Where n8n finds what each operation gives: `v<version>/<resource>/<operation>.json`. */
const FOLDER = join(__dirname, '../../nodes/BusinessCardData/__schema__');
const SCHEMAS = (readdirSync(FOLDER, { recursive: true }) as string[]).filter((file) => file.endsWith('.json')).map((file) => file.slice(1));

let world: World;

beforeAll(async () => {
	world = await startTestWorld('editorFields');
});

afterAll(async () => {
	await world?.stop();
});

afterEach(() => {
	expectNoViolations(world);
});

describe('the fields that an operation gives', () => {
	test.each(SCHEMAS)('are served for %s', async (path) => {
		const schema: unknown = JSON.parse(readFileSync(join(FOLDER, `v${path}`), 'utf8'));
		const response = await fetch(`${world.client.baseUrl}/schemas/${nodeType}/${path}`);
		expect([path, response.status]).toEqual([path, 200]);
		expect(await response.json()).toEqual(schema);
	});
});

describe('a card whose fields are mapped from columns', () => {
	const INPUT = "return [{ json: { companyName: '北斗商事株式会社', lastName: '髙橋', tel: '03-1', note: 'x', zip: 1000001 } }];";

	async function create(columns: object): Promise<unknown> {
		const parameters = { resource: 'businessCard', operation: 'create', dataMode: 'mapColumns', columns };
		const node = cardNode('Create', parameters, world.credential);
		const { id } = await world.client.createWorkflow(workflow('Mapped', [manualTrigger(), codeNode('Rows', INPUT), node]));
		const execution = succeeded(await world.client.run(id, manualTriggerName));
		expect(itemsOf(execution, 'Create')).toHaveLength(1);
		return JSON.parse(world.emulator.calls[0]?.bodyText ?? '');
	}

	test('can take its columns from the list that the node loads', async () => {
		const schema = await world.client.columnsOf(nodeType, 'getColumns');
		expect(schema.map(({ id }) => id)).toEqual(expect.arrayContaining(['companyName', 'tel', 'tagId', 'sharingPermissions.memo']));
		const value = {
			companyName: '={{ $json.companyName }}',
			postalCode: '={{ $json.zip }}',
			'sharingPermissions.memo': false,
		};
		const sent = await create({ mappingMode: 'defineBelow', value, matchingColumns: [], schema });
		expect(sent).toEqual({ companyName: '北斗商事株式会社', postalCode: '1000001', sharingPermissions: { memo: false } });
	});

	test('can take them from the input by their names', async () => {
		const sent = await create({ mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] });
		expect(sent).toEqual({ companyName: '北斗商事株式会社', lastName: '髙橋', tel: '03-1' });
	});
});

describe('users of a sync that are mapped from columns', () => {
	const INPUT = "return [{ json: { login: 'u1', name: '髙橋 花子', mail: 'u1@example.com' } }, { json: { login: 'u2', name: 'Smith, Ann', mail: 'u2@example.com' } }];";

	test('can take their columns from the list that the node loads, for each item', async () => {
		const { emulator } = world;
		const DepartmentId = emulator.addOrganizationRecord('department', { DepartmentName: 'Head Office' });
		emulator.addOrganizationRecord('user', { DepartmentId, UserId: 'owner', UserName: 'Owner', Email: 'owner@example.com' });
		const chosen = { resource: 'organization', operation: 'sync', recordType: 'user' };
		const schema = await world.client.columnsOf(nodeType, 'getColumns', chosen);
		expect(schema.slice(0, 4).map(({ id }) => id)).toEqual(['UserId', 'UserName', 'Email', 'DepartmentPath']);
		const value = { UserId: '={{ $json.login }}', UserName: '={{ $json.name }}', Email: '={{ $json.mail }}', DepartmentPath: 'Sales', UserType: 0 };
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema };
		const node = cardNode('Sync', { ...chosen, mode: 'plan', dataMode: 'mapColumns', columns, output: 'changes' }, world.credential);
		const { id } = await world.client.createWorkflow(workflow('Mapped', [manualTrigger(), codeNode('Rows', INPUT), node]));
		const items = itemsOf(succeeded(await world.client.run(id, manualTriggerName)), 'Sync');
		expect(items.map(({ json }) => `${String(json.action)} ${String(json.key)}`)).toEqual(['added Sales', 'added u1', 'added u2']);
	});
});
