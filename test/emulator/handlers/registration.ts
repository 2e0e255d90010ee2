import { ApiError, invalidValue, jsonAnswer, notTaken, required } from '../answers';
import { BLANK_CARD } from '../company';
import { COUNTRY_CODES } from '../countryCodes';
import { isDate } from '../dateTime';
import type { CallPart, CallRecord } from '../server';
import type { Handler, ServiceCall } from './call';

/** Why a value is refused, or undefined when it is fine. */
type TextRule = (value: string) => string | undefined;

/** At most `max` characters, as people count them. */
function upTo(max: number): TextRule {
	return (value) => ([...value].length > max ? `more than ${max} characters` : undefined);
}

function only(pattern: RegExp, what: string): TextRule {
	return (value) => (pattern.test(value) ? undefined : `characters other than ${what}`);
}

function all(...rules: readonly TextRule[]): TextRule {
	return (value) => rules.map((rule) => rule(value)).find((reason) => reason !== undefined);
}

const NAME = upTo(250);
const READING = all(NAME, only(/^[^\p{Script=Han}\p{Script=Hiragana}０-９Ａ-Ｚａ-ｚ]*$/u, 'those of a reading'));
const PHONE = all(upTo(30), only(/^[0-9+-]*$/, 'digits, + and -'));
const DATE: TextRule = (value) => (isDate(value) ? undefined : 'not YYYY-MM-DD');
const ADDRESS = ['prefecture', 'city', 'street', 'building'] as const;
const POSTAL = all(only(/^[A-Za-z0-9 -]*$/, 'letters, digits, hyphens and spaces'), (value) =>
	value.replace(/[ -]/g, '').length > 10 ? 'more than 10 characters besides hyphens and spaces' : undefined,
);

function each<K extends string>(names: readonly K[], rule: TextRule): Record<K, TextRule> {
	return Object.fromEntries(names.map((name) => [name, rule])) as Record<K, TextRule>;
}

/** The registration body, field by field (spec: "Card registration request body"). */
const TEXT_FIELDS = {
	...each(['companyName', 'lastName', 'firstName', 'departmentName', 'title', 'url', ...ADDRESS] as const, NAME),
	...each(['lastNameReading', 'firstNameReading'] as const, READING),
	...each(['mobile', 'tel', 'secondTel', 'fax'] as const, PHONE),
	exchangeDate: DATE,
	countryCode: (value) => (COUNTRY_CODES.has(value) ? undefined : 'not an ISO 3166-1 alpha-2 code'),
	postalCode: POSTAL,
	email: all(NAME, only(/^[\x21-\x7E]*$/, 'letters, digits and symbols')),
	memo: upTo(2000),
} as const satisfies Readonly<Record<string, TextRule>>;

type TextField = keyof typeof TEXT_FIELDS;

const PERMISSIONS = ['companyInformation', 'name', 'exchangeDate', 'contact', 'mobile', 'email', 'memo', 'others'];

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseBody(text: string): Record<string, unknown> {
	try {
		const body: unknown = JSON.parse(text);
		if (isObject(body)) return body;
	} catch {
		// Said below.
	}
	throw invalidValue('body', 'not a JSON object');
}

function checkPermissions(value: unknown): void {
	if (value === undefined || value === null) return;
	if (!isObject(value)) throw invalidValue('sharingPermissions', 'not an object');
	for (const [name, permission] of Object.entries(value)) {
		const field = `sharingPermissions.${name}`;
		if (!PERMISSIONS.includes(name)) throw invalidValue(field, 'no such permission');
		if (permission !== null && typeof permission !== 'boolean') throw invalidValue(field, 'neither boolean nor null');
	}
}

/** The tag to link. @throws ApiError 400 for a tag that does not exist or that the caller may not see */
function tagIdsOf({ service, user }: ServiceCall, tagId: unknown): readonly string[] {
	if (tagId === undefined || tagId === null) return [];
	if (typeof tagId !== 'string') throw invalidValue('tagId', 'not a string');
	const tag = service.company.tags.get(tagId);
	if (tag && service.company.maySeeTag(user, tag)) return [tagId];
	throw notTaken('tagId', 'There is no such tag');
}

/** @throws ApiError 400 over_storage_capacity when `more` cards no longer fit */
function checkStorage({ service }: ServiceCall, more: number): void {
	if (service.company.cards.size + more <= service.capacity.cards) return;
	throw new ApiError(400, 'The number of registered cards exceeds the limit', [{ Code: 'over_storage_capacity' }]);
}

