import { ApiError, invalidValue, required } from '../apiError';
import { jsonAnswer } from '../answers';
import type { CallPart, CallRecord } from '../callLog';
import { isDate } from '../dateTime';
import type { Handler, ServiceCall } from '../service';
import { checkStorage, checkTagId, upTo } from './createCard';

const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const MAX_LANGUAGES = 2;
const LANGUAGES = [
	'Japanese',
	'English',
	'Chinese',
	'Korean',
	'Spanish',
	'Portuguese',
	'German',
	'French',
	'Thai',
	'Indonesian',
	'Vietnamese',
];
const DEFAULT_LANGUAGE = 'Japanese';
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** Why a part is refused, or undefined when it is fine. */
type PartRule = (part: CallPart) => string | undefined;

const image: PartRule = ({ filename, data }) => {
	if (filename === undefined) return 'not a file';
	if (!data.subarray(0, JPEG_START.length).equals(JPEG_START)) return 'not a JPEG';
	return data.length > MAX_IMAGE_BYTES ? 'more than 5 MB' : undefined;
};

function text(rule: (value: string) => string | undefined): PartRule {
	return ({ filename, data }) =>
		filename === undefined ? rule(data.toString()) : 'a file where text belongs';
}

/** The form, part by part (spec: "Image registration request"). */
const PARTS: Readonly<Record<string, PartRule>> = {
	frontImage: image,
	backImage: image,
	exchangeDate: text((value) => (isDate(value) ? undefined : 'not YYYY-MM-DD')),
	prioritizeHandWrittenDates: text((value) =>
		['true', 'false'].includes(value) ? undefined : 'neither true nor false',
	),
	memo: text(upTo(2000)),
	language: text((value) =>
		LANGUAGES.includes(value) ? undefined : `not one of ${LANGUAGES.join(', ')}`,
	),
	tagId: text(() => undefined),
};

/** The parts of a multipart body. @throws ApiError 400 when the body is none */
export function readForm(call: CallRecord): readonly CallPart[] {
	if (call.bodyError !== undefined) throw invalidValue('body', call.bodyError);
	return call.parts ?? [];
}

function checkForm(parts: readonly CallPart[]): void {
	const seen = new Set<string>();
	for (const part of parts) {
		const rule = Object.hasOwn(PARTS, part.name) ? PARTS[part.name] : undefined;
		if (!rule) throw invalidValue(part.name, 'no such part');
		if (seen.has(part.name) && part.name !== 'language')
			throw invalidValue(part.name, 'sent twice');
		seen.add(part.name);
		const reason = rule(part);
		if (reason !== undefined) throw invalidValue(part.name, reason);
	}
	if (!seen.has('frontImage')) throw required('frontImage');
}

function checkDigitization({ service }: ServiceCall, more: number): void {
	if (service.capacity.digitized + more <= service.capacity.digitizations) return;
	throw new ApiError(400, 'The amount of business card data exceeds the limit', [
		{ Code: 'over_digitization_capacity' },
	]);
}

/** E7: takes in card images; each language becomes a card that is processing until its digitization ends. */
export const uploadImage: Handler = (call) => {
	const { service, user } = call;
	const parts = readForm(call.call);
	checkForm(parts);
	const textOf = (name: string) => parts.find((part) => part.name === name)?.data.toString();
	const languages = parts
		.filter((part) => part.name === 'language')
		.map((part) => part.data.toString());
	if (languages.length > MAX_LANGUAGES)
		throw invalidValue('language', `more than ${MAX_LANGUAGES}`);
	if (new Set(languages).size < languages.length) throw invalidValue('language', 'given twice');
	if (languages.length === 0) languages.push(DEFAULT_LANGUAGE);
	const tagIds = checkTagId(call, textOf('tagId'));
	checkDigitization(call, languages.length);
	checkStorage(call, languages.length);
	service.capacity.digitized += languages.length;
	const data = languages.map((language) => {
		const id = service.digitization.begin({
			ownerId: user.id,
			exchangeDate: textOf('exchangeDate'),
			memo: textOf('memo') ?? '',
			tagIds,
		});
		for (const part of parts) {
			if (part.name === 'frontImage') service.images.set(id, 'front', part.data);
			if (part.name === 'backImage') service.images.set(id, 'back', part.data);
		}
		return { id, language };
	});
	return jsonAnswer(202, { data });
};
