import type { INodeParameters } from 'n8n-workflow';
import { CHOICES, CONTRACT, namesOf, versionOf } from '../description/contract';
import { NODE } from '../description/nodes';
import { Panel } from '../../tools/panel';
import { ALWAYS, worldPerTest } from '../../tools/engine/world';
import { onlyCall, outputOf } from './writes/support';

/** The order of a list stands in a collection of its own; workflows that have it in the options keep their order. */

const world = worldPerTest();

const LISTS: ReadonlyArray<readonly [string, INodeParameters]> = [
	['businessCard.getAll', ALWAYS],
	['businessCard.search', {}],
	['report.getAll', ALWAYS],
];

const SORT = { orderBy: 'registeredAt', orderDirection: 'desc' };

async function sent(name: string, parameters: INodeParameters): Promise<Record<string, string | undefined>> {
	const { emulator, run } = world;
	emulator.clearLog();
	outputOf(await run({ ...namesOf(name), ...parameters }));
	const query = new Map(onlyCall(emulator).query);
	return { orderBy: query.get('orderBy'), orderDirection: query.get('orderDirection') };
}

describe.each(LISTS)('%s', (name, base) => {
	test.each([
		['from the collection', { sort: SORT }, SORT],
		['from the former place', { options: SORT }, SORT],
		['from neither', {}, { orderBy: undefined, orderDirection: undefined }],
		[
			'from the collection where both have it',
			{ sort: { orderBy: 'registeredAt', orderDirection: 'asc' }, options: { orderBy: 'updatedAt', orderDirection: 'desc' } },
			{ orderBy: 'registeredAt', orderDirection: 'asc' },
		],
		[
			'key by key from the collection, the rest from the former place',
			{ sort: { orderDirection: 'asc' }, options: { orderBy: 'registeredAt', orderDirection: 'desc' } },
			{ orderBy: 'registeredAt', orderDirection: 'asc' },
		],
		[
			'from the former place where the collection is blank',
			{ sort: { orderBy: '={{ undefined }}', orderDirection: '={{ " " }}' }, options: SORT },
			SORT,
		],
		['by expressions in both places', { sort: { orderBy: '={{ "registeredAt" }}' }, options: { orderDirection: '={{ "desc" }}' } }, SORT],
	])('takes the order %s', async (_place, parameters, order) => {
		expect(await sent(name, { ...base, ...parameters })).toEqual(order);
	});

	test('shows the former place only to those who have something in it', () => {
		for (const choice of CHOICES.filter((each) => CONTRACT[name] && versionOf(CONTRACT[name], each))) {
			const panel = new Panel(NODE, { ...namesOf(name), apiVersion: choice });
			const [options] = panel.field('options');
			if (!options) throw new Error('There are no options');
			const shown = (values: INodeParameters) => panel.inside(options, values).map((field) => field.name);
			expect(shown({})).not.toEqual(expect.arrayContaining(['orderBy']));
			expect(shown({})).not.toEqual(expect.arrayContaining(['orderDirection']));
			expect(shown(SORT)).toEqual(expect.arrayContaining(['orderBy', 'orderDirection']));
			expect(shown({ orderBy: '={{ $json.order }}' })).toContain('orderBy');
			expect(panel.inCollection('sort').map((field) => field.name)).toEqual(['orderBy', 'orderDirection']);
		}
	});
});

test('a long list comes in the order that either place says', async () => {
	const { emulator, run } = world;
	for (let day = 1; day <= 28; day += 1) {
		for (let hour = 0; hour < 12; hour += 1) emulator.addCard({ updatedTime: `2026-02-${String(day).padStart(2, '0')}T${10 + hour}:00:00+09:00` });
	}
	for (const place of ['sort', 'options']) {
		const parameters = { ...ALWAYS, returnAll: true, [place]: { orderBy: 'updatedAt', orderDirection: 'desc' } };
		const times = outputOf(await run({ ...namesOf('businessCard.getAll'), ...parameters })).map(({ updatedTime }) => String(updatedTime));
		expect(times).toHaveLength(28 * 12);
		expect(times).toEqual([...times].sort().reverse());
	}
});
