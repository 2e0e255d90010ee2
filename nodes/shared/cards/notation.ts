/** What is changed in a text: what is found, and what stands in its place. */
export type Change = readonly [found: RegExp, inPlace: (found: string) => string];

const nfkc = (text: string) => text.normalize('NFKC');

function shifted(character: string, distance: number): string {
	return String.fromCharCode(character.charCodeAt(0) + distance);
}

/** The marks that no letter took are marks of their own, not the combining ones that normalization makes of them. */
function fullWidth(katakana: string): string {
	return nfkc(katakana).replace(/[\u3099\u309a]/gu, (mark) => shifted(mark, 2));
}

/** The forms of companies, by the letters that stand for them in parentheses; some have a character of their own. */
const LETTERS = '株有同名資社財学医';
const FORMS = '株式会社 有限会社 合同会社 合名会社 合資会社 社団法人 財団法人 学校法人 医療法人'.split(' ');

const companyForm = (found: string) => FORMS[LETTERS.indexOf(nfkc(found).charAt(1))] ?? found;

/** Half-width katakana with the letter before them, which a mark for a voiced sound may belong to. */
const KATAKANA: Change = [/[\u30a1-\u30fa]?[\uff61-\uff9f]+/gu, fullWidth];

/* What is changed in the texts of a card (contract: normalize), by the kinds of fields. */

export const TEXT: readonly Change[] = [
	[/[０-９Ａ-Ｚａ-ｚ]/gu, nfkc],
	KATAKANA,
	[/[㈱㈲㈳㈴㈶㈻㈾]/gu, companyForm],
	[/㍿/gu, nfkc],
];

export const COMPANY_NAME: readonly Change[] = [...TEXT, [/[(（][株有同名資社財学医][)）]/gu, companyForm]];

export const READING: readonly Change[] = [...TEXT, [/[\u3041-\u3096\u309d\u309e]/gu, (kana) => shifted(kana, 0x60)]];

/** Fields of ASCII alone, whose full-width signs can mean nothing else. */
export const ASCII: readonly Change[] = [[/[\uff01-\uff5e]/gu, nfkc]];

/** What people type between digits where the keyboard is Japanese: dashes, the minus, the long vowel. */
const NUMBER: readonly Change[] = [...ASCII, [/[\u2010-\u2015\u2212\u30fc\uff70]/gu, () => '-']];

export const POSTAL_CODE: readonly Change[] = [...NUMBER, [/〒/gu, () => '']];

/** People set groups of digits apart in many ways; the service takes the plus sign and hyphens. */
export const PHONE: readonly Change[] = [...NUMBER, [/[()[\].\s]/gu, () => '']];
