import {
	checkImageRegistration,
	IMAGE_LANGUAGES,
	MAX_IMAGE_BYTES,
	type ImageFacts,
	type ImageRegistration,
} from '../../../../nodes/shared/cards/imageRules';
import { JpegInspector } from '../../../../nodes/shared/cards/jpeg';

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

function factsOf(bytes: Uint8Array): ImageFacts {
	const inspector = new JpegInspector();
	inspector.add(bytes);
	return { size: inspector.size, problem: inspector.problem() };
}

const jpegProblem = (bytes: Uint8Array) => factsOf(bytes).problem;

const check = (registration: Partial<ImageRegistration>) =>
	checkImageRegistration({ frontImage: factsOf(JPEG), ...registration });

describe('jpegProblem', () => {
	test.each([
		['a JPEG', JPEG],
		['a JPEG with a thumbnail', WITH_THUMBNAIL],
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

describe('images', () => {
	test('a front image is enough', () => {
		expect(checkImageRegistration({ frontImage: factsOf(JPEG) })).toEqual([]);
	});

	const sized = (size: number) => Buffer.concat([JPEG], size);
	test.each(['frontImage', 'backImage'])('%s must be a JPEG by its bytes, of at most 5 MB', (field) => {
		for (const right of [JPEG, sized(MAX_IMAGE_BYTES)]) expect(check({ [field]: factsOf(right) })).toEqual([]);
		for (const [wrong, message] of [
			[PNG, expect.stringMatching(/ is not a JPEG/) as string],
			[new Uint8Array(0), `${field} is empty`],
			[sized(MAX_IMAGE_BYTES + 1), `${field} must be at most 5 MB (5,242,880 bytes); it has 5,242,881 bytes`],
		] as const) {
			expect(check({ [field]: factsOf(wrong) })).toEqual([{ field, message }]);
		}
	});
});

describe('options', () => {
	test('all of them together pass', () => {
		const options = {
			backImage: factsOf(JPEG),
			exchangeDate: '2025-04-01',
			memo: '🍣'.repeat(2000),
			language: ['Japanese', 'English'],
			tagId: '1',
		};
		expect(check(options)).toEqual([]);
	});

	test.each(['backImage', 'exchangeDate', 'memo', 'language', 'tagId'])('%s may be absent', (field) => {
		expect(check({ [field]: undefined })).toEqual([]);
	});

	const LANGUAGE_RULE = `must be one of ${IMAGE_LANGUAGES.join(', ')}`;
	test.each<[string, unknown, string]>([
		['exchangeDate', '2025-02-30', 'must be a date that exists, in the form YYYY-MM-DD; got "2025-02-30"'],
		['exchangeDate', 20250401, 'must be a string or null; got a number'],
		['memo', 'あ'.repeat(2001), 'must be at most 2,000 characters; it has 2,001'],
		['memo', ['x'], 'must be a string or null; got a list'],
		['tagId', '', 'must be one ID; it is blank'],
		['language', ['Japanese', 'English', 'Thai'], 'takes at most 2 values; got 3'],
		['language', ['Thai', 'Thai'], 'names Thai twice'],
		['language', ['japanese'], `${LANGUAGE_RULE}; got "japanese"`],
	])('%s of %j is refused', (field, value, message) => {
		expect(check({ [field]: value })).toEqual([{ field, message: `${field} ${message}` }]);
	});

	test('there are eleven languages, each by itself', () => {
		expect(IMAGE_LANGUAGES).toHaveLength(11);
		for (const language of IMAGE_LANGUAGES) expect(check({ language: [language] })).toEqual([]);
	});
});
