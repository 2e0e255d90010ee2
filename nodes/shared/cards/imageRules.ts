import { CARD_FIELDS, checkCardField } from './rules';
import { describeType, formatCount, quote } from '../values/characters';
import type { Violation } from '../base/violation';
import { jpegProblem } from './jpeg';

/** The values of `language` in an image registration. */
export const IMAGE_LANGUAGES = [
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
] as const;

/** How many languages an image may have. */
export const MAX_IMAGE_LANGUAGES = 2;

/** "At most 5 MB", read as 5 * 1024 * 1024 bytes: the larger reading, so that nothing the service takes is refused here. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** What was seen of a picture, without keeping it. */
export interface ImageFacts {
	/** In bytes. */
	readonly size: number;
	/** Set where the file goes on behind what was read of it. */
	readonly isLonger?: true;
	/** Why it is no JPEG, if it is none. */
	readonly problem?: string;
}

/** What is given for POST /bizCards/images. `undefined` and `null` count as not given. */
export interface ImageRegistration {
	frontImage?: Uint8Array | ImageFacts | null;
	backImage?: Uint8Array | ImageFacts | null;
	exchangeDate?: unknown;
	prioritizeHandWrittenDates?: unknown;
	memo?: unknown;
	language?: unknown;
	tagId?: unknown;
}

/**
 * Checks an image registration against every rule of "Image registration request": a front image,
 * JPEG by its bytes (see `JpegInspector`), at most {@link MAX_IMAGE_BYTES} each, at most two different
 * documented languages, a calendar date, a memo of at most 2,000 characters.
 * @returns one violation per thing that breaks a rule, empty when the request may be sent (and billed)
 */
export function checkImageRegistration(registration: ImageRegistration): Violation[] {
	const { frontImage, backImage, prioritizeHandWrittenDates, language } = registration;
	const violations: Violation[] = [];
	const add = (field: string, problem: string | undefined) => {
		if (problem !== undefined) violations.push({ field, message: problem });
	};
	add('frontImage', frontImage ? imageProblem('frontImage', frontImage) : 'frontImage is required');
	if (backImage) add('backImage', imageProblem('backImage', backImage));
	for (const field of ['exchangeDate', 'memo', 'tagId'] as const) {
		const value = registration[field];
		if (!isAbsent(value)) violations.push(...checkCardField(field, CARD_FIELDS[field], value));
	}
	if (!isAbsent(prioritizeHandWrittenDates)) {
		add(
			'prioritizeHandWrittenDates',
			flagProblem('prioritizeHandWrittenDates', prioritizeHandWrittenDates),
		);
	}
	if (!isAbsent(language)) add('language', languageProblem(language));
	return violations;
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null;
}

function flagProblem(field: string, value: unknown): string | undefined {
	return typeof value === 'boolean'
		? undefined
		: `${field} must be true or false; got ${describeType(value)}`;
}

function factsOf(image: Uint8Array | ImageFacts): ImageFacts {
	return image instanceof Uint8Array ? { size: image.length, problem: jpegProblem(image) } : image;
}

function imageProblem(field: string, image: Uint8Array | ImageFacts): string | undefined {
	const { size, isLonger, problem } = factsOf(image);
	if (size > MAX_IMAGE_BYTES) {
		const has = isLonger ? 'it has more' : `it has ${formatCount(size)} bytes`;
		return `${field} must be at most 5 MB (${formatCount(MAX_IMAGE_BYTES)} bytes); ${has}`;
	}
	return problem === undefined ? undefined : `${field} ${problem}`;
}

function languageProblem(value: unknown): string | undefined {
	if (!Array.isArray(value)) return `language must be a list; got ${describeType(value)}`;
	const languages: readonly unknown[] = IMAGE_LANGUAGES;
	const unknown = value.find((entry) => !languages.includes(entry));
	if (unknown !== undefined || value.includes(undefined)) {
		const got = typeof unknown === 'string' ? quote(unknown) : describeType(unknown);
		return `language must be one of ${IMAGE_LANGUAGES.join(', ')}; got ${got}`;
	}
	if (value.length > MAX_IMAGE_LANGUAGES) {
		return `language takes at most ${MAX_IMAGE_LANGUAGES} values; got ${value.length}`;
	}
	if (new Set(value).size < value.length) return `language names ${String(value[0])} twice`;
	return undefined;
}
