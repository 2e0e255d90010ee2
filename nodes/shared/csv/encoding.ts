import { describeCharacter, halfCharacterProblem } from '../values/characters';

/** The values of the `encoding` parameter: what the platform calls each, and what people do. */
export const CHARSETS = {
	utf8: { label: 'utf-8', name: 'UTF-8' },
	sjis: { label: 'shift_jis', name: 'Shift JIS' },
} as const;

export type Encoding = keyof typeof CHARSETS;

/** Signs that code page 932 has only in another form, which looks the same, with that form. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
	['〜', '～'],
	['−', '－'],
	['‖', '∥'],
	['—', '―'],
	['¥', '￥'],
	['¢', '￠'],
	['£', '￡'],
	['¬', '￢'],
]);

/**
 * The codes of one byte and of two that are written. A character that is twice in code page 932 is written as Windows
 * does, at its first place, but not by the lead bytes ED and EE. The lead bytes F0 to F9 mean something else on each
 * machine.
 */
const WRITTEN: ReadonlyArray<readonly [first: number, last: number]> = [
	[0x00, 0x7f],
	[0xa1, 0xdf],
	[0x8140, 0x9ffc],
	[0xe040, 0xecfc],
	[0xfa40, 0xfcfc],
];

const SHIFT_JIS = new Map<string, readonly number[]>();

/** The bytes of each character: the platform's own decoder the other way round, at first use. */
function shiftJisBytes(): ReadonlyMap<string, readonly number[]> {
	if (SHIFT_JIS.size > 0) return SHIFT_JIS;

	const decoder = new TextDecoder(CHARSETS.sjis.label);
	for (const [first, last] of WRITTEN) {
		for (let code = first; code <= last; code += 1) {
			const bytes = bytesOfCode(code);
			const character = decoder.decode(Uint8Array.from(bytes));
			const isCharacter = character.length === 1 && character !== '\ufffd';
			if (isCharacter && !SHIFT_JIS.has(character)) SHIFT_JIS.set(character, bytes);
		}
	}
	return SHIFT_JIS;
}

/** The bytes of a code: one or two. */
function bytesOfCode(code: number): number[] {
	if (code <= 0xff) return [code];
	return [code >> 8, code & 0xff];
}

/**
 * Finds the first character that no CSV of an encoding can have, so that neither a question mark nor a look-alike gets
 * through.
 *
 * @returns the end of a sentence that starts with the field's name; `undefined` where the text can be encoded
 */
export function unencodable(text: string, encoding: Encoding): string | undefined {
	if (text.includes('\0')) return 'contains the character U+0000, which is not allowed in text';

	const half = halfCharacterProblem(text);
	if (half !== undefined) return `${half}, which ${CHARSETS[encoding].name} cannot encode`;
	if (encoding === 'utf8') return undefined;

	const known = shiftJisBytes();
	const unknown = Array.from(text).find((character) => !known.has(character));
	if (unknown === undefined) return undefined;

	const lookAlike = LOOK_ALIKES.get(unknown);
	const advice = lookAlike === undefined ? '' : `; use '${lookAlike}' instead`;
	return `contains ${describeCharacter(unknown)}, which Shift JIS cannot encode${advice}`;
}

/** Encodes a text. @throws RangeError for a text that is {@link unencodable}: the check of the rows has found it */
export function encodeText(text: string, encoding: Encoding): Buffer {
	const problem = unencodable(text, encoding);
	if (problem !== undefined) throw new RangeError(`The text ${problem}`);
	if (encoding === 'utf8') return Buffer.from(text);

	const known = shiftJisBytes();
	return Buffer.from(Array.from(text).flatMap((character) => known.get(character) ?? []));
}
