import { formatCount } from '../values/characters';
import { decodePieces, JIS_ESCAPES, type CsvEncoding } from './text';
import { kindOfFile } from '../values/fileKinds';
import type { TimeSlices } from '../base/timeSlices';

/** Why a file cannot be sent as a CSV. */
export interface FileProblem {
	/** Goes on after the name of the file. */
	readonly message: string;
	/** What to do. */
	readonly rule: string;
}

/**
 * Larger files are refused. The specification shows no limit; this is some 300,000 users, more than any company imports at
 * once, and as much as n8n can hold in memory without harm.
 */
export const MAX_CSV_BYTES = 50 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;

const AS_CSV =
	'save the sheet as "CSV UTF-8" without a header row, or read it with the node Extract from File and choose Input Items as Source.';
const AS_UTF_8 = 'save the file as "CSV UTF-8".';

const TOO_LARGE: FileProblem = {
	message: `is larger than ${MAX_CSV_BYTES / 1024 ** 2} MB`,
	rule: 'divide it into several imports.',
};

const WITH_NULS: FileProblem = {
	message: 'contains NUL bytes, so it is not UTF-8 or Shift JIS but perhaps UTF-16 ("Unicode Text" in Excel)',
	rule: AS_UTF_8,
};

const WITH_ESCAPES: FileProblem = {
	message: 'contains escape sequences, so it seems to be ISO-2022-JP (JIS)',
	rule: AS_UTF_8,
};

/** A byte order mark where a reader does not take it for one: it would become part of the first cell of a row. */
const MARKS_INSIDE = ['\ufeff\ufeff', '\n\ufeff', '\r\ufeff'].map((text) => Buffer.from(text));
const WITH_MARK_INSIDE: FileProblem = {
	message: 'has a byte order mark (U+FEFF) at the beginning of a row, as joined files do',
	rule: 'remove it, because it would become part of the first cell of that row.',
};

const REPLACEMENT = Buffer.from('\ufffd');

const ESCAPES = JIS_ESCAPES.map((text) => Buffer.from(text));

/** White space as its bytes, and those of the byte order mark. */
const NOTHING: ReadonlySet<number> = new Set([0x09, LF, CR, 0x20, 0xef, 0xbb, 0xbf]);

/** Whether a file holds no row at all. */
export function isBlankFile(bytes: Uint8Array): boolean {
	return bytes.every((byte) => NOTHING.has(byte));
}

/** Whether a file of this size is refused, however little of it has been read. */
export function sizeProblem(bytes: number): FileProblem | undefined {
	return bytes > MAX_CSV_BYTES ? TOO_LARGE : undefined;
}

/** Whether the first bytes of a file show that it is no text. */
function startProblem(start: Uint8Array): FileProblem | undefined {
	const kind = kindOfFile(start);
	return kind === undefined ? undefined : { message: `is not a CSV but seems to be ${kind}`, rule: AS_CSV };
}

/**
 * Whether a file is what it claims to be: text in the encoding that was chosen. What is not would fill the company with
 * garbled names, since nearly all bytes are some characters in Shift JIS.
 *
 * Bytes that are valid in both encodings count as UTF-8 as soon as one of them is no ASCII: hardly any Shift JIS text of
 * some length is valid UTF-8. ASCII alone is the same in both. A byte order mark at the very start stays: it is how UTF-8
 * files announce themselves, and files are sent as they are.
 */
export async function csvFileProblem(
	bytes: Buffer,
	encoding: CsvEncoding,
	slices: TimeSlices,
): Promise<FileProblem | undefined> {
	const problem = startProblem(bytes) ?? sizeProblem(bytes.length);
	if (problem) return problem;
	if (bytes.includes(0)) return WITH_NULS;
	if (ESCAPES.some((escape) => bytes.includes(escape))) return WITH_ESCAPES;
	const encodingProblem = encoding === 'utf8' ? await notUtf8(bytes, slices) : await notShiftJis(bytes, slices);
	if (encodingProblem) return encodingProblem;
	if (encoding !== 'utf8') return undefined;
	return MARKS_INSIDE.some((mark) => bytes.includes(mark)) ? WITH_MARK_INSIDE : lostProblem(bytes);
}

/** Why a file in UTF-8 cannot be sent that was made of another one with a wrong encoding. */
function lostProblem(bytes: Buffer): FileProblem | undefined {
	const at = bytes.indexOf(REPLACEMENT);
	if (at < 0) return undefined;
	const before = bytes.subarray(0, at);
	const line = formatCount(before.toString('latin1').split(/\r\n|\n|\r/).length);
	return {
		message: `contains the replacement character U+FFFD (line ${line}): characters were lost when it was read or saved`,
		rule: 'create the file again from its source, and read it in its own encoding.',
	};
}

const isIn = async (label: string, bytes: Buffer, slices: TimeSlices) => await decodePieces(label, bytes, slices, () => {});

async function notUtf8(bytes: Buffer, slices: TimeSlices): Promise<FileProblem | undefined> {
	if (await isIn('utf-8', bytes, slices)) return undefined;
	const line = formatCount(await firstLineNotIn('utf-8', bytes, slices));
	const maybeShiftJis = await isIn('shift_jis', bytes, slices);
	return {
		message: `is not valid UTF-8 (line ${line}), which is chosen as Encoding`,
		rule: maybeShiftJis
			? `it may be Shift JIS, which Japanese Excel writes: choose Shift JIS as Encoding, or ${AS_UTF_8}`
			: AS_UTF_8,
	};
}

async function notShiftJis(bytes: Buffer, slices: TimeSlices): Promise<FileProblem | undefined> {
	let units = 0;
	const isUtf8 = await decodePieces('utf-8', bytes, slices, (piece) => {
		units += piece.length;
	});
	// Only ASCII has as many units as bytes.
	if (isUtf8 && units < bytes.length) {
		return { message: 'is UTF-8, but Shift JIS is chosen as Encoding', rule: 'choose UTF-8 as Encoding, or save the file as Shift JIS.' };
	}
	if (isUtf8 || (await isIn('shift_jis', bytes, slices))) return undefined;
	const line = formatCount(await firstLineNotIn('shift_jis', bytes, slices));
	const maybeEucJp = await isIn('euc-jp', bytes, slices);
	return {
		message: `is not valid Shift JIS (line ${line}), which is chosen as Encoding`,
		rule: maybeEucJp ? `it may be EUC-JP: ${AS_UTF_8}` : AS_UTF_8,
	};
}

/** The first line, counted from 1, whose bytes are not in a charset. No character of several bytes has a line break in it. */
async function firstLineNotIn(label: string, bytes: Buffer, slices: TimeSlices): Promise<number> {
	const end = bytes.includes(LF) ? LF : CR;
	let line = 0;
	let from = 0;
	do {
		line += 1;
		const next = bytes.indexOf(end, from);
		const to = next === -1 ? bytes.length : next + 1;
		if (!(await isIn(label, bytes.subarray(from, to), slices))) return line;
		from = to;
	} while (from < bytes.length);
	return line;
}
