import type { ResourceMapperField } from 'n8n-workflow';
import { CARD_FIELDS, SHARING_PERMISSION_KEYS } from '../../../nodes/shared';
import { offeredColumns } from '../../support/engine/mappedColumns';
import { worldPerTest } from '../../support/engine/world';
import { mapping } from './cardWays';
import { callsOf, failureOf, itemsOf, jsonOf, onlyCall, outputOf } from './support';

/** A card whose fields are mapped from the columns of the input. */

const world = worldPerTest();

const ROW = { companyName: '北斗商事株式会社', lastName: '髙橋', tel: '03-1234-5678', exchangeDate: '2026-04-01T23:30:00+09:00' };
const BODY = { ...ROW, exchangeDate: '2026-04-01' };

describe('mapped automatically', () => {
	it('sends each column that is a field of a card, and leaves out what is blank', async () => {
		const { emulator, run } = world;
		const [card] = outputOf(await run(mapping(null), { items: itemsOf({ ...ROW, title: '', memo: null }) }));
		expect(card?.companyName).toBe('北斗商事株式会社');
		expect(jsonOf(onlyCall(emulator))).toEqual(BODY);
	});

	it('leaves out columns that are no field of a card', async () => {
		const { emulator, run } = world;
		const rest = { id: '7', owner: { id: 'u1' }, CompanyName: 'x', constructor: 'x', 'sharingPermissions.salary': true };
		outputOf(await run(mapping(null), { items: itemsOf({ ...ROW, ...rest }) }));
		expect(jsonOf(onlyCall(emulator))).toEqual(BODY);
	});

	it.each([
		['CompanyName', 'companyName'],
		['e-mail', 'email'],
		['first_name', 'firstName'],
		['Last Name', 'lastName'],
		['Tel', 'tel'],
		['tagID', 'tagId'],
		['department\u200bName', 'departmentName'],
		['sharingpermissions', 'sharingPermissions'],
		['SharingPermissions.Memo', 'sharingPermissions.memo'],
	])('refuses the column %s, which most likely is %s, and drops nothing in silence', async (given, column) => {
		const rows = itemsOf({ title: '部長', companyName: 'A', lastName: 'B', firstName: 'C' }).map(({ json }) => {
			const { [column]: _, ...rest } = json;
			return { json: { ...rest, [given]: 'x' } };
		});
		const error = failureOf(await world.run(mapping(null), { items: rows }));
		expect([error.name, error.context?.parameter]).toEqual(['NodeOperationError', column]);
		expect(error.message).toMatch(new RegExp(`^"${given.replace('\u200b', '')}" is not a column.*: write "${column}"`));
		expect(error.description).toBe('Nothing was sent.');
		expect(world.emulator.calls).toEqual([]);
	});

	it('registers a card of what reading one gave, whose other columns are none', async () => {
		const { emulator, run } = world;
		const [card] = outputOf(await run(mapping(null), { items: itemsOf(ROW) }));
		emulator.clearLog();
		const { exchangeDate, companyName, lastName, tel, ...rest } = card ?? {};
		const blank = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, typeof value === 'string' && !/Id$|Time$|^id$/.test(name) ? '' : value]));
		outputOf(await run(mapping(null), { items: itemsOf({ exchangeDate, companyName, lastName, tel, ...blank }) }));
		expect(jsonOf(onlyCall(emulator))).toEqual(BODY);
	});

	it('registers a card for each item, and names the item that breaks a rule', async () => {
		const { emulator, run } = world;
		const rows = itemsOf({ companyName: 'A' }, { companyName: 'B', tel: 'call me' }, { company: 'C' }, { companyName: 'D' });
		const { items } = await run(mapping(null), { items: rows, onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json.companyName ?? json.error)).toEqual([
			'A',
			expect.stringMatching(/^Phone may contain only half-width digits/),
			'Fill in Company Name, Last Name or First Name',
			'D',
		]);
		expect(callsOf(emulator, 'E6').map(jsonOf)).toEqual([{ companyName: 'A' }, { companyName: 'D' }]);
		const { context, description } = failureOf(await run(mapping(null), { items: rows.slice(0, 2) }));
		expect([context?.parameter, context?.itemIndex]).toEqual(['tel', 1]);
		expect(description).toMatch(/ item 1 is row 3\./);
	});

	it.each([
		['whole', { sharingPermissions: { memo: false, others: true } }],
		['each in a column of its own', { 'sharingPermissions.memo': false, 'sharingPermissions.others': true }],
		['as the text of a CSV', { 'sharingPermissions.memo': 'false', 'sharingPermissions.others': 'true', 'sharingPermissions.name': '' }],
		['both ways', { sharingPermissions: { memo: true, others: true }, 'sharingPermissions.memo': false }],
	])('takes the sharing permissions %s', async (_form, columns) => {
		const { emulator, run } = world;
		outputOf(await run(mapping(null), { items: itemsOf({ companyName: 'A', ...columns }) }));
		expect(jsonOf(onlyCall(emulator))).toEqual({ companyName: 'A', sharingPermissions: { memo: false, others: true } });
	});
});

