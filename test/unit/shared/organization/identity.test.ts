import { cellOf } from '../../../../nodes/shared/organization/cells';
import { ORGANIZATION_FIELDS } from '../../../../nodes/shared/organization/fields';
import { comparable, Keys, sameForm } from '../../../../nodes/shared/organization/identity';

/** Who is who after a spreadsheet: what is the same, and what only looks so. */

test.each([' taro ', 'taro\u200b', '\ufefftaro', 'ta\u00adro', 'taro\u00a0', '\u2060taro\u3000'])(
	'%j is taro',
	(text) => {
		expect([sameForm(text), comparable('SamlNameId', text)]).toEqual(['taro', 'taro']);
	},
);

test('letters with marks are the same, taken apart or not', () => {
	const name = 'ガス 部〜';
	expect(sameForm(name.normalize('NFD'))).toBe(name.normalize('NFC'));
});

test.each([
	['00123', '123'],
	['taro', 'TARO'],
	['taro', 'ｔａｒｏ'],
	['taro', 'taro\ufe0f'],
	['ガス 部〜', 'ガス  部〜'],
	['ガス 部〜', 'ガス\u3000部〜'],
	['ガス 部〜', 'ガス\u00a0部〜'],
	['ガス 部〜', 'ガス 部～'],
	['ガス 部〜', 'ｶﾞｽ 部〜'],
])('of %j the key %j is a look-alike, and both are named', (present, given) => {
	const keys = Keys.ofTexts<number>();
	keys.addPresent(present, 1);
	expect(keys.all(given)).toEqual([]);
	expect(keys.lookAlike(given)).toMatch(new RegExp(`^"${given}" looks like "${present}", but is not the same`));
	expect([keys.lookAlike(present), keys.lookAlike('other')]).toEqual([undefined, undefined]);
});

const ERRORS = '#N/A #REF! #VALUE! #NAME? #DIV/0! #NULL! #NUM! #SPILL! #ERROR! Loading...'.split(' ');

test.each(ERRORS)('a cell that is %j is the error of a spreadsheet', (error) => {
	for (const field of ORGANIZATION_FIELDS.user.filter(({ type }) => type !== 'none')) {
		const { problem } = cellOf(field, ` ${error} `);
		expect(problem).toContain(`is ${error}, an error of the spreadsheet; correct the cell`);
	}
	expect(cellOf({ name: 'UserName', type: 'string' }, `see ${error}`)).toEqual({ text: `see ${error}` });
});
