import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CARD_RULES } from '../../../nodes/shared';
import { offeredColumns } from '../../support/engine/methods';
import { worldPerTest } from '../../support/engine/world';
import { callsOf, itemsOf, jsonOf, mappedRows, onlyCall, outputOf } from './support';

/** businessCard.create: what is sent of fields that are given one by one or mapped. test/unit/shared/fields has every rule. */

const world = worldPerTest();

const CREATE: INodeParameters = { resource: 'businessCard', operation: 'create' };

/** Parameters of a card whose fields are the columns of the input that have their names. */
const USE_INPUT: INodeParameters = { ...CREATE, dataMode: 'useInput' };

/** Parameters of a card whose fields are mapped from columns; `null` for those that n8n maps by their names. */
const mapping = (value: IDataObject | null): INodeParameters => ({ ...CREATE, ...mappedRows(value) });

/** The fields where the panel has them. */
function oneByOne({ companyName, lastName, firstName, ...additionalFields }: IDataObject): INodeParameters {
	return { ...CREATE, companyName, lastName, firstName, additionalFields } as INodeParameters;
}

/** Every way in which a person gives the fields of a card: what the node is told of them; they come in as an item, too. */
const WAYS: ReadonlyArray<readonly [string, (fields: IDataObject) => INodeParameters]> = [
	['given one by one', oneByOne],
	['mapped one by one', mapping],
	['taken from the input as it is', () => USE_INPUT],
	['mapped automatically, in a saved workflow', () => mapping(null)],
];

async function bodyOf(parameters: INodeParameters, row: IDataObject = {}): Promise<unknown> {
	outputOf(await world.run(parameters, { items: itemsOf(row) }));
	return jsonOf(onlyCall(world.emulator));
}

describe.each(WAYS)('fields that are %s', (_way, given) => {
	/** What is given, and what is sent; with Normalize where it is on. test/unit/shared/cards has the whole notation. */
	test.each<[IDataObject, IDataObject, INodeParameters]>([
		[{ companyName: 'A' }, { companyName: 'A' }, {}],
		[{ lastName: '𠮷'.repeat(250), title: '' }, { lastName: '𠮷'.repeat(250) }, {}],
		[{ lastName: 'A', sharingPermissions: { memo: false } }, { lastName: 'A', sharingPermissions: { memo: false } }, {}],
		[
			{ companyName: 'A', lastName: ' ', title: '\u200b', tel: '\u3164', memo: '\u2800\n', email: '\u00ad' },
			{ companyName: 'A' },
			{},
		],
		[{ companyName: ' ㈱ＡＢＣ１２３ｶﾌﾞ' }, { companyName: '株式会社ABC123カブ' }, { normalize: true }],
		[
			{ lastName: 'A', exchangeDate: '２０２６-０４-０１', memo: ' １行目　ﾒﾓ\n  ㈱のこと \n', title: '　' },
			{ lastName: 'A', exchangeDate: '2026-04-01', memo: '１行目　ﾒﾓ\n  ㈱のこと' },
			{ normalize: true },
		],
	])('%j are sent as %j with %j', async (fields, body, options) => {
		expect(await bodyOf({ ...given(fields), options }, fields)).toEqual(body);
	});

	test.each<[IDataObject, string[], RegExp]>([
		[{ title: '部長' }, ['Company Name', 'Last Name', 'First Name'], /companyName/],
		[
			{ companyName: '\u200b', lastName: '\u3164', firstName: '\u2800', title: '部長' },
			['at least one of Company Name'],
			/companyName/,
		],
		[
			{ companyName: 'A', tel: 'x', countryCode: 'ZZ', lastNameReading: '山' },
			['Phone', 'Country Code', 'Last Name Reading'],
			/tel|countryCode|lastNameReading/,
		],
		[{ companyName: 'A', tel: '０３' }, ['Phone', 'Normalize'], /tel/],
		[{ companyName: 'A', title: { a: 1 } }, ['Title', 'not text'], /title/],
		[{ companyName: 'A', exchangeDate: 46113 }, ['Exchange Date', '2026-04-01'], /exchangeDate/],
		[{ companyName: 'A', sharingPermissions: { tel: true } }, ['tel'], /sharingPermissions.tel/],
	])('are refused before any call, by all labels that are wrong: %j', async (fields, labels, parameter) => {
		const error = await world.refusal(given(fields), { items: itemsOf(fields) });
		for (const label of labels) expect(`${error.message} ${error.description}`).toContain(label);
		expect(error.context?.parameter).toMatch(parameter);
	});

	test.each(['03-1234-5678\n090-1234-5678', '０３－１２３４－５６７８（１２３）', '0081 (0)3-1234-5678'])(
		'that may be two numbers in one are refused also with Normalize, which is not recommended: %j',
		async (tel) => {
			const fields = { companyName: 'A', tel };
			for (const options of [{}, { normalize: true }]) {
				const error = await world.refusal({ ...given(fields), options }, { items: itemsOf(fields) });
				expect(error.context?.parameter).toBe('tel');
				expect(`${error.message} ${error.description}`).not.toContain('Normalize');
			}
		},
	);

	test('that are right with Normalize say so, and are sent right with it', async () => {
		const fields = { companyName: 'A', tel: '+81 (0)3-1234-5678', exchangeDate: '２０２６－０４－０１Ｔ１０：００' };
		const error = await world.refusal(given(fields), { items: itemsOf(fields) });
		expect(`${error.message} ${error.description}`.match(/Normalize/g)).toHaveLength(2);
		const body = { companyName: 'A', tel: '+813-1234-5678', exchangeDate: '2026-04-01' };
		expect(await bodyOf({ ...given(fields), options: { normalize: true } }, fields)).toEqual(body);
	});
});

