import type { IDataObject } from 'n8n-workflow';
import { worldPerTest } from '../../support/engine/world';
import { WAYS, type Given } from './cardWays';
import { callsOf, failureOf, itemsOf, jsonOf, onlyCall, outputOf } from './support';

/** Normalize brings the notation of a card into the form that the service takes, and is off unless it is switched on. */

const world = worldPerTest();

/** The same with the option. */
function normalized([parameters, input]: Given, normalize: boolean | string = true): Given {
	return [{ ...parameters, options: { normalize } }, input];
}

/** Field, what is typed, and what is sent. */
const CHANGES: ReadonlyArray<readonly [field: string, typed: string, sent: string]> = [
	['companyName', 'ＡＢＣ１２３商事', 'ABC123商事'],
	['companyName', 'ｶﾌﾞｼｷｶﾞｲｼｬ ﾊﾟｰﾂ', 'カブシキガイシャ パーツ'],
	['companyName', '㈱北斗', '株式会社北斗'],
	['companyName', '北斗㈲', '北斗有限会社'],
	['companyName', '㍿北斗', '株式会社北斗'],
	['companyName', '（株）北斗', '株式会社北斗'],
	['companyName', '北斗(有)', '北斗有限会社'],
	['companyName', '　北斗商事 \t', '北斗商事'],
	['departmentName', '営業２課', '営業2課'],
	['departmentName', '㈱北斗 営業部', '株式会社北斗 営業部'],
	['title', '　部長　', '部長'],
	['lastNameReading', 'たなか', 'タナカ'],
	['firstNameReading', 'ゔぃおらゝ', 'ヴィオラヽ'],
	['lastNameReading', 'ﾀﾅｶ', 'タナカ'],
	['lastNameReading', ' Ｔａｎａｋａ ', 'Tanaka'],
	['street', '千代田１－１', '千代田1－1'],
	['postalCode', '１００－０００１', '100-0001'],
	['postalCode', '100ー0001', '100-0001'],
	['tel', '０３－１２３４－５６７８', '03-1234-5678'],
	['mobile', '＋８１−９０‐１２３４', '+81-90-1234'],
	['secondTel', '03ｰ1234', '03-1234'],
	['fax', ' 03-1234-5678\n', '03-1234-5678'],
	['email', 'ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'hanako@example.com'],
	['url', 'ｈｔｔｐｓ：／／ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ／', 'https://www.example.com/'],
	['countryCode', ' ＪＰ ', 'JP'],
	['exchangeDate', '２０２６-０４-０１', '2026-04-01'],
	['memo', '\n １行目　ﾒﾓ\n  ㈱のこと \n', '１行目　ﾒﾓ\n  ㈱のこと'],
];

/** What stands in cards as it is meant. */
const KEPT: ReadonlyArray<readonly [field: string, typed: string]> = [
	['companyName', 'A＆B'],
	['companyName', '髙﨑・ヴェール 商会'],
	['companyName', 'Example Trading (Asia)'],
	['lastName', '\ufa19'],
	['departmentName', '①㎡'],
	['lastName', 'たかはし'],
	['departmentName', '総務(名)係'],
	['title', 'Vice  President'],
	['memo', 'Ａ１ ｱｲｳ ㈱'],
];

describe.each(WAYS)('a card %s', (_way, given) => {
	it.each(CHANGES)('has %s %j sent as %j', async (field, typed, sent) => {
		const { emulator, run } = world;
		const [parameters, input] = normalized(given({ lastName: '田中', [field]: typed }));
		outputOf(await run(parameters, input));
		expect(jsonOf(onlyCall(emulator))).toEqual({ lastName: '田中', [field]: sent });
	});

	it.each(KEPT)('has %s %j sent as it is', async (field, typed) => {
		const { emulator, run } = world;
		const [parameters, input] = normalized(given({ firstName: '花子', [field]: typed }));
		outputOf(await run(parameters, input));
		expect(jsonOf(onlyCall(emulator))).toEqual({ firstName: '花子', [field]: typed });
	});

	it('is sent as it was typed without the option, and with it switched off', async () => {
		const { emulator, run } = world;
		const fields = { companyName: '㈱ＡＢＣ ', memo: ' a ' };
		for (const [parameters, input] of [given(fields), normalized(given(fields), false)]) outputOf(await run(parameters, input));
		expect(callsOf(emulator, 'E6').map(jsonOf)).toEqual([fields, fields]);
	});

	it('leaves out what is white space alone', async () => {
		const { emulator, run } = world;
		const [parameters, input] = normalized(given({ companyName: 'A', title: '　 ', memo: '\n' }));
		outputOf(await run(parameters, input));
		expect(jsonOf(onlyCall(emulator))).toEqual({ companyName: 'A' });
	});

	it('still meets every rule: what the change does not correct is refused, with what would be sent', async () => {
		const { emulator, run } = world;
		const [parameters, input] = normalized(given({ companyName: '㈱'.repeat(63), lastNameReading: '髙はし', tel: '０３（１２３４）' }));
		const { message, context } = failureOf(await run(parameters, input));
		expect(message).toBe('2 fields are not valid');
		expect(context?.causes).toEqual([
			'Company Name may have at most 250 characters; it has 252',
			"Last Name Reading must not contain kanji, hiragana or full-width letters and digits; found '髙'",
		]);
		expect(context?.parameter).toBe('companyName');
		expect(emulator.calls).toHaveLength(0);
	});

	it('is named where it is off and would have corrected a field', async () => {
		const { emulator, run } = world;
		const { context } = failureOf(await run(...given({ companyName: 'A', email: 'a＠b.jp', countryCode: 'ZZ' })));
		expect([...(context?.causes as string[])].sort().reverse()).toEqual([
			expect.stringMatching(/^Email .*; found '＠'\. The option Normalize corrects it$/),
			expect.stringMatching(/^Country Code .* got "ZZ"$/),
		]);
		expect(emulator.calls).toHaveLength(0);
	});
});

it('is read for each item', async () => {
	const { emulator, run } = world;
	const parameters = { resource: 'businessCard', operation: 'create', companyName: '={{ $json.name }}', options: { normalize: '={{ $json.on }}' } };
	const rows: IDataObject[] = [
		{ name: '㈱Ａ', on: true },
		{ name: '㈱Ｂ', on: 'false' },
		{ name: '㈱Ｃ', on: 'TRUE' },
		{ name: '㈱Ｄ', on: '' },
	];
	outputOf(await run(parameters, { items: itemsOf(...rows) }));
	expect(callsOf(emulator, 'E6').map(jsonOf)).toEqual([
		{ companyName: '株式会社A' },
		{ companyName: '㈱Ｂ' },
		{ companyName: '株式会社C' },
		{ companyName: '㈱Ｄ' },
	]);
});

it('leaves numbers, days and permissions what they are', async () => {
	const { emulator, run } = world;
	const additionalFields = { tel: '={{ 31234 }}', exchangeDate: '={{ DateTime.fromISO("2026-04-01") }}', sharingPermissions: { memo: false } };
	const parameters = { resource: 'businessCard', operation: 'create', companyName: 'A', additionalFields, options: { normalize: true } };
	outputOf(await run(parameters));
	expect(jsonOf(onlyCall(emulator))).toEqual({
		companyName: 'A',
		tel: '31234',
		exchangeDate: '2026-04-01',
		sharingPermissions: { memo: false },
	});
});
