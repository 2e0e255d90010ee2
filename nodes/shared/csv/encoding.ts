import type { Encoding } from '../api/versions';
import { describeCharacter, halfCharacterProblem } from '../fields/characters';

/** What the platform calls the encodings, and what people do. */
export const CHARSETS = {
	utf8: { label: 'utf-8', name: 'UTF-8' },
	sjis: { label: 'shift_jis', name: 'Shift JIS' },
} as const satisfies Record<Encoding, unknown>;

/** Signs that code page 932 has in another form alone, which looks the same, and these forms. */
const LACKING = Array.from('〜−‖—¥¢£¬');
const LOOK_ALIKES = Array.from('～－∥―￥￠￡￢');

/**
 * Whether two bytes that start with this one are written. What stands twice in code page 932 is written as Windows does,
 * not by ED and EE; what F0 to F9 lead means something else on each machine.
 */
function isLead(byte: number): boolean {
	const isReserved = byte === 0xed || byte === 0xee || (byte >= 0xf0 && byte <= 0xf9);
	return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc && !isReserved);
}

let shiftJis: Map<string, number> | undefined;

/** The bytes of each character, one or two in a number: the platform's own decoder the other way round. */
function shiftJisBytes(): ReadonlyMap<string, number> {
	if (shiftJis) return shiftJis;
	const decoder = new TextDecoder('shift_jis');
	const bytesOf = (shiftJis = new Map<string, number>());
	const note = (code: number, ...bytes: number[]) => {
		const character = bytes.length > 0 ? decoder.decode(Uint8Array.from(bytes)) : String.fromCharCode(code);
		const isOne = character.length === 1 && character !== '\ufffd';
		if (isOne && !bytesOf.has(character)) bytesOf.set(character, code);
	};
	for (let byte = 0; byte < 0x80; byte += 1) note(byte);
	for (let byte = 0xa1; byte < 0xe0; byte += 1) note(byte, byte);
	for (let code = 0x8140; code <= 0xfcfc; code += 1) if (isLead(code >> 8)) note(code, code >> 8, code & 0xff);
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
	const known = encoding === 'sjis' ? shiftJisBytes() : undefined;
	const unknown = known && Array.from(text).find((character) => !known.has(character));
	if (unknown === undefined) return undefined;
	const lookAlike = LOOK_ALIKES[LACKING.indexOf(unknown)];
	const advice = lookAlike === undefined ? '' : `; '${lookAlike}' can replace it`;
	return `contains ${describeCharacter(unknown)}, which Shift JIS cannot encode${advice}`;
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
	const known = shiftJisBytes();
	const codes = Array.from(text, (character) => known.get(character) ?? 0);
	return Buffer.from(codes.flatMap((code) => (code > 0xff ? [code >> 8, code & 0xff] : [code])));
}