describe('mapped one by one', () => {
	it('sends what was mapped, evaluated for each item', async () => {
		const { emulator, run } = world;
		const columns = {
			companyName: '={{ $json.company }}',
			exchangeDate: '={{ $json.met }}',
			postalCode: '={{ $json.zip }}',
			email: '={{ $json.mail }}',
			'sharingPermissions.email': '={{ $json.open }}',
			title: null,
		};
		const rows = itemsOf(
			{ company: 'A', met: '2026-04-01', zip: 1000001, mail: 'a@example.com', open: true },
			{ company: 'B', met: '', zip: '', open: '' },
		);
		outputOf(await run(mapping(columns), { items: rows }));
		expect(callsOf(emulator, 'E6').map(jsonOf)).toEqual([
			{
				companyName: 'A',
				exchangeDate: '2026-04-01',
				postalCode: '1000001',
				email: 'a@example.com',
				sharingPermissions: { email: true },
			},
			{ companyName: 'B' },
		]);
	});

	it('takes nothing from the fields that the choice hides', async () => {
		const { emulator, run } = world;
		const hidden = { lastName: 'hidden', additionalFields: { memo: 'hidden' } };
		outputOf(await run({ ...mapping({ companyName: 'A' }), ...hidden }));
		expect(jsonOf(onlyCall(emulator))).toEqual({ companyName: 'A' });
	});

	it('says that nothing is filled when nothing was mapped', async () => {
		const { emulator, run } = world;
		expect(failureOf(await run(mapping({}))).message).toBe('Fill in Company Name, Last Name or First Name');
		expect(emulator.calls).toHaveLength(0);
	});
});

describe('the columns that are offered', () => {
	async function columns(): Promise<ResourceMapperField[]> {
		return await offeredColumns({ resource: 'businessCard', operation: 'create' });
	}

	it('are the fields of the registration body, each permission on its own', async () => {
		const fields = Object.keys(CARD_FIELDS).filter((name) => name !== 'sharingPermissions');
		const permissions = SHARING_PERMISSION_KEYS.map((key) => `sharingPermissions.${key}`);
		expect((await columns()).map(({ id }) => id).sort()).toEqual([...fields, ...permissions].sort());
	});

	it('are offered also when n8n leaves out the resource, as it is the one that a new node has', async () => {
		expect(await offeredColumns({})).toEqual(await columns());
	});

	it('have names of their own, need none of them, and show all but the permissions', async () => {
		const offered = await columns();
		expect(new Set(offered.map(({ displayName }) => displayName)).size).toBe(offered.length);
		expect(offered.filter(({ required, display }) => required || !display)).toEqual([]);
		expect(offered.filter(({ removed, id }) => (removed === true) !== id.startsWith('sharingPermissions.'))).toEqual([]);
	});

	it('have no switch, which n8n would set to "no" for whoever did not touch it', async () => {
		expect((await columns()).filter(({ type }) => type === 'boolean')).toEqual([]);
	});
});
