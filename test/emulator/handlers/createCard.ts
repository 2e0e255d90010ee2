import { ApiError, invalidValue, notTaken, required } from '../apiError';
import { emptyAnswer, jsonAnswer } from '../answers';
import { COUNTRY_CODES } from '../countryCodes';
import { isDate } from '../dateTime';
import { BLANK_CARD } from '../company';
import type { Handler, ServiceCall } from '../service';

/** Why a value is refused, or undefined when it is fine. */
type TextRule = (value: string) => string | undefined;

/** Characters as people count them, not UTF-16 units. */
export function characters(text: string): number {
	return [...text].length;
}

/** At most `max` characters. */
export function upTo(max: number): TextRule {
	return (value) => (characters(value) > max ? `more than ${max} characters` : undefined);
}

function consistsOf(pattern: RegExp, what: string): TextRule {
	return (value) => (pattern.test(value) ? undefined : `characters other than ${what}`);
}

function all(...rules: readonly TextRule[]): TextRule {
	return (value) => rules.map((rule) => rule(value)).find((reason) => reason !== undefined);
}

const NAME = upTo(250);
const READING = all(NAME, (value) =>
	/[\p{Script=Han}\p{Script=Hiragana}\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/u.test(value)
		? 'Chinese characters, hiragana or full-width alphanumerics'
		: undefined,
);
const PHONE = all(upTo(30), consistsOf(/^[0-9+-]*$/, 'digits, + and -'));

/** The registration body, field by field (spec: "Card registration request body"). */
const TEXT_FIELDS = {
	exchangeDate: (value) => (isDate(value) ? undefined : 'not YYYY-MM-DD'),
	lastName: NAME,
	firstName: NAME,
	lastNameReading: READING,
	firstNameReading: READING,
	departmentName: NAME,
	title: NAME,
	companyName: NAME,
	countryCode: (value) => (COUNTRY_CODES.has(value) ? undefined : 'not an ISO 3166-1 alpha-2 code'),
	postalCode: all(consistsOf(/^[A-Za-z0-9 -]*$/, 'letters, digits, hyphens and spaces'), (value) =>
		value.replace(/[ -]/g, '').length > 10
			? 'more than 10 characters besides hyphens and spaces'
			: undefined,
	),
	prefecture: NAME,
	city: NAME,
	street: NAME,
	building: NAME,
	email: all(NAME, consistsOf(/^[\x21-\x7E]*$/, 'letters, digits and symbols')),
	mobile: PHONE,
	tel: PHONE,
	secondTel: PHONE,
	fax: PHONE,
	url: NAME,
	memo: upTo(2000),
} as const satisfies Readonly<Record<string, TextRule>>;

type TextField = keyof typeof TEXT_FIELDS;

const TEXT_FIELD_NAMES = Object.keys(TEXT_FIELDS) as TextField[];
const NAMES: readonly TextField[] = ['companyName', 'firstName', 'lastName'];
const PERMISSIONS = [
	'companyInformation',
	'name',
	'exchangeDate',
	'contact',
	'mobile',
	'email',
	'memo',
	'others',
];

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseBody(text: string): Record<string, unknown> {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		throw invalidValue('body', 'not JSON');
	}
	if (!isObject(body)) throw invalidValue('body', 'not a JSON object');
	return body;
}

function checkPermissions(value: unknown): void {
	if (value === undefined || value === null) return;
	if (!isObject(value)) throw invalidValue('sharingPermissions', 'not an object');
	for (const [name, permission] of Object.entries(value)) {
		const field = `sharingPermissions.${name}`;
		if (!PERMISSIONS.includes(name)) throw invalidValue(field, 'no such permission');
		if (permission !== null && typeof permission !== 'boolean')
			throw invalidValue(field, 'neither boolean nor null');
	}
}

/**
 * The tag to link.
 *
 * @throws ApiError 400 for a tag that does not exist or that the caller may not see
 */
export function checkTagId({ service, user }: ServiceCall, tagId: unknown): readonly string[] {
	if (tagId === undefined || tagId === null) return [];
	if (typeof tagId !== 'string') throw invalidValue('tagId', 'not a string');
	const tag = service.company.tags.get(tagId);
	if (tag && service.company.maySeeTag(user, tag)) return [tagId];
	throw notTaken('tagId', 'There is no such tag');
}

/** @throws ApiError 400 over_storage_capacity when `more` cards no longer fit */
export function checkStorage({ service }: ServiceCall, more: number): void {
	if (service.company.cards.size + more <= service.capacity.cards) return;
	throw new ApiError(400, 'The number of registered cards exceeds the limit', [
		{ Code: 'over_storage_capacity' },
	]);
}

/** E6: creates a card from its fields. */
export const createCard: Handler = (call) => {
	const { service, user, projection } = call;
	const body = parseBody(call.call.bodyText ?? '');
	const known = new Set<string>([...TEXT_FIELD_NAMES, 'tagId', 'sharingPermissions']);
	for (const field of Object.keys(body)) {
		if (!known.has(field)) throw invalidValue(field, 'no such field');
	}
	const given: Partial<Record<TextField, string>> = {};
	for (const field of TEXT_FIELD_NAMES) {
		const value = body[field];
		if (value === undefined || value === null) continue;
		if (typeof value !== 'string') throw invalidValue(field, 'neither string nor null');
		const reason = TEXT_FIELDS[field](value);
		if (reason !== undefined) throw invalidValue(field, reason);
		given[field] = value;
	}
	if (NAMES.every((field) => (given[field] ?? '') === '')) throw required('companyName');
	checkPermissions(body.sharingPermissions);
	const tagIds = checkTagId(call, body.tagId);
	checkStorage(call, 1);
	const card = service.company.addCard({ ...BLANK_CARD, ...given, tagIds, ownerId: user.id, isUserCreated: true });
	if (service.switches.createdCard === 'noBody') return emptyAnswer(201);
	const shown = user.seesCreated && service.switches.createdCard === 'card';
	return jsonAnswer(201, shown ? projection.card(card, true) : {});
};
