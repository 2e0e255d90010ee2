import type { INodeParameters } from 'n8n-workflow';
import type { CallRecord } from '../emulator';
import { ALWAYS, worldPerTest } from '../support/engine/world';
import { labelOf } from './labels';

/** Filters that are blank, and values that a version does not have. test/description/requests has what is sent of the others. */

const world = worldPerTest();

const SEARCH: INodeParameters = { resource: 'businessCard', operation: 'search', returnAll: true };
const REPORTS: INodeParameters = { resource: 'report', operation: 'getAll', ...ALWAYS, returnAll: true };

function pairs(call: CallRecord | undefined, name: string): Array<readonly [string, string]> {
	return (call?.query ?? []).filter(([key]) => key === name || key === `${name}[]`);
}

async function idsOf(parameters: INodeParameters): Promise<unknown[]> {
	const { items, error } = await world.run(parameters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.id).sort();
}

describe('a search', () => {
	beforeEach(() => {
		const { emulator } = world;
		emulator.addTag({ id: 't1' });
		emulator.addTag({ id: 't 2' });
		emulator.addCard({ id: 'a', companyName: 'One' });
		emulator.addCard({ id: 'b', companyName: 'Other', email: 'b+x@example.com' });
		emulator.addCard({ id: 'c', companyName: 'Other', entryStatus: 'processing' });
	});

	test.each([
		['={{ ["t1", "t 2"] }}', ['t1', 't 2']],
		['={{ "t1" }}', ['t1']],
		['={{ "t1, t 2" }}', ['t1', 't 2']],
		["={{ '[\"t1\", \"t 2\"]' }}", ['t1', 't 2']],
	])('takes tags by the expression %s', async (tagId, ids) => {
		await world.run({ ...SEARCH, filters: { tagId } });
		expect(pairs(world.emulator.calls[0], 'tagId').map(([, value]) => value)).toEqual(ids);
	});

	describe('with a filter that was added and is blank', () => {
		const BLANKS: INodeParameters[] = [
			{ companyName: '={{ undefined }}' },
			{ name: '={{ $json.nothing }}' },
			{ email: '={{ null }}' },
			{ tel: '' },
			{ mobile: '={{ "  \\n" }}' },
			{ tagId: [] },
			{ tagId: '={{ [] }}' },
			{ tagId: '={{ " , " }}' },
			{ tagId: '={{ undefined }}' },
		];

		test.each(BLANKS)('is refused before any call, because it would give every card: %j', async (filters) => {
			const [name = ''] = Object.keys(filters);
			for (const more of [{}, { companyName: 'Other' }]) {
				const { error, items } = await world.run({ ...SEARCH, filters: { ...more, ...filters } });
				expect(items).toEqual([]);
				expect(error?.name).toBe('NodeOperationError');
				expect(error?.message).toContain(`${labelOf(SEARCH, name)} is blank`);
				expect(error?.message).toContain('Ignore Blank Filters');
				expect(error?.context?.parameter).toBe(name);
			}
			expect(world.emulator.calls).toEqual([]);
		});

		test.each(BLANKS)('goes without it where that is wanted, as long as one is left: %j', async (filters) => {
			const options = { ignoreBlankFilters: true };
			expect(await idsOf({ ...SEARCH, options, filters: { ...filters, email: 'b+x@example.com' } })).toEqual(['b']);
			world.emulator.clearLog();
			const { error } = await world.run({ ...SEARCH, options, filters });
			expect(error?.message).toContain('Every filter is blank');
			expect(error?.context?.parameter).toBe(Object.keys(filters)[0]);
			expect(world.emulator.calls).toEqual([]);
		});

		test('is refused for the item in which it is blank, and no other', async () => {
			const { items } = await world.run(
				{ ...SEARCH, filters: { email: '={{ $json.mail }}' } },
				{ items: [{ json: { mail: 'b+x@example.com' } }, { json: { phone: '1' } }], onError: 'continueRegularOutput' },
			);
			expect(items.map(({ json }) => json.id ?? json.error)).toEqual(['b', expect.stringContaining("Email is blank")]);
			expect(world.emulator.calls).toHaveLength(1);
		});

		test('finds every card as before when no filter was added, whatever the option says', async () => {
			for (const ignoreBlankFilters of [true, false]) {
				expect(await idsOf({ ...SEARCH, filters: {}, options: { ignoreBlankFilters } })).toEqual(['a', 'b']);
			}
		});
	});
});

describe('reports', () => {
	beforeEach(() => {
		const { emulator } = world;
		emulator.addReport({ id: 'm', type: 'Meeting', categories: [{ name: 'Kind', value: 'Sales & More' }] });
		emulator.addReport({ id: 'k', type: 'Call', categories: [{ name: 'Kind', value: '商談' }] });
		emulator.addReport({ id: 'o', type: 'OnlineMeeting' });
	});

	test.each([['Sales & More,商談'], [' Sales & More , 商談 ,'], ['={{ ["Sales & More", "商談"] }}']])(
		'take categories as %j',
		async (category) => {
			expect(await idsOf({ ...REPORTS, options: { category } })).toEqual(['k', 'm']);
		},
	);

	test('know online meetings in version 3.2', async () => {
		expect(await idsOf({ ...REPORTS, options: { type: ['OnlineMeeting'] } })).toEqual(['o']);
	});

	test.each([
		['pinned', '2.5', ['OnlineMeeting']],
		['pinned, type by expression', '2.5', '={{ ["Meeting", "OnlineMeeting"] }}'],
		['by expression', '={{ "2.5" }}', ['OnlineMeeting']],
	])('refuse online meetings in version 2.5 before any call (%s)', async (_, apiVersion, type) => {
		const { error } = await world.run({ ...REPORTS, apiVersion, options: { type } });
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toMatch(/OnlineMeeting.*2\.5.*3\.2/s);
		expect(world.emulator.calls).toEqual([]);
	});

	test('of all types come when none is chosen', async () => {
		expect(await idsOf({ ...REPORTS, options: { type: [], category: '' } })).toEqual(['k', 'm', 'o']);
		expect(pairs(world.emulator.calls[0], 'type')).toEqual([]);
	});
});
