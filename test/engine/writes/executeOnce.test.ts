import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../../support/engine/world';
import { DEPARTMENT, importing, inMemory, itemsOf, onlyCall, rowsOf, USER } from './support';

/** The node setting Execute Once, with the operations that take all input items together. */

const world = worldPerTest();
const ONCE = { executeOnce: true } as const;

const REST: IDataObject[] = [
	{ ...DEPARTMENT, TempId: 'd2' },
	{ ...USER, DepartmentId: 'tempId:d1' },
];

describe.each(['create', 'check'])('organizationImport.%s', (operation) => {
	const parameters = (more: INodeParameters = {}): INodeParameters => importing(operation, more);

	it('sends the row of the first item alone, and what comes out is paired with that', async () => {
		const { items, error } = await world.run(parameters(), { items: itemsOf(DEPARTMENT, ...REST), ...ONCE });
		expect(error).toBeUndefined();
		const call = onlyCall(world.emulator);
		expect(call.parts?.map(({ name }) => name)).toEqual(['department']);
		expect(rowsOf(call, 'department')).toEqual([DEPARTMENT]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }]]);
	});

	it('does not look at the other items, whatever they hold', async () => {
		const { error } = await world.run(parameters(), { items: itemsOf(DEPARTMENT, { nothing: 'of use' }), ...ONCE });
		expect(error).toBeUndefined();
		expect(rowsOf(onlyCall(world.emulator), 'department')).toEqual([DEPARTMENT]);
	});

	it('takes the file of the first item alone', async () => {
		const csv = (name: string) => ({ departments: inMemory(Buffer.from(`d1,,${name},,,,\r\n`)) });
		const items: INodeExecutionData[] = ['a', 'b'].map((name) => ({ json: {}, binary: csv(name) }));
		const files = { source: 'files', departmentBinaryPropertyName: 'departments', userBinaryPropertyName: '' };
		const { error } = await world.run(parameters(files), { items, ...ONCE });
		expect(error).toBeUndefined();
		expect(onlyCall(world.emulator).parts?.[0]?.data.toString()).toBe('d1,,a,,,,\r\n');
	});

	it('gives one error item for the first item with Continue On Fail', async () => {
		const { items } = await world.run(parameters(), {
			items: itemsOf({ ...DEPARTMENT, DepartmentName: '' }, ...REST),
			onError: 'continueRegularOutput',
			...ONCE,
		});
		expect(items).toEqual([{ json: { error: expect.stringMatching(/Department Name is empty/) as unknown }, pairedItem: [{ item: 0 }] }]);
	});
});
