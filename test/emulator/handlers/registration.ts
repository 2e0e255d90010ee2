import { invalidValue, jsonAnswer, notTaken, required } from '../answers';
import { BLANK_CARD } from '../company';
import { COUNTRY_CODES } from '../countryCodes';
import { isDate } from '../dateTime';
import type { CardInput } from '../records';
import type { CallPart, CallRecord, Handler, ServiceCall } from '../server';

/** Whether a value is allowed. */
type Rule<T> = (value: T) => boolean;

/** At most `max` characters, as people count them, all of a class. */
function text(max: number, characters = '.'): Rule<string> {
	const pattern = new RegExp(`^${characters}{0,${max}}$`, 'su');
	return (value) => pattern.test(value);
}

function each(names: string, rule: Rule<string>): Record<string, Rule<string>> {
	return Object.fromEntries(names.split(' ').map((name) => [name, rule]));
}

/** The registration body, field by field (spec: "Card registration request body"). */
const TEXT_FIELDS: Readonly<Record<string, Rule<string>>> = {
	...each('companyName lastName firstName departmentName title url prefecture city street building', text(250)),
	...each('lastNameReading firstNameReading', text(250, '[^\\p{Script=Han}\\p{Script=Hiragana}０-９Ａ-Ｚａ-ｚ]')),
	...each('mobile tel secondTel fax', text(30, '[0-9+\\-]')),
	exchangeDate: isDate,
	countryCode: (value) => COUNTRY_CODES.has(value),
	postalCode: (value) => /^(?:[ -]*[A-Za-z0-9]){0,10}[ -]*$/.test(value),
	email: text(250, '[\\x21-\\x7E]'),
	memo: text(2000),
};

const PERMISSIONS = 'companyInformation name exchangeDate contact mobile email memo others'.split(' ');

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseBody(json: string): Record<string, unknown> {
	try {
		const body: unknown = JSON.parse(json);
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
function tagIdsOf({ emulator: { company }, user }: ServiceCall, tagId: unknown): readonly string[] {
	if (tagId === undefined || tagId === null) return [];
	if (typeof tagId !== 'string') throw invalidValue('tagId', 'not a string');
	const tag = company.tags.get(tagId);
	if (tag && company.maySeeTag(user, tag)) return [tagId];
	throw notTaken('tagId', 'There is no such tag');
}

/** E6: creates a card from its fields. */
export const createCard: Handler = (call) => {
	const { emulator, user, projection } = call;
	const { tagId, sharingPermissions, ...fields } = parseBody(call.call.bodyText ?? '');
	const given: Record<string, string> = {};
	for (const [field, value] of Object.entries(fields)) {
		const isAllowed = TEXT_FIELDS[field];
		if (!isAllowed) throw invalidValue(field, 'no such field');
		if (value === null) continue;
		if (typeof value !== 'string' || !isAllowed(value)) throw invalidValue(field, `not allowed: ${String(value)}`);
		given[field] = value;
	}
	if (!given.companyName && !given.firstName && !given.lastName) throw required('companyName');
	checkPermissions(sharingPermissions);
	const tagIds = tagIdsOf(call, tagId);
	const its = { tagIds, ownerId: user.id, isUserCreated: true };
	const card = emulator.addCard({ ...BLANK_CARD, ...(given as CardInput), ...its });
	return jsonAnswer(201, user.seesCreated ? projection.card(card, true) : {});
};

const LANGUAGES = 'Japanese English Chinese Korean Spanish Portuguese German French Thai Indonesian Vietnamese';

/** A JPEG of up to 5 MB. */
const image: Rule<CallPart> = ({ filename, data }) => {
	const isJpeg = data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
	return filename !== undefined && isJpeg && data.length <= 5 * 1024 * 1024;
};

function field(rule: Rule<string>): Rule<CallPart> {
	return ({ filename, data }) => filename === undefined && rule(data.toString());
}

/** The form, part by part (spec: "Image registration request"). */
const PARTS: Readonly<Record<string, Rule<CallPart>>> = {
	frontImage: image,
	backImage: image,
	exchangeDate: field(isDate),
	prioritizeHandWrittenDates: field((value) => value === 'true' || value === 'false'),
	memo: field(text(2000)),
	language: field((value) => LANGUAGES.split(' ').includes(value)),
	tagId: field(() => true),
};

/** The parts of a multipart body. @throws ApiError 400 when the body is none */
export function readForm({ parts }: CallRecord): readonly CallPart[] {
	if (!parts) throw invalidValue('body', 'not a multipart body');
	return parts;
}

function checkParts(parts: readonly CallPart[]): void {
	const seen = new Set<string>();
	for (const part of parts) {
		const isAllowed = PARTS[part.name];
		if (!isAllowed) throw invalidValue(part.name, 'no such part');
		if (seen.has(part.name) && part.name !== 'language') throw invalidValue(part.name, 'sent twice');
		seen.add(part.name);
		if (!isAllowed(part)) throw invalidValue(part.name, 'not allowed');
	}
	if (!seen.has('frontImage')) throw required('frontImage');
}

/** E7: takes in card images; each language becomes a card that is processing until its digitization ends. */
export const uploadImage: Handler = (call) => {
	const { emulator, user } = call;
	const parts = readForm(call.call);
	checkParts(parts);
	const [exchangeDate, memo = '', tagId] = ['exchangeDate', 'memo', 'tagId'].map((name) =>
		parts.find((part) => part.name === name)?.data.toString(),
	);
	const languages = parts.filter(({ name }) => name === 'language').map(({ data }) => data.toString());
	if (languages.length > 2) throw invalidValue('language', 'more than 2');
	if (new Set(languages).size < languages.length) throw invalidValue('language', 'given twice');
	if (languages.length === 0) languages.push('Japanese');
	const tagIds = tagIdsOf(call, tagId);
	const data = languages.map((language) => {
		const given = { ...BLANK_CARD, ...(exchangeDate !== undefined && { exchangeDate }), memo, tagIds };
		const { id } = emulator.addCard({ ...given, ownerId: user.id, entryStatus: 'processing' });
		for (const part of parts) {
			if (part.name === 'frontImage') emulator.setImage(id, 'front', part.data);
			if (part.name === 'backImage') emulator.setImage(id, 'back', part.data);
		}
		return { id, language };
	});
	return jsonAnswer(202, { data });
};
