import { encode } from 'jpeg-js';
import type { IBinaryKeyData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { CallRecord } from '../../emulator';
import { worldPerTest } from '../../support/engine/world';
import { jpeg } from '../../support/jpeg';
import { callsOf, failureOf, inMemory, MAY_HAVE_ARRIVED, onlyCall, outputOf, partsOf } from './support';

/** businessCard.uploadImage: digitization is billed, so what nobody can read never leaves n8n, and nothing is sent twice. */

const world = worldPerTest();

const FIVE_MEGABYTES = 5 * 1024 * 1024;
const [FRONT, BACK] = [jpeg(200), jpeg(90)];

function uploading(additionalFields: INodeParameters = {}, binaryPropertyName = 'data'): INodeParameters {
	return { resource: 'businessCard', operation: 'uploadImage', binaryPropertyName, additionalFields };
}

function photographed(binary: Readonly<Record<string, Buffer>>, json: IDataObject = {}): INodeExecutionData {
	const data = Object.entries(binary).map(([name, bytes]) => [name, inMemory(bytes)]);
	return { json, binary: Object.fromEntries(data) as IBinaryKeyData };
}

/** The plain fields that were sent, in their order. */
function fieldsOf({ parts = [] }: CallRecord): string[][] {
	return parts.filter(({ filename }) => filename === undefined).map(({ name, data }) => [name, data.toString()]);
}

function cards(): string[] {
	return [...world.emulator.company.cards.keys()];
}

describe('what is sent', () => {
	test('is of each item its own: files, values and languages', async () => {
		const fields = {
			memo: '={{ $json.memo }}',
			language: '={{ $json.languages }}',
			backImageBinaryPropertyName: '={{ $json.back }}',
		};
		const items = [
			photographed(
				{ photo: FRONT, back: BACK },
				{ front: 'photo', back: 'back', memo: 'one', languages: ['Korean', 'Japanese'] },
			),
			photographed({ scan: jpeg(30) }, { front: 'scan', memo: '', languages: 'Thai, English' }),
		];
		const run = await world.run(uploading(fields, '={{ $json.front }}'), { items });
		expect(run.items.map(({ json, pairedItem }) => [json.language, pairedItem])).toEqual([
			...['Korean', 'Japanese'].map((language) => [language, { item: 0 }]),
			...['Thai', 'English'].map((language) => [language, { item: 1 }]),
		]);
		const calls = callsOf(world.emulator, 'E7');
		expect(calls.map((call) => [partsOf(call, 'frontImage')[0]?.data, partsOf(call, 'backImage')[0]?.data])).toEqual([
			[FRONT, BACK],
			[jpeg(30), undefined],
		]);
		expect(calls.map((call) => fieldsOf(call).filter(([name]) => name === 'memo'))).toEqual([[['memo', 'one']], []]);
	});

	test('leaves out what is blank, and has a false that was chosen', async () => {
		const blank = { backImageBinaryPropertyName: '', exchangeDate: '', memo: '', tagId: '', language: [] };
		outputOf(
			await world.run(uploading({ ...blank, prioritizeHandWrittenDates: false }), {
				items: [photographed({ data: FRONT })],
			}),
		);
		expect(fieldsOf(onlyCall(world.emulator))).toEqual([['prioritizeHandWrittenDates', 'false']]);
	});

	test.each(['\n', '\r\n', '\r'])('is a memo as it was typed, with %j', async (lineBreak) => {
		const memo = `一行目${lineBreak}${lineBreak}"二行目"; name="x"${lineBreak}`;
		outputOf(
			await world.run(uploading({ memo: '={{ $json.memo }}' }), { items: [photographed({ data: FRONT }, { memo })] }),
		);
		expect(fieldsOf(onlyCall(world.emulator))).toEqual([['memo', memo]]);
	});
});

/** A real JPEG, taken apart: its segments by their markers, and its scan with the end marker. */
const SIZE = { width: 64, height: 48 };
const COLOURED = Buffer.alloc(SIZE.width * SIZE.height * 4).map((_, index) => (index * 37 + (index >> 5)) & 0xff);
const JPEG = Buffer.from(encode({ ...SIZE, data: COLOURED }, 80).data);
const [SOI, EOI] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];

function segment(marker: number, content: Uint8Array): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([head, content]);
}

