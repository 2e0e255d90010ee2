import { CARD_FIELDS, checkCardField } from './rules';
import { formatCount, quote } from '../values/characters';
import type { Violation } from '../base/violation';

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

/** What is given for POST /bizCards/images, blanks left out. */
export interface ImageRegistration {
	readonly frontImage: ImageFacts;
	readonly backImage?: ImageFacts;
	readonly exchangeDate?: unknown;
	readonly memo?: unknown;
	readonly language?: readonly string[];
	readonly tagId?: unknown;
}

/**
 * Checks an image registration against every rule of "Image registration request": JPEG by its bytes (see
 * `jpegProblem`), at most {@link MAX_IMAGE_BYTES} each, at most two different documented languages, a calendar date, a
 * memo of at most 2,000 characters.
 * @returns one violation per thing that breaks a rule, empty when the request may be sent (and billed)
 */
export function checkImageRegistration(registration: ImageRegistration): Violation[] {
	const { frontImage, backImage, language } = registration;
	const violations: Violation[] = [];
	const add = (field: string, message: string | undefined) => {
		if (message !== undefined) violations.push({ field, message });
	};
	add('frontImage', imageProblem('The front image', frontImage));
	if (backImage) add('backImage', imageProblem('The back image', backImage));
	for (const field of ['exchangeDate', 'memo', 'tagId'] as const) {
		const value = registration[field];
		if (value !== undefined) violations.push(...checkCardField(field, CARD_FIELDS[field], value));
	}
	if (language) add('language', languageProblem(language));
	return violations;
}

function imageProblem(image: string, { size, isLonger, problem }: ImageFacts): string | undefined {
	if (size > MAX_IMAGE_BYTES) {
		const has = isLonger ? 'it has more' : `it has ${formatCount(size)}`;
		return `${image} is larger than 5 MB (${formatCount(MAX_IMAGE_BYTES)} bytes; ${has})`;
	}
	return problem === undefined ? undefined : `${image} ${problem}`;
}

function languageProblem(value: readonly string[]): string | undefined {
	const known: readonly string[] = IMAGE_LANGUAGES;
	const unknown = value.find((entry) => !known.includes(entry));
	if (unknown !== undefined) return `language must be one of ${known.join(', ')}; got ${quote(unknown)}`;
	if (value.length > MAX_IMAGE_LANGUAGES) {
		return `language takes at most ${MAX_IMAGE_LANGUAGES} values; got ${value.length}`;
	}
	if (new Set(value).size < value.length) return `language names ${value[0]} twice`;
	return undefined;
}