/** Fields that were filled in before *Data Mode* hid them. */
const HIDDEN: INodeParameters = { lastName: 'hidden', additionalFields: { memo: 'hidden' } };

describe('columns of the input', () => {
	const ROW = { companyName: '北斗商事株式会社', lastName: '髙橋', exchangeDate: '2026-04-01T23:30:00+09:00' };
	const BODY = { ...ROW, exchangeDate: '2026-04-01' };

	test('that are no field of a card are left out, and so is what reading a card gives beside them', async () => {
		const rest = { id: '7', owner: { id: 'u1' }, CompanyName: 'x', constructor: 'x', entryStatus: 'completed' };
		expect(await bodyOf(USE_INPUT, { ...ROW, ...rest, title: '', memo: null })).toEqual(BODY);
	});

	test.each([
		['first_name', 'firstName'],
		['Last Name', 'lastName'],
		['department\u200bName', 'departmentName'],
	])('like %j are refused, because they most likely are %s', async (written, column) => {
		const error = await world.refusal(USE_INPUT, { items: itemsOf({ companyName: 'A', [written]: 'x' }) });
		expect([error.context?.parameter, error.message]).toEqual([column, expect.stringContaining(`"${column}"`)]);
	});

	test.each([
		{ sharingPermissions: { memo: false, others: true } },
		{ 'sharingPermissions.memo': 'false', 'sharingPermissions.others': 'TRUE', 'sharingPermissions.name': '' },
	])('of sharing permissions are taken as %j', async (columns) => {
		const expected = { companyName: 'A', sharingPermissions: { memo: false, others: true } };
		expect(await bodyOf(USE_INPUT, { companyName: 'A', ...columns })).toEqual(expected);
	});

	test('that are used as they are make a card of each item, and nothing is taken from the fields that the choice hides', async () => {
		outputOf(await world.run({ ...USE_INPUT, ...HIDDEN }, { items: itemsOf(ROW, { companyName: 'B' }) }));
		expect(callsOf(world.emulator, 'E6').map(jsonOf)).toEqual([BODY, { companyName: 'B' }]);
	});

	test('that are mapped are evaluated for each item, and nothing is taken from the fields that the choice hides', async () => {
		const columns = {
			companyName: '={{ $json.company }}',
			postalCode: '={{ $json.zip }}',
			'sharingPermissions.email': '={{ $json.open }}',
		};
		const parameters = { ...mapping(columns), ...HIDDEN };
		const items = itemsOf({ company: 'A', zip: 1000001, open: true }, { company: 'B', zip: '', open: '' });
		outputOf(await world.run(parameters, { items }));
		expect(callsOf(world.emulator, 'E6').map(jsonOf)).toEqual([
			{ companyName: 'A', postalCode: '1000001', sharingPermissions: { email: true } },
			{ companyName: 'B' },
		]);
	});

	test('are offered for every field, each permission by itself, and none is a switch that n8n would set to "no"', async () => {
		const offered = await offeredColumns(CREATE as Record<string, string>);
		expect(offered.map(({ id }) => id).sort()).toEqual([...CARD_RULES.keys()].sort());
		expect(offered.filter(({ required, type }) => required || type === 'boolean')).toEqual([]);
	});
});

test('the card that was created is the one that reading it gives, or a word that it may not be seen', async () => {
	const [card] = outputOf(await world.run({ ...CREATE, companyName: '北斗商事株式会社' }));
	const id = { businessCardId: String(card?.id) };
	const read = { resource: 'businessCard', operation: 'get', ...id, options: { includeTags: true } };
	expect(outputOf(await world.run(read))).toEqual([card]);
	const apiKey = 'AKeyThatSeesNothingOfWhatItAdded';
	world.emulator.addUser({ apiKey, seesCreated: false });
	const hidden = await world.run({ ...CREATE, companyName: 'A' }, { credential: world.credential({ apiKey }) });
	expect(outputOf(hidden)).toEqual([{ success: true, viewable: false }]);
});
