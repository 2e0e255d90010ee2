import { worldPerTest } from '../../support/engine/world';
import { DEPARTMENT, importing, itemsOf, onlyCall, rowsOf, USER } from './support';

/** The node setting Execute Once, with the operations that take all input items together. */

const world = worldPerTest();
const REST = [{ ...DEPARTMENT, TempId: 'd2' }, { ...USER, DepartmentId: 'tempId:d1' }, { nothing: 'of use' }];

describe.each(['create', 'check'])('organizationImport.%s', (operation) => {
	it('sends the row of the first item alone, whatever the others hold, and what comes out is paired with that', async () => {
		const { items, error } = await world.run(importing(operation), {
			items: itemsOf(DEPARTMENT, ...REST),
			executeOnce: true,
		});
		expect(error).toBeUndefined();
		const call = onlyCall(world.emulator);
		expect(call.parts?.map(({ name }) => name)).toEqual(['department']);
		expect(rowsOf(call, 'department')).toEqual([DEPARTMENT]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }]]);
	});

	it('gives one error item for the first item with Continue On Fail', async () => {
		const items = itemsOf({ ...DEPARTMENT, DepartmentName: '' }, ...REST);
		const run = await world.run(importing(operation), { items, onError: 'continueRegularOutput', executeOnce: true });
		expect(run.items).toEqual([
			{ json: { error: expect.stringMatching(/Department Name is empty/) as unknown }, pairedItem: [{ item: 0 }] },
		]);
	});
});
