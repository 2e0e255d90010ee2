import { convert } from 'encoding-japanese';
import { describeCharacter } from '../values/characters';

const QUESTION_MARK = 0x3f;
const LAST_ASCII = 0x7f;

/** What becomes of one character: its bytes, or what is wrong with it. */
type EncodedCharacter = { readonly bytes: readonly number[] } | { readonly problem: string };

/**
 * Encodes text as Shift_JIS, with the repertoire of code page 932 (so with 髙, ① and ㈱), and
 * knows which characters it cannot hold. Each character is encoded once, decoded by another
 * implementation and compared, so that neither a question mark nor a look-alike gets through: the wave
 * dash 〜 (U+301C), for one, would be read back as ～ (U+FF5E).
 */
export class ShiftJisEncoder {
	private readonly known = new Map<string, EncodedCharacter>();

	private readonly decoder = new TextDecoder('shift_jis');

	/**
	 * @returns why the text cannot be written, naming the first such character, or undefined; reads as
	 * the end of a sentence that starts with the field's name
	 */
	problem(text: string): string | undefined {
		for (const character of text) {
			const encoded = this.encodeCharacter(character);
			if ('problem' in encoded) return encoded.problem;
		}
		return undefined;
	}

	/** The bytes of a text that has no {@link problem}. */
	encode(text: string): Uint8Array {
		// Two bytes are the most that a UTF-16 unit of this repertoire takes.
		const bytes = new Uint8Array(text.length * 2);
		let length = 0;
		for (const character of text) {
			const encoded = this.encodeCharacter(character);
			if ('problem' in encoded) throw new RangeError(`The text ${encoded.problem}`);
			for (const byte of encoded.bytes) {
				bytes[length] = byte;
				length += 1;
			}
		}
		return bytes.slice(0, length);
	}

	private encodeCharacter(character: string): EncodedCharacter {
		let encoded = this.known.get(character);
		if (!encoded) {
			encoded = this.convertCharacter(character);
			this.known.set(character, encoded);
		}
		return encoded;
	}

	private convertCharacter(character: string): EncodedCharacter {
		const code = character.codePointAt(0) ?? 0;
		// Not compared: the platform's decoder exchanges three ASCII control characters, which the encoding has all the same.
		if (code <= LAST_ASCII) return { bytes: [code] };
		const units =
			character.length === 1 ? [code] : [character.charCodeAt(0), character.charCodeAt(1)];
		const bytes = convert(units, { to: 'SJIS', from: 'UNICODE', type: 'array' });
		const decoded = this.decoder.decode(Uint8Array.from(bytes));
		if (decoded === character) return { bytes };
		const problem = `contains ${describeCharacter(character)}, which Shift_JIS cannot encode`;
		// The library puts a question mark for what it does not know; anything else is a look-alike.
		const lookAlike =
			bytes[0] === QUESTION_MARK ? '' : `; ${describeCharacter(decoded)} can replace it`;
		return { problem: `${problem}${lookAlike}` };
	}
}
