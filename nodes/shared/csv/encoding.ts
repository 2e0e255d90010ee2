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
 * Whether a code of one byte or two is written. What stands twice in code page 932 is written as Windows does, not by
 * the lead bytes ED and EE; what F0 to F9 lead means something else on each machine.
 */
function isWritten(code: number): boolean {
	const lead = code >> 8;
	if (lead === 0) return code < 0x80 || (code > 0xa0 && code < 0xe0);
	return (lead > 0x80 && lead < 0xa0) || (lead > 0xdf && ![0xed, 0xee].includes(lead) && (lead < 0xf0 || lead > 0xf9));
}

const bytesOf = (code: number) => (code > 0xff ? [code >> 8, code & 0xff] : [code]);

let shiftJis: Map<string, number> | undefined;

/** The code of each character: the platform's own decoder the other way round. */
function shiftJisCodes(): ReadonlyMap<string, number> {
	if (shiftJis) return shiftJis;
	const decoder = new TextDecoder('shift_jis');
	shiftJis = new Map();
	for (let code = 0; code <= 0xfcfc; code += 1) {
		const character = isWritten(code) ? decoder.decode(Uint8Array.from(bytesOf(code))) : '';
		const isOne = character.length === 1 && character !== '\ufffd';
		if (isOne && !shiftJis.has(character)) shiftJis.set(character, code);
	}
	return shiftJis;
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
	const known = encoding === 'sjis' ? shiftJisCodes() : undefined;
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
	const known = shiftJisCodes();
	return Buffer.from(Array.from(text).flatMap((character) => bytesOf(known.get(character) ?? 0)));
}