const PARTS = new Map<number, Buffer>();
let at = 2;
for (let end = 0; JPEG[at + 1] !== 0xda; at = end) {
	end = at + 2 + JPEG.readUInt16BE(at + 2);
	const marker = JPEG[at + 1] ?? 0;
	PARTS.set(marker, Buffer.concat([PARTS.get(marker) ?? Buffer.alloc(0), JPEG.subarray(at, end)]));
}
const SCAN = JPEG.subarray(at);
const [APP0, DQT, SOF, DHT] = [0xe0, 0xdb, 0xc0, 0xc4].map((marker) => PARTS.get(marker)) as [
	Buffer,
	Buffer,
	Buffer,
	Buffer,
];
const picture = (...parts: Buffer[]) => Buffer.concat([SOI, ...parts]);
const EXIF = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), JPEG]));
const LATE_THUMBNAIL = picture(APP0, DQT, SOF, EXIF, DHT, SCAN);
const PROGRESSIVE = Buffer.from(SOF.map((byte, index) => (index === 1 ? 0xc2 : byte)));
const SCAN_ALONE = SCAN.subarray(0, -2);

/** What a transfer as text makes of a file: every LF becomes CR+LF. */
const withCrLf = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(/\n/g, '\r\n'), 'latin1');

describe('a picture', () => {
	test.each<[string, Buffer]>([
		['a plain one', JPEG],
		['one with a thumbnail in its metadata', picture(APP0, EXIF, DQT, SOF, DHT, SCAN)],
		['one with a thumbnail behind its frame', LATE_THUMBNAIL],
		['one with markers in a comment', picture(segment(0xfe, Buffer.from([0xff, 0xd9, 0xff, 0xda])), DQT, SOF, DHT, SCAN)],
		['a progressive one', picture(APP0, DQT, PROGRESSIVE, DHT, SCAN_ALONE, DHT, SCAN_ALONE, SCAN)],
		[
			'one with restart markers',
			picture(DQT, SOF, DHT, SCAN_ALONE, Buffer.from([0xff, 0xd0, 1, 0xff, 0x00, 0xff, 0xd1]), EOI),
		],
		['several pictures in one file', Buffer.concat([JPEG, JPEG])],
		['one with fill bytes before its markers', picture(APP0, Buffer.alloc(3, 0xff), DQT, SOF, DHT, SCAN)],
		['one of exactly 5 MB', Buffer.concat([JPEG, Buffer.alloc(FIVE_MEGABYTES - JPEG.length)])],
	])('is sent as it is: %s', async (_, bytes) => {
		outputOf(await world.run(uploading(), { items: [photographed({ data: bytes })] }));
		expect(partsOf(onlyCall(world.emulator), 'frontImage')[0]?.data.equals(bytes)).toBe(true);
	});

	test.each<[string, Buffer, RegExp]>([
		['an empty file', Buffer.alloc(0), /empty/],
		['metadata alone', picture(APP0, EXIF, EOI), /no picture/],
		['tables without a frame', picture(APP0, DQT, DHT, SCAN), /no picture/],
		['a frame without a scan', picture(APP0, DQT, SOF, DHT, EOI), /no picture/],
		['one cut behind a late thumbnail', LATE_THUMBNAIL.subarray(0, -SCAN.length), /breaks off/],
		['one cut in its scan', JPEG.subarray(0, -20), /breaks off/],
		['one whose line breaks were converted', withCrLf(JPEG), /damaged|breaks/],
		['a beginning and an end alone', Buffer.concat([SOI, EOI]), /no picture/],
		['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /PNG/],
		['a HEIC of a phone', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), /HEIC/],
		['a PDF', Buffer.from('%PDF-1.7\n'), /PDF/],
		['a web page', Buffer.from('<!DOCTYPE html><html>'), /web page/],
		['a JPEG in base64', Buffer.from(JPEG.toString('base64')), /base64/],
		['one of more than 5 MB', Buffer.concat([JPEG, Buffer.alloc(FIVE_MEGABYTES)]), /5 MB/],
	])('is not sent, nor is another one, when it is %s', async (_, bytes, message) => {
		const sides = [
			['binaryPropertyName', uploading(), { data: bytes }],
			[
				'backImageBinaryPropertyName',
				uploading({ backImageBinaryPropertyName: '={{ $json.back }}' }),
				{ data: JPEG, back: bytes },
			],
		] as const;
		for (const [parameter, parameters, binary] of sides) {
			const error = failureOf(
				await world.run(parameters, { items: [photographed({ data: JPEG }), photographed(binary, { back: 'back' })] }),
			);
			expect([error.message, error.context]).toEqual([
				expect.stringMatching(message),
				expect.objectContaining({ parameter, itemIndex: 1 }),
			]);
		}
		expect(world.emulator.calls).toEqual([]);
	});
});

