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
const WITH_THUMBNAIL = Buffer.concat([
	JPEG.subarray(0, 2),
	segmentHead,
	thumbnail,
	JPEG.subarray(2),
]);

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
		[
			'a text',
			Buffer.from('hi'),
			'is not a JPEG: it does not start with the bytes FF D8 FF but with 68 69',
		],
		['only the first bytes', JPEG.subarray(0, 3), 'is not a complete JPEG'],
		['a start and an end further on', Buffer.concat([PNG, JPEG]), 'is not a JPEG'],
	])('%s is none', (_name, bytes, message) => {
		expect(jpegProblem(bytes)).toContain(message);
	});

	test('a JPEG that broke off anywhere is incomplete, the end of its thumbnail notwithstanding', () => {
		for (const whole of [JPEG, WITH_THUMBNAIL]) {
			for (let length = 3; length < whole.length; length += 1) {
				expect([length, jpegProblem(whole.subarray(0, length))]).toEqual([
					length,
					'is not a complete JPEG: the end-of-image marker FF D9 is missing, so the file broke off',
				]);
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

	test('an end marker inside a comment is none, one behind fill bytes is', () => {
		const withComment = [0xff, 0xd8, 0xff, 0xfe, 0, 4, 0xff, 0xd9, 0xff, 0xda];
		expect(jpegProblem(Buffer.from(withComment))).toContain('not a complete JPEG');
		expect(jpegProblem(Buffer.from([...withComment, 0xff, 0xff, 0xd9]))).toBeUndefined();
	});

	test('a segment of length 0 does not stop the check', () => {
		expect(jpegProblem(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]))).toContain(
			'not a complete JPEG',
		);
		expect(jpegProblem(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xd9]))).toBeUndefined();
	});
});

describe('images', () => {
	test('a front image is enough', () => {
		expect(checkImageRegistration({ frontImage: factsOf(JPEG) })).toEqual([]);
	});

	test.each(['frontImage', 'backImage'])('%s must be a JPEG by its bytes', (field) => {
		expect(check({ [field]: factsOf(JPEG) })).toEqual([]);
		expect(check({ [field]: factsOf(PNG) })).toEqual([
			{
				field,
				message: expect.stringMatching(new RegExp(`^${field} is not a JPEG`, 'u')) as string,
			},
		]);
		expect(check({ [field]: factsOf(new Uint8Array(0)) })).toEqual([
			{ field, message: `${field} is empty` },
		]);
	});

	test.each(['frontImage', 'backImage'])('%s has at most 5 MB', (field) => {
		const sized = (size: number) => factsOf(Buffer.concat([JPEG], size));
		expect(check({ [field]: sized(MAX_IMAGE_BYTES) })).toEqual([]);
		expect(check({ [field]: sized(MAX_IMAGE_BYTES + 1) })).toEqual([
			{ field, message: `${field} must be at most 5 MB (5,242,880 bytes); it has 5,242,881 bytes` },
		]);
	});
});

describe('options', () => {
	test('all of them together pass', () => {
		const options = {
			backImage: factsOf(JPEG),
			exchangeDate: '2025-04-01',
			memo: 'メモ',
			language: ['Japanese', 'English'],
			tagId: '1',
		};
		expect(check(options)).toEqual([]);
	});

	test.each(['backImage', 'exchangeDate', 'memo', 'language', 'tagId'])(
		'%s may be absent',
		(field) => {
			expect(check({ [field]: undefined })).toEqual([]);
		},
	);

	test.each<[string, unknown, string]>([
		[
			'exchangeDate',
			'2025-02-30',
			'exchangeDate must be a date that exists, in the form YYYY-MM-DD; got "2025-02-30"',
		],
		['exchangeDate', 20250401, 'exchangeDate must be a string or null; got a number'],
		['memo', 'あ'.repeat(2001), 'memo must be at most 2,000 characters; it has 2,001'],
		['memo', ['x'], 'memo must be a string or null; got a list'],
		['tagId', '', 'tagId must be one ID; it is blank'],
		['language', ['Japanese', 'English', 'Thai'], 'language takes at most 2 values; got 3'],
		['language', ['Thai', 'Thai'], 'language names Thai twice'],
		[
			'language',
			['japanese'],
			`language must be one of ${IMAGE_LANGUAGES.join(', ')}; got "japanese"`,
		],
	])('%s of %j is refused', (field, value, message) => {
		expect(check({ [field]: value })).toEqual([{ field, message }]);
	});

	test('a memo of 2,000 characters passes', () => {
		expect(check({ memo: '🍣'.repeat(2000) })).toEqual([]);
	});

	test('there are eleven languages, each by itself', () => {
		expect(IMAGE_LANGUAGES).toHaveLength(11);
		for (const language of IMAGE_LANGUAGES) expect(check({ language: [language] })).toEqual([]);
	});
});
