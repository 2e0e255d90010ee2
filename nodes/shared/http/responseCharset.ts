/** What a response is in that names no charset (spec: What the service does 6). */
const USUAL = 'utf-8';

/** Charsets in which bytes of ASCII are something else: only of the others a text may be UTF-8 all the same. */
const NOT_ON_ASCII = /^(?:utf-16|iso-2022)/;

type Decoder = InstanceType<typeof TextDecoder>;

function claimOf(contentType: string): string | undefined {
	return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1];
}

/** @returns `undefined` for a charset that nobody knows */
function decoderOf(label: string): Decoder | undefined {
	try {
		return new TextDecoder(label, { fatal: true });
	} catch {
		// An unknown name is what is asked about, and nothing else can fail here.
		return undefined;
	}
}

function decoded(decoder: Decoder, body: Buffer): string | undefined {
	try {
		return decoder.decode(body);
	} catch {
		// Bytes that are not in the charset are what is asked about.
		return undefined;
	}
}

function isValid(label: string, body: Buffer): boolean {
	const decoder = decoderOf(label);
	return decoder !== undefined && decoded(decoder, body) !== undefined;
}

/** The charset that a text is in by its content type: the claim where there is one that can be checked, else UTF-8. */
function charsetOf(contentType: string): Decoder {
	const claim = claimOf(contentType);
	return (claim === undefined ? undefined : decoderOf(claim)) ?? new TextDecoder(USUAL, { fatal: true });
}

/**
 * Why the bytes of a text are not what its content type says, read without a single replacement character.
 *
 * @param isGuessed texts whose reader finds the charset by itself where none is claimed (CSV)
 */
export function charsetProblem(body: Buffer, contentType: string, isGuessed: boolean): string | undefined {
	const claim = claimOf(contentType);
	// A name that nobody knows claims nothing.
	if (isGuessed && (claim === undefined || decoderOf(claim) === undefined)) return undefined;
	const decoder = charsetOf(contentType);
	if (decoded(decoder, body) !== undefined) return undefined;
	return `The service sent text in another encoding than it states: its bytes are not valid ${decoder.encoding.toUpperCase()}`;
}

/**
 * A text as UTF-8, whatever charset its content type claims. Bytes that are valid UTF-8 stay as they are: the
 * specification has nothing else, and hardly any other text is valid UTF-8. Bytes that do not fulfil the claim stay as they
 * are, to be refused by who reads them, and so do those of a text that claims nothing.
 */
export function inUtf8(body: Buffer, contentType: string): Buffer {
	const decoder = charsetOf(contentType);
	if (decoder.encoding === USUAL) return body;
	if (!NOT_ON_ASCII.test(decoder.encoding) && isValid(USUAL, body)) return body;
	const text = decoded(decoder, body);
	return text === undefined ? body : Buffer.from(text);
}
