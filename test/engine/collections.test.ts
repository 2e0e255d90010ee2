import type { INodeParameters } from 'n8n-workflow';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { failureOf, finishImportsAtOnce, itemsOf, outputOf } from './writes/support';

/** A collection that is one expression counts as though its entries had been added one by one. */

const world = worldPerTest();

const CARDS = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };
const SEARCH = { resource: 'businessCard', operation: 'search' };
const CREATE = { resource: 'businessCard', operation: 'create', lastName: 'Smith' };

async function queryOf(parameters: INodeParameters, apiVersion = 'auto'): Promise<ReadonlyArray<readonly [string, string]>> {
	const { error } = await world.run({ ...parameters, apiVersion });
	expect(error).toBeUndefined();
	return world.emulator.calls[0]?.query ?? [];
}

test.each<[string, INodeParameters, string, string[]]>([
	['options', { ...CARDS, options: '={{ ({ entryStatus: ["processing"] }) }}' }, 'entryStatus', ['processing']],
	['options', { ...CARDS, options: '={{ ({ includeTags: "TRUE" }) }}' }, 'includeTags', ['true']],
	['sort', { ...CARDS, sort: '={{ ({ orderBy: "registeredAt" }) }}' }, 'orderBy', ['registeredAt']],
	['filters', { ...SEARCH, filters: '={{ ({ email: "a@example.com" }) }}' }, 'email', ['a@example.com']],
	['filters', { ...SEARCH, filters: '={{ ({ tagId: ["t1", "t2"] }) }}' }, 'tagId', ['t1', 't2']],
])('%s: %j sends %s', async (_, parameters, name, values) => {
	const query = await queryOf(parameters);
	expect(query.filter(([key]) => key === name).map(([, value]) => value)).toEqual(values);
});

test('tags go to version 2.0 under the name that it has for them', async () => {
	const query = await queryOf({ ...SEARCH, filters: '={{ ({ tagId: "t1" }) }}' }, '2.0');
	expect(query).toContainEqual(['tagId[]', 't1']);
});

test('what a version does not have is not sent to it', async () => {
	const query = await queryOf({ ...CARDS, options: '={{ ({ includeTags: true }) }}' }, '2.0');
	expect(query.map(([name]) => name)).not.toContain('includeTags');
});

test('the fields of a card are all sent', async () => {
	const additionalFields = '={{ ({ email: "a@example.com", sharingPermissions: { memo: false } }) }}';
	const { error } = await world.run({ ...CREATE, additionalFields });
	expect(error).toBeUndefined();
	expect(JSON.parse(world.emulator.calls[0]?.bodyText ?? '')).toEqual({
		lastName: 'Smith',
		email: 'a@example.com',
		sharingPermissions: { memo: false },
	});
});

test('options that our code reads count as well', async () => {
	world.emulator.addCard({ id: 'c1', email: 'a@example.com' });
	const [card] = outputOf(await world.run({ ...CARDS, options: '={{ ({ fields: ["id"] }) }}' }));
	expect(card).toEqual({ id: 'c1' });
});

test('protected users of a sync are protected', async () => {
	const { emulator } = world;
	finishImportsAtOnce(emulator);
	const DepartmentId = emulator.addOrganizationRecord('department', { DepartmentName: 'A' });
	for (const UserId of ['taro', 'hanako']) {
		emulator.addOrganizationRecord('user', { DepartmentId, UserId, UserName: UserId, Email: `${UserId}@example.com` });
	}
	const run = await world.run(
		{
			resource: 'organization',
			operation: 'sync',
			mode: 'apply',
			missingUsers: 'delete',
			options: '={{ ({ protectedUserIds: "taro", maxDeletions: 5 }) }}',
		},
		{ items: itemsOf({ UserId: 'hanako', UserName: 'hanako', Email: 'hanako@example.com' }) },
	);
	expect(run.error?.message ?? outputOf(run)[0]?.mode).toMatch(/apply|taro/);
	expect([...emulator.organizationRecords('user').values()].map(({ UserId }) => UserId)).toContain('taro');
});

test('a blank filter in one expression is refused like one that was added', async () => {
	const { message, context } = failureOf(await world.run({ ...SEARCH, filters: '={{ ({ email: "" }) }}' }));
	expect(message).toContain("Email is blank");
	expect(context?.parameter).toBe('email');
	expect(world.emulator.calls).toEqual([]);
});

test.each(['="all"', '={{ 7 }}', '={{ [1] }}', '={{ true }}'])('%s is no collection', async (options) => {
	const { message, context } = failureOf(await world.run({ ...CARDS, options }));
	expect(message).toContain("Options is ");
	expect(context?.parameter).toBe('options');
	expect(world.emulator.calls).toEqual([]);
});

test.each(['={{ undefined }}', '={{ null }}', '={{ ({}) }}'])('%s adds nothing', async (filters) => {
	const query = await queryOf({ ...SEARCH, filters });
	expect(query.map(([name]) => name).sort()).toEqual(['limit', 'range']);
});
