import type { Encoding } from '../api/versions';
import { describeCharacter, halfCharacterProblem } from '../fields/characters';

/** What the platform calls the encodings, and what people do. */
export const CHARSETS = {
	utf8: { label: 'utf-8', name: 'UTF-8' },
	sjis: { label: 'shift_jis', name: 'Shift JIS' },
} as const satisfies Record<Encoding, unknown>;

/** Signs that code page 932 has in another form alone, which looks the same. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
	'〜': '～',
	'−': '－',
	'‖': '∥',
	'—': '―',
	'¥': '￥',
	'¢': '￠',
	'£': '￡',
	'¬': '￢',
};

/**
 * The lead bytes that are written, from and to. What stands twice in code page 932 is written as Windows does, not by
 * ED and EE; what F0 to F9 lead means something else on each machine.
 */
const LEAD_RANGES = [
	[0x81, 0x9f],
	[0xe0, 0xec],
	[0xef, 0xef],
	[0xfa, 0xfc],
] as const;

let shiftJis: ReadonlyMap<string, number> | undefined;

/** The bytes of each character, one or two in a number: the platform's own decoder the other way round. */
function shiftJisBytes(): ReadonlyMap<string, number> {
	if (shiftJis) return shiftJis;
	const bytesOf = new Map(Array.from({ length: 0x80 }, (_, code) => [String.fromCharCode(code), code]));
	const decoder = new TextDecoder('shift_jis');
	const note = (...bytes: number[]) => {
		const character = decoder.decode(Uint8Array.from(bytes));
		const isOne = character.length === 1 && character !== '\ufffd';
		if (isOne && !bytesOf.has(character)) bytesOf.set(character, Buffer.from(bytes).readUIntBE(0, bytes.length));
	};
	for (let byte = 0xa1; byte < 0xe0; byte += 1) note(byte);
	for (const [from, to] of LEAD_RANGES) {
		for (let lead: number = from; lead <= to; lead += 1) for (let byte = 0x40; byte < 0xfd; byte += 1) note(lead, byte);
	}
	shiftJis = bytesOf;
	return bytesOf;
}

/**
 * Why a text can be in no CSV of an encoding, so that neither a question mark nor a look-alike gets through.
 *
 * @returns the end of a sentence that starts with the field's name, naming the first such character; or undefined
 */
export function unencodable(text: string, encoding: Encoding): string | undefined {
	if (text.includes('\0')) return 'contains the character U+0000, which is not allowed in text';
	const half = halfCharacterProblem(text);
	if (half !== undefined) return `${half}, which ${CHARSETS[encoding].name} cannot encode`;
	if (encoding === 'utf8') return undefined;
	const known = shiftJisBytes();
	for (const character of text) {
		if (known.has(character)) continue;
		const lookAlike = LOOK_ALIKES[character];
		const advice = lookAlike === undefined ? '' : `; '${lookAlike}' can replace it`;
		return `contains ${describeCharacter(character)}, which Shift JIS cannot encode${advice}`;
	}
	return undefined;
}

/**
 * The bytes of a text.
 *
 * @throws RangeError for a text that is {@link unencodable}, which the check of the rows has found before
 */
export function encodeText(text: string, encoding: Encoding): Buffer {
	const problem = unencodable(text, encoding);
	if (problem !== undefined) throw new RangeError(`The text ${problem}`);
	if (encoding === 'utf8') return Buffer.from(text);
	const bytes = Buffer.alloc(2 * text.length);
	let length = 0;
	for (const character of text) {
		const code = shiftJisBytes().get(character) ?? 0;
		length = code > 0xff ? bytes.writeUInt16BE(code, length) : bytes.writeUInt8(code, length);
	}
	return bytes.subarray(0, length);
}

/** Text of bytes without a byte order mark, or undefined when they are not in the charset. */
export function decodeAs(label: string, bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder(label, { fatal: true }).decode(bytes);
	} catch {
		// The bytes are not in this charset: that is the question, and nothing else can fail here.
		return undefined;
	}
}
