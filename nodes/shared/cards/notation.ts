import { CARD_FIELDS } from './fields';
import type { CardFieldName } from './fields';

type Change = (text: string) => string;

/** The full-width forms of ASCII (U+FF01 to U+FF5E) stand this far from ASCII itself, and katakana from hiragana. */
const FULL_WIDTH_SHIFT = 0xfee0;
const KATAKANA_SHIFT = 0x60;

function shifted(characters: RegExp, distance: number): Change {
	return (text) => text.replace(characters, (character) => String.fromCharCode(character.charCodeAt(0) + distance));
}

function replaced(characters: RegExp, by: string): Change {
	return (text) => text.replace(characters, by);
}

const halfWidthAlphanumerics = shifted(/[０-９Ａ-Ｚａ-ｚ]/gu, -FULL_WIDTH_SHIFT);
const halfWidthAscii = shifted(/[\uff01-\uff5e]/gu, -FULL_WIDTH_SHIFT);
const katakana = shifted(/[\u3041-\u3096\u309d\u309e]/gu, KATAKANA_SHIFT);

/** The marks that no letter took are marks of their own, and not the combining ones that normalization makes of them. */
const marks = shifted(/[\u3099\u309a]/gu, 2);

/** Half-width katakana with the letter before them, which a mark for a voiced sound may belong to. */
const fullWidthKatakana: Change = (text) =>
	text.replace(/[\u30a1-\u30fa]?[\uff61-\uff9f]+/gu, (run) => marks(run.normalize('NFKC')));

/** What people type between digits where the keyboard is Japanese: dashes, the minus, the long vowel. */
const hyphens = replaced(/[\u2010-\u2015\u2212\u30fc\uff70]/gu, '-');

/** The forms of companies, by the letter that stands for them in parentheses. */
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

function companyForms(pattern: RegExp): Change {
	return (text) => text.replace(pattern, (found) => COMPANY_FORMS[found.normalize('NFKC').charAt(1)] ?? found);
}

/** Some forms have a character of their own, which is the letter in parentheses as well. */
const companyCharacters = companyForms(/[㈱㈲㈳㈴㈶㈻㈾]/gu);
const companyLetters = companyForms(/[(（][株有同名資社財学医][)）]/gu);

const TEXT = [halfWidthAlphanumerics, fullWidthKatakana, companyCharacters, replaced(/㍿/gu, '株式会社')];
const READING = [...TEXT, katakana];
/** Fields of ASCII alone, whose full-width signs can mean nothing else. */
const ASCII = [halfWidthAscii];
const NUMBER = [halfWidthAscii, hyphens];
/** People set groups of digits apart in many ways; the service takes the plus sign and hyphens. */
const PHONE = [...NUMBER, replaced(/[()[\].\s]/gu, '')];

/** What is changed in each field besides the white space at its ends; a field that is not named is a plain text. */
const CHANGES: Readonly<Partial<Record<CardFieldName, readonly Change[]>>> = {
	companyName: [...TEXT, companyLetters],
	lastNameReading: READING,
	firstNameReading: READING,
	exchangeDate: ASCII,
	countryCode: ASCII,
	postalCode: [...NUMBER, replaced(/〒/gu, '')],
	email: ASCII,
	mobile: PHONE,
	tel: PHONE,
	secondTel: PHONE,
	fax: PHONE,
	url: ASCII,
	// What somebody wrote down in their own words stays so, and an id is what the service made it.
	memo: [],
	tagId: [],
};

/**
 * Brings the texts of a card into the notation that the service takes (contract: normalize): letters and digits of half
 * width, katakana of full width, readings in katakana, forms of companies written out, phone numbers without brackets,
 * no white space at the ends. What is no text stays as it is.
 */
export function normaliseCard(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const normalised = Object.entries(fields).map(([name, value]) => {
		if (typeof value !== 'string' || !Object.hasOwn(CARD_FIELDS, name)) return [name, value] as const;
		const changes = CHANGES[name as CardFieldName] ?? TEXT;
		return [name, changes.reduce((text, change) => change(text), value).trim()] as const;
	});
	return Object.fromEntries(normalised);
}