test.each<[INodeParameters, string, string, RegExp]>([
	[{}, 'photo', 'binaryPropertyName', /"photo".*data, scan/],
	[{ language: ['Japanese', 'English', 'Thai'] }, 'data', 'language', /2/],
	[{ language: ['Klingon'] }, 'data', 'language', /Klingon/],
	[{ memo: '𠮷'.repeat(2_001) }, 'data', 'memo', /2,000.*2,001/],
	[{ prioritizeHandWrittenDates: '={{ "maybe" }}' }, 'data', 'prioritizeHandWrittenDates', /true or false/],
])('nothing is sent with %j of the field %s', async (fields, field, parameter, message) => {
	const error = failureOf(
		await world.run(uploading(fields, field), { items: [photographed({ data: FRONT, scan: BACK })] }),
	);
	expect([error.name, error.message, error.context?.parameter]).toEqual([
		'NodeOperationError',
		expect.stringMatching(message),
		parameter,
	]);
	expect(world.emulator.calls).toEqual([]);
});

describe('several pictures of one item', () => {
	const PICTURES = { a: jpeg(40), b: jpeg(90), c: jpeg(140) };
	const ITEMS = [1, 2, 3].map(() => photographed(PICTURES));
	const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const REFUSED = { kind: 'status', status: 400, endpoint: 'E7', skip: 4 } as const;

	test.each(['a, b,c', ' a,b,,c, ', '={{ Object.keys($binary).join(",") }}'])('are a card each: %j', async (names) => {
		const { items } = await world.run(uploading({ memo: '展示会' }, names), { items: ITEMS.slice(1) });
		expect(world.emulator.calls.map((call) => partsOf(call, 'frontImage')[0]?.data)).toEqual([
			...Object.values(PICTURES),
			...Object.values(PICTURES),
		]);
		expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
			cards().map((id, index) => [id, { item: index < 3 ? 0 : 1 }]),
		);
	});

	test.each<[string, INodeParameters, RegExp]>([
		['beside a back', uploading({ backImageBinaryPropertyName: 'c' }, 'a,b'), /./],
		['when one is not there', uploading({}, 'a,d'), /"d"/],
		['when one is named twice', uploading({}, 'a,b,a'), /"a"/],
		['when no name is left', uploading({}, ' , '), /empty/],
	])('are not sent %s', async (_, parameters, message) => {
		const error = failureOf(await world.run(parameters, { items: ITEMS }));
		expect([error.name, error.message]).toEqual(['NodeOperationError', expect.stringMatching(message)]);
		expect(world.emulator.calls).toEqual([]);
	});

	test('say which one was refused and what was sent before, and n8n sends none of those again', async () => {
		world.emulator.faults.add({ ...REFUSED, times: Infinity });
		const error = failureOf(await world.run(uploading({}, 'a,b,c'), { items: ITEMS, settings: RETRY }));
		expect(error.message.match(/"b"/g)).toHaveLength(1);
		expect(error.description).toContain('Sent before: 4 of 9 images.');
		expect(error.context?.sent).toEqual(cards().map((id, index) => ({ itemIndex: index < 3 ? 0 : 1, id })));
		expect([cards().length, world.emulator.calls.length]).toEqual([4, 4 + 3]);
	});

	test('give with Continue On Fail what was sent of the item, and the others go on', async () => {
		world.emulator.faults.add(REFUSED);
		const { items } = await world.run(uploading({}, 'a,b,c'), { items: ITEMS, onError: 'continueRegularOutput' });
		expect(items.map(({ json, pairedItem }) => [json.error === undefined, pairedItem])).toEqual([
			...[0, 0, 0, 1].map((item) => [true, { item }]),
			[false, { item: 1 }],
			...[2, 2, 2].map((item) => [true, { item }]),
		]);
	});

	test('are not sent again when an answer is lost', async () => {
		world.emulator.faults.add({ kind: 'reset', process: true, skip: 1, times: Infinity });
		const error = failureOf(await world.run(uploading({}, 'a,b,c'), { items: ITEMS.slice(2), settings: RETRY }));
		expect(error.description).toMatch(MAY_HAVE_ARRIVED);
		expect(error.description).toContain('Sent before: 1 of 3 images');
		expect([world.emulator.calls.length, cards().length]).toEqual([2, 2]);
	});
});
