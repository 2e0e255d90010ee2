import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../support/engine/world';
import { jpeg } from '../support/jpeg';
import { furnish, syncing } from './sync/support';
import { mapping } from './writes/cardWays';
import { callsOf, DEPARTMENT, failureOf, importing, inMemory, itemsOf, jsonOf, onlyCall, outputOf, partsOf } from './writes/support';

/** What people's own data and expressions can never do, where losing it would be worst. */

const world = worldPerTest();

const CREATE = { resource: 'businessCard', operation: 'create', lastName: 'Smith' };

describe('a collection that is one expression', () => {
	test('protects the users of a sync that it names', async () => {
		const { emulator } = world;
		const DepartmentId = emulator.addOrganizationRecord('department', { DepartmentName: 'A' });
		for (const UserId of ['taro', 'hanako']) {
			emulator.addOrganizationRecord('user', { DepartmentId, UserId, UserName: UserId, Email: `${UserId}@example.com` });
		}
		const options = '={{ ({ protectedUserIds: "taro", maxDeletions: 5 }) }}';
		const parameters = { ...syncing('plan'), missingUsers: 'delete', options };
		const items = itemsOf({ UserId: 'hanako', UserName: 'hanako', Email: 'hanako@example.com' });
		const [summary] = outputOf(await world.run(parameters, { items }));
		expect(summary?.kept).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'taro' })]));
		expect(JSON.stringify(summary?.changes)).not.toContain('taro');
	});

	test('gives a card all its fields', async () => {
		const additionalFields = '={{ ({ email: "a@example.com", sharingPermissions: { memo: false } }) }}';
		outputOf(await world.run({ ...CREATE, additionalFields }));
		const sent = { lastName: 'Smith', email: 'a@example.com', sharingPermissions: { memo: false } };
		expect(jsonOf(onlyCall(world.emulator))).toEqual(sent);
	});
});

test('binary data without a type, as a Code node makes it, is a picture', async () => {
	const data = { data: inMemory(jpeg(70)).data } as IBinaryData;
	outputOf(await world.run({ resource: 'businessCard', operation: 'uploadImage' }, { items: [{ json: {}, binary: { data } }] }));
	expect(partsOf(onlyCall(world.emulator), 'frontImage')[0]?.data).toEqual(jpeg(70));
});

test.each<[string, INodeParameters, INodeExecutionData]>([
	['a card from its columns', mapping(null), { json: { companyName: 'A' } }],
	['an import', importing('create'), { json: DEPARTMENT }],
	['a sync', syncing('plan'), { json: { UserId: 'taro' } }],
])('an item without JSON is named in a sentence: %s', async (_, parameters, good) => {
	furnish(world.emulator);
	const error = failureOf(await world.run(parameters, { items: [good, {} as INodeExecutionData] }));
	expect(error.name).toBe('NodeOperationError');
	expect(error.message).toMatch(/^Item 1 has no data/);
	expect(callsOf(world.emulator, 'E6', 'E13', 'E14')).toEqual([]);
});
