import { worldPerTest } from '../../support/engine/world';
import { DEPARTMENT, importing, itemsOf, onlyCall, outputOf, USER } from './support';

/** organizationImport.check: what the service finds wrong, without importing anything. */

const world = worldPerTest();

/** The service alone knows that this department does not exist. */
const ORPHAN = { ...DEPARTMENT, TempId: 'd2', ParentDepartmentId: 'D404' };
const STRAY = { ...USER, DepartmentId: 'D404' };
const OTHER = { ...USER, TempId: 'u2', UserId: 'jiro', Email: 'jiro@example.co.jp' };
const CHECK = importing('check');

it('says that everything is valid, in one call, and changes nothing', async () => {
	const { emulator, run } = world;
	const { items } = await run(CHECK, { items: itemsOf(USER, DEPARTMENT) });
	expect(items).toEqual([{ json: { valid: true, errors: [] }, pairedItem: [{ item: 0 }, { item: 1 }] }]);
	expect([onlyCall(emulator).method, onlyCall(emulator).path]).toEqual(['POST', '/v2.0/organization/check']);
	expect(emulator.organizationRecords('department').size + emulator.organizationRecords('user').size).toBe(0);
	expect(emulator.imports.list()).toEqual([]);
});

it('gives the records that are at fault, typed', async () => {
	const { run } = world;
	const [result] = outputOf(await run(CHECK, { items: itemsOf(DEPARTMENT, STRAY) }));
	expect(result).toEqual({
		valid: false,
		errors: [{ Type: 1, Id: null, TempId: 'u1', Completed: false, ErrorMessage: 'DepartmentId D404 does not exist' }],
	});
});

it('gives the departments alone when they are wrong: the service does not look at the users then', async () => {
	const { run } = world;
	const [result] = outputOf(await run(CHECK, { items: itemsOf(STRAY, ORPHAN, DEPARTMENT) }));
	expect(result).toEqual({
		valid: false,
		errors: [{ Type: 0, Id: null, TempId: 'd2', Completed: false, ErrorMessage: 'ParentDepartmentId D404 does not exist' }],
	});
});

it('gives the id of an edited record, and all messages of one', async () => {
	const { emulator, run } = world;
	const id = emulator.addOrganizationRecord('department', { DepartmentName: 'a' });
	emulator.addOrganizationRecord('department', { DepartmentName: 'b', ParentDepartmentId: id });
	emulator.addOrganizationRecord('user', { DepartmentId: id, UserId: 'u', UserName: 'U', Email: 'u@x.jp' });
	const [result] = outputOf(await run(CHECK, { items: itemsOf({ DepartmentId: id, DepartmentName: 'a', DeleteFlag: 1 }) }));
	const ErrorMessage = 'The department has child departments;The department has users';
	expect(result?.errors).toEqual([{ Type: 0, Id: id, TempId: null, Completed: false, ErrorMessage }]);
});

describe.each(['comma', 'asked'] as const)('when the service delimits the result by %s', (checkResultDelimiter) => {
	it.each(['comma', 'semicolon', 'tab', 'space'] as const)('reads it for files with the delimiter %s', async (delimiter) => {
		const { emulator, run } = world;
		emulator.switches.checkResultDelimiter = checkResultDelimiter;
		const rows = itemsOf(DEPARTMENT, { ...STRAY, DepartmentId: 'D,4' }, { ...OTHER, DepartmentId: 'D 5' });
		const [result] = outputOf(await run(importing('check', { options: { delimiter } }), { items: rows }));
		expect(result).toMatchObject({
			valid: false,
			errors: [
				{ Type: 1, TempId: 'u1', ErrorMessage: expect.stringContaining('DepartmentId D,4 does not exist') },
				{ Type: 1, TempId: 'u2', ErrorMessage: expect.stringContaining('DepartmentId D 5 does not exist') },
			],
		});
	});
});
