import { checkImageRegistration } from '../../../../nodes/shared/cards/imageRules';
import { JpegInspector } from '../../../../nodes/shared/cards/jpeg';

/** What the bytes of a file say of it. Most of the other rules of an image registration are in test/engine/writes/uploadImage. */

/** A 1 x 1 pixel JPEG with JFIF header, tables, frame, scan and end. */
const JPEG = Buffer.from(
	'/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
	'base64',
);

/** The same with a thumbnail, a whole JPEG of its own, in its metadata. */
const thumbnail = Buffer.concat([Buffer.from('Exif\0\0'), JPEG]);
const segmentHead = Buffer.from([0xff, 0xe1, 0, 0]);
segmentHead.writeUInt16BE(thumbnail.length + 2, 2);
const WITH_THUMBNAIL = Buffer.concat([JPEG.subarray(0, 2), segmentHead, thumbnail, JPEG.subarray(2)]);

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function jpegProblem(bytes: Uint8Array): string | undefined {
	const inspector = new JpegInspector();
	inspector.add(bytes);
	return inspector.problem();
}

describe('jpegProblem', () => {
	test.each([
		['a JPEG', JPEG],
		['a JPEG with a thumbnail', WITH_THUMBNAIL],
		['a JPEG whose metadata claim to be longer than the file', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x41, 0x41, 0x41, 0xff, 0xd9])],
		['a JPEG with something appended', Buffer.concat([JPEG, Buffer.alloc(100_000)])],
		['a Uint8Array', new Uint8Array(JPEG)],
	])('%s is one', (_name, bytes) => {
		expect(jpegProblem(bytes)).toBeUndefined();
	});

	test.each([
		['nothing', Buffer.alloc(0), 'is empty'],
		['a PNG', PNG, 'is not a JPEG: it does not start with the bytes FF D8 FF but with 89 50 4E'],
		['a text', Buffer.from('hi'), 'is not a JPEG: it does not start with the bytes FF D8 FF but with 68 69'],
		['only the first bytes', JPEG.subarray(0, 3), 'is not a complete JPEG'],
		['a start and an end further on', Buffer.concat([PNG, JPEG]), 'is not a JPEG'],
	])('%s is none', (_name, bytes, message) => {
		expect(jpegProblem(bytes)).toContain(message);
	});

	test('a JPEG that broke off anywhere is incomplete, the end of its thumbnail notwithstanding', () => {
		for (const whole of [JPEG, WITH_THUMBNAIL]) {
			for (let length = 3; length < whole.length; length += 1) {
				const problem = 'is not a complete JPEG: the end-of-image marker FF D9 is missing, so the file broke off';
				expect([length, jpegProblem(whole.subarray(0, length))]).toEqual([length, problem]);
			}
		}
	});

	test('a file that comes in pieces is what it is in one', () => {
		const problemOf = (pieces: readonly Uint8Array[]) => {
			const inspector = new JpegInspector();
			for (const piece of pieces) inspector.add(piece);
			return [inspector.size, inspector.problem()];
		};
		const withComment = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 0xff, 0xd9, 0xff, 0xda]);
		for (const file of [JPEG, WITH_THUMBNAIL, PNG, withComment, JPEG.subarray(0, 30), Buffer.from([0xff, 0xd8, 0xff, 0xd9])]) {
			const whole = [file.length, jpegProblem(file)];
			expect(problemOf([...file].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
			for (let cut = 0; cut <= file.length; cut += 1) {
				expect([cut, ...problemOf([file.subarray(0, cut), file.subarray(cut)])]).toEqual([cut, ...whole]);
			}
		}
	});

	const COMMENT = [0xff, 0xfe, 0, 4, 0xff, 0xd9, 0xff, 0xda];
	test.each([
		['an end marker inside a comment is none', COMMENT, []],
		['an end marker behind fill bytes is one', COMMENT, [0xff, 0xff, 0xd9]],
		['a segment of length 0 does not stop the check', [0xff, 0xe0, 0, 0, 0, 0], []],
		['a segment of length 0 may be followed by the end', [0xff, 0xe0, 0, 0], [0xff, 0xd9]],
	])('%s', (_name, segments, end) => {
		const problem = jpegProblem(Buffer.from([0xff, 0xd8, ...segments, ...end]));
		if (end.length > 0) expect(problem).toBeUndefined();
		else expect(problem).toContain('not a complete JPEG');
	});
});

test('a language in small letters is none', () => {
	const message = expect.stringMatching(/^language must be one of Japanese, .*; got "japanese"$/) as string;
	expect(checkImageRegistration({ frontImage: { size: JPEG.length }, language: ['japanese'] })).toEqual([{ field: 'language', message }]);
});
