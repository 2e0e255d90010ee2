import { normalizePhone } from './phone';
import type { Normalized } from './phone';

/** How *Normalize* reads the texts of a kind of field (contract: normalize). */
export type Notation = (text: string) => Normalized;

/** A change in a text: the expression for the parts that are found, and the text in place of each. */
type Replacement = readonly [found: RegExp, inPlace: (found: string) => string];

const nothing = () => '';
const nfkc = (text: string) => text.normalize('NFKC');

function shifted(character: string, distance: number): string {
	return String.fromCharCode(character.charCodeAt(0) + distance);
}

/** The marks that no letter took are marks of their own, not the combining ones that normalization makes of them. */
function fullWidth(katakana: string): string {
	return nfkc(katakana).replace(/[\u3099\u309a]/gu, (mark) => shifted(mark, 2));
}

/** The forms of companies, by the letters that stand for them in parentheses; some have a character of their own. */
const COMPANY_FORMS: Readonly<Record<string, string>> = {
	株: '株式会社',
	有: '有限会社',
	同: '合同会社',
	名: '合名会社',
	資: '合資会社',
	社: '社団法人',
	財: '財団法人',
	学: '学校法人',
	医: '医療法人',
};

/** The form of a company that a letter in parentheses stands for. */
function companyForm(found: string): string {
	const letter = nfkc(found).charAt(1);
	return COMPANY_FORMS[letter] ?? found;
}

/** Characters that nobody sees: those that only format, and letters without a shape. */
const INVISIBLE: Replacement = [/[\p{Cf}\u034f\u3164\uffa0]/gu, nothing];

/** Letters with their marks as one character, but for compatibility ideographs: a name is written with this very one. */
const COMPOSED: Replacement = [/[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu, (text) => text.normalize('NFC')];

/** Half-width katakana with the letter before them, which a mark for a voiced sound may belong to. */
const KATAKANA: Replacement = [
	/[\u3041-\u3096\u30a1-\u30fa]?[\uff61-\uff9f](?:[\uff61-\uff9f]|\u3099|\u309a)*/gu,
	fullWidth,
];

const TEXT: readonly Replacement[] = [
	INVISIBLE,
	COMPOSED,
	[/[０-９Ａ-Ｚａ-ｚ]/gu, nfkc],
	KATAKANA,
	[/[㈱㈲㈳㈴㈶㈻㈾]/gu, companyForm],
	[/㍿/gu, nfkc],
];

const COMPANY_NAME: readonly Replacement[] = [...TEXT, [/[(（][株有同名資社財学医][)）]/gu, companyForm]];

const READING: readonly Replacement[] = [...TEXT, [/[\u3041-\u3096\u309d\u309e]/gu, (kana) => shifted(kana, 0x60)]];

/** In fields of ASCII alone, full-width signs can mean nothing else, and what shows nothing means nothing. */
const ASCII: readonly Replacement[] = [
	[/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, nothing],
	[/[\uff01-\uff5e]/gu, nfkc],
];

/** The signs that people take for a hyphen: dashes, the minus, a line of a table, the long vowel. */
const HYPHENS = /[\u02d7\u2010-\u2015\u2043\u2212\u2500\u2501\u30fc\ufe58\ufe63\uff70]/gu;

const NUMBER: readonly Replacement[] = [...ASCII, [HYPHENS, () => '-']];

const POSTAL_CODE: readonly Replacement[] = [...NUMBER, [/[〒\s]/gu, nothing]];

function replaced(replacements: readonly Replacement[], text: string): string {
	const changed = replacements.reduce((former, replacement) => former.replace(...replacement), text);
	return changed.trim();
}

function notationOf(replacements: readonly Replacement[]): Notation {
	return (text) => ({ text: replaced(replacements, text) });
}

/** The notation of each kind of field. */
export const NOTATIONS = {
	/** Words of a person, which stay as they are. */
	asWritten: notationOf([]),
	text: notationOf(TEXT),
	companyName: notationOf(COMPANY_NAME),
	reading: notationOf(READING),
	ascii: notationOf(ASCII),
	postalCode: notationOf(POSTAL_CODE),
	phone: (text: string) => normalizePhone(replaced(NUMBER, text)),
} as const satisfies Record<string, Notation>;