/** E6: creates a card from its fields. */
export const createCard: Handler = (call) => {
	const { service, user, projection } = call;
	const { tagId, sharingPermissions, ...fields } = parseBody(call.call.bodyText ?? '');
	const given: Partial<Record<TextField, string>> = {};
	for (const [field, value] of Object.entries(fields)) {
		const rule = (TEXT_FIELDS as Readonly<Record<string, TextRule>>)[field];
		if (!rule) throw invalidValue(field, 'no such field');
		if (value === null) continue;
		if (typeof value !== 'string') throw invalidValue(field, 'neither string nor null');
		const reason = rule(value);
		if (reason !== undefined) throw invalidValue(field, reason);
		given[field as TextField] = value;
	}
	if (!given.companyName && !given.firstName && !given.lastName) throw required('companyName');
	checkPermissions(sharingPermissions);
	const tagIds = tagIdsOf(call, tagId);
	checkStorage(call, 1);
	const card = service.company.addCard({ ...BLANK_CARD, ...given, tagIds, ownerId: user.id, isUserCreated: true });
	return jsonAnswer(201, user.seesCreated ? projection.card(card, true) : {});
};

const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const LANGUAGES =
	'Japanese English Chinese Korean Spanish Portuguese German French Thai Indonesian Vietnamese'.split(' ');

/** Why a part is refused, or undefined when it is fine. */
type PartRule = (part: CallPart) => string | undefined;

const image: PartRule = ({ filename, data }) => {
	if (filename === undefined) return 'not a file';
	if (!data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'not a JPEG';
	return data.length > MAX_IMAGE_BYTES ? 'more than 5 MB' : undefined;
};

function text(rule: TextRule): PartRule {
	return ({ filename, data }) => (filename === undefined ? rule(data.toString()) : 'a file where text belongs');
}

/** The form, part by part (spec: "Image registration request"). */
const PARTS: Readonly<Record<string, PartRule>> = {
	frontImage: image,
	backImage: image,
	exchangeDate: text(DATE),
	prioritizeHandWrittenDates: text((value) => (/^(?:true|false)$/.test(value) ? undefined : 'neither true nor false')),
	memo: text(upTo(2000)),
	language: text((value) => (LANGUAGES.includes(value) ? undefined : 'no such language')),
	tagId: text(() => undefined),
};

/** The parts of a multipart body. @throws ApiError 400 when the body is none */
export function readForm({ parts }: CallRecord): readonly CallPart[] {
	if (!parts) throw invalidValue('body', 'not a multipart body');
	return parts;
}

function checkForm(parts: readonly CallPart[]): void {
	const seen = new Set<string>();
	for (const part of parts) {
		const rule = PARTS[part.name];
		if (!rule) throw invalidValue(part.name, 'no such part');
		if (seen.has(part.name) && part.name !== 'language') throw invalidValue(part.name, 'sent twice');
		seen.add(part.name);
		const reason = rule(part);
		if (reason !== undefined) throw invalidValue(part.name, reason);
	}
	if (!seen.has('frontImage')) throw required('frontImage');
}

/** E7: takes in card images; each language becomes a card that is processing until its digitization ends. */
export const uploadImage: Handler = (call) => {
	const { service, user } = call;
	const { capacity, company } = service;
	const parts = readForm(call.call);
	checkForm(parts);
	const textOf = (name: string) => parts.find((part) => part.name === name)?.data.toString();
	const languages = parts.filter(({ name }) => name === 'language').map(({ data }) => data.toString());
	if (languages.length > 2) throw invalidValue('language', 'more than 2');
	if (new Set(languages).size < languages.length) throw invalidValue('language', 'given twice');
	if (languages.length === 0) languages.push('Japanese');
	const tagIds = tagIdsOf(call, textOf('tagId'));
	if (capacity.digitized + languages.length > capacity.digitizations) {
		throw new ApiError(400, 'The amount of business card data exceeds the limit', [{ Code: 'over_digitization_capacity' }]);
	}
	checkStorage(call, languages.length);
	capacity.digitized += languages.length;
	const data = languages.map((language) => {
		const exchangeDate = textOf('exchangeDate');
		const { id } = company.addCard({
			...BLANK_CARD,
			...(exchangeDate !== undefined && { exchangeDate }),
			...{ ownerId: user.id, memo: textOf('memo') ?? '', tagIds, entryStatus: 'processing' },
		});
		for (const part of parts) {
			if (part.name === 'frontImage') service.images.set(id, 'front', part.data);
			if (part.name === 'backImage') service.images.set(id, 'back', part.data);
		}
		return { id, language };
	});
	return jsonAnswer(202, { data });
};
