import type { IBinaryKeyData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { IMAGE_LANGUAGES } from '../../../nodes/shared';
import type { CallRecord } from '../../emulator';
import { worldPerTest } from '../../support/engine/world';
import { jpeg } from '../../support/jpeg';
import { callsOf, failureOf, inMemory, onlyCall, outputOf, partsOf } from './support';
import { told } from '../labels';

const world = worldPerTest();

const FRONT = jpeg(200);
const BACK = jpeg(90);
const FIVE_MEGABYTES = 5 * 1024 * 1024;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function uploading(additionalFields: INodeParameters = {}, more: INodeParameters = {}) {
	return { resource: 'businessCard', operation: 'uploadImage', binaryPropertyName: 'data', additionalFields, ...more };
}

function photographed(binary: IBinaryKeyData, json: IDataObject = {}): INodeExecutionData {
	return { json, binary };
}

const CARD = photographed({ data: inMemory(FRONT) });
const BOTH_SIDES = photographed({ data: inMemory(FRONT), back: inMemory(BACK) });

/** The plain fields that were sent, in their order. */
function fieldsOf({ parts = [] }: CallRecord): string[][] {
	return parts.filter(({ filename }) => filename === undefined).map(({ name, data }) => [name, data.toString()]);
}

describe('what is sent', () => {
	it('sends the front alone when nothing else is asked for', async () => {
		const { emulator, run } = world;
		const { items } = await run(uploading(), { items: [CARD] });

		const call = onlyCall(emulator);
		expect([call.method, call.path, call.query]).toEqual(['POST', '/v3.2/bizCards/images', []]);
		expect(call.headers['content-type']).toMatch(/^multipart\/form-data; boundary=\S+$/);
		expect(call.headers['content-length']).toBe(String(call.bodyBuffer?.length));
		expect(call.parts).toEqual([
			{ name: 'frontImage', filename: 'front.jpg', contentType: 'image/jpeg', data: FRONT },
		]);
		const [card] = emulator.company.cards.values();
		expect(items).toEqual([{ json: { id: card?.id, language: 'Japanese' }, pairedItem: { item: 0 } }]);
		expect(card?.entryStatus).toBe('processing');
	});

	it('gives a card for each of two languages, of both sides and with every option', async () => {
		const { emulator, run } = world;
		const { id: tagId } = emulator.addTag({ type: 'private' });
		const additionalFields = {
			backImageBinaryPropertyName: ' back ',
			exchangeDate: '2026-04-01T00:00:00',
			language: ['Korean', 'Japanese'],
			tagId,
		};
		const { items } = await run(uploading(additionalFields), { items: [BOTH_SIDES] });
		expect(onlyCall(emulator).parts).toEqual(
			expect.arrayContaining([{ name: 'backImage', filename: 'back.jpg', contentType: 'image/jpeg', data: BACK }]),
		);
		const stored = [...emulator.company.cards.values()];
		expect(stored.map((card) => [card.exchangeDate, card.tagIds])).toEqual(stored.map(() => ['2026-04-01', [tagId]]));
		expect(items).toEqual(
			['Korean', 'Japanese'].map((language, index) => ({ json: { id: stored[index]?.id, language }, pairedItem: { item: 0 } })),
		);
	});

	it.each([
		['nothing', [], []],
		['one language', ['Thai'], ['Thai']],
		['the text of an expression', '={{ "English, Japanese" }}', ['English', 'Japanese']],
		['the list of an expression', '={{ ["English", "Japanese"] }}', ['English', 'Japanese']],
	])('takes %s as the languages', async (_name, language, sent) => {
		const { emulator, run } = world;
		outputOf(await run(uploading({ language }), { items: [CARD] }));
		expect(fieldsOf(onlyCall(emulator))).toEqual(sent.map((each) => ['language', each]));
	});

	it('takes every language of the specification', async () => {
		const { emulator, run } = world;
		const items = IMAGE_LANGUAGES.map((language) => photographed({ data: inMemory(FRONT) }, { language }));
		const output = outputOf(await run(uploading({ language: '={{ [$json.language] }}' }), { items }));
		expect(output.map(({ language }) => language)).toEqual([...IMAGE_LANGUAGES]);
		expect(emulator.calls).toHaveLength(IMAGE_LANGUAGES.length);
	});

	it('leaves out what is blank, and sends a false that was chosen', async () => {
		const { emulator, run } = world;
		const blank = { backImageBinaryPropertyName: '', exchangeDate: '', memo: '', tagId: '', language: [] };
		outputOf(await run(uploading({ ...blank, prioritizeHandWrittenDates: false }), { items: [CARD] }));
		expect(fieldsOf(onlyCall(emulator))).toEqual([['prioritizeHandWrittenDates', 'false']]);
	});

	it('sends one request an item, each with its own files and values', async () => {
		const { emulator, run } = world;
		const items = [
			photographed({ photo: inMemory(jpeg(10)) }, { front: 'photo', memo: 'one' }),
			photographed({ photo: inMemory(jpeg(20)), scan: inMemory(jpeg(30)) }, { front: 'scan', memo: 'two' }),
			photographed({ photo: inMemory(jpeg(40)) }, { front: 'photo', memo: '' }),
		];
		const parameters = uploading({ memo: '={{ $json.memo }}' }, { binaryPropertyName: '={{ $json.front }}' });
		const output = await run(parameters, { items });
		expect(output.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		const calls = callsOf(emulator, 'E7');
		expect(calls.map((call) => partsOf(call, 'frontImage')[0]?.data)).toEqual([jpeg(10), jpeg(30), jpeg(40)]);
		expect(calls.map(fieldsOf)).toEqual([[['memo', 'one']], [['memo', 'two']], []]);
	});

	it('knows a JPEG by its bytes, whatever its name and type say', async () => {
		const { emulator, run } = world;
		const misnamed = inMemory(FRONT, { fileName: 'card.png', mimeType: 'image/png' });
		outputOf(await run(uploading(), { items: [photographed({ data: misnamed })] }));
		expect(partsOf(onlyCall(emulator), 'frontImage')[0]).toMatchObject({ contentType: 'image/jpeg', data: FRONT });
	});

	it('takes files of exactly 5 MB', async () => {
		const { emulator, run } = world;
		const largest = inMemory(jpeg(200, FIVE_MEGABYTES));
		const parameters = uploading({ backImageBinaryPropertyName: 'back' });
		outputOf(await run(parameters, { items: [photographed({ data: largest, back: largest })] }));
		const call = onlyCall(emulator);
		expect(call.parts?.map(({ name, data }) => [name, data.length])).toEqual([
			['frontImage', FIVE_MEGABYTES],
			['backImage', FIVE_MEGABYTES],
		]);
	});
});

const JPEG_NAME = { fileName: 'card.jpg', mimeType: 'image/jpeg' };
const TOO_LARGE = 'image is larger than 5 MB. Make it smaller with the Edit Image node';
const NO_JPEG = 'image is a PNG image, not a JPEG. Convert it with the Edit Image node';

/** What is refused before it is billed: its name, the binary fields, the additional fields, and what is said. */
type Refusal = readonly [name: string, binary: IBinaryKeyData | undefined, fields: INodeParameters, parameter: string, message: string];

const back = { backImageBinaryPropertyName: 'back' };
const data = inMemory(FRONT);

const REFUSALS: readonly Refusal[] = [
	['a file that is called a JPEG and is none', { data: inMemory(PNG, JPEG_NAME) }, {}, 'binaryPropertyName', `The front ${NO_JPEG}`],
	['a back that is none', { data, back: inMemory(PNG, JPEG_NAME) }, back, 'backImageBinaryPropertyName', `The back ${NO_JPEG}`],
	['a front of more than 5 MB', { data: inMemory(jpeg(200, FIVE_MEGABYTES + 1)) }, {}, 'binaryPropertyName', `The front ${TOO_LARGE}`],
	['a back of more than 5 MB', { data, back: inMemory(jpeg(200, FIVE_MEGABYTES + 1)) }, back, 'backImageBinaryPropertyName', `The back ${TOO_LARGE}`],
	['a field that is not there', { photo: data, scan: data }, {}, 'binaryPropertyName', 'The item has no binary field "data": its binary fields are photo, scan'],
	['an item without any file', undefined, {}, 'binaryPropertyName', 'The item has no binary field "data": it has no binary field: add a node'],
	['a back field that is not there', { data }, back, 'backImageBinaryPropertyName', 'The item has no binary field "back": its binary fields are data'],
	['three languages', { data }, { language: ['Japanese', 'English', 'Thai'] }, 'language', 'language may have at most 2 values; it has 3'],
	['a language twice', { data }, { language: ['Thai', 'Thai'] }, 'language', 'language has the same value twice'],
	['a language that there is not', { data }, { language: ['Klingon'] }, 'language', 'language "Klingon" does not exist; the languages are Japanese, English'],
	['a long memo', { data }, { memo: '𠮷'.repeat(2_001) }, 'memo', 'memo may have at most 2,000 characters; it has 2,001'],
	['a memo that was cut in the middle of a character', { data }, { memo: `={{ '𠮷'.slice(0, 1) }}` }, 'memo', 'memo contains half of a character'],
	['a date that there is not', { data }, { exchangeDate: '2025-02-29' }, 'exchangeDate', 'exchangeDate must be a date that exists, such as 2026-04-01'],
	['a flag that is none', { data }, { prioritizeHandWrittenDates: '={{ "maybe" }}' }, 'prioritizeHandWrittenDates', 'prioritizeHandWrittenDates is "maybe", which is neither true nor false: it must be true or false'],
	['two tags', { data }, { tagId: ['1', '2'] }, 'tagId', 'tagId must be a text; got a list'],
];

const UPLOAD_IMAGE = { resource: 'businessCard', operation: 'uploadImage' };

it.each(REFUSALS)('sends nothing of %s', async (_name, binary, additionalFields, parameter, message) => {
	const { emulator, run } = world;
	const error = failureOf(await run(uploading(additionalFields), { items: [{ json: {}, ...(binary && { binary }) }] }));
	expect(error.name).toBe('NodeOperationError');
	expect(error.message).toContain(told(UPLOAD_IMAGE, message));
	expect(error.context?.parameter).toBe(parameter);
	expect(error.description).toMatch(/^Nothing was sent\./);
	expect(emulator.calls).toHaveLength(0);
});

it('quotes the name of a binary field no further than a line', async () => {
	const binaryPropertyName = '={{ "x".repeat(1000) }}';
	const error = failureOf(await world.run(uploading({}, { binaryPropertyName }), { items: [CARD] }));
	expect(error.message).toMatch(/^The item has no binary field "x{60}…": its binary fields are data$/);
});

describe('a memo with line breaks', () => {
	it.each([
		['LF', '\n'],
		['CR+LF', '\r\n'],
		['CR', '\r'],
	])('arrives as it was typed, with %s', async (_name, lineBreak) => {
		const memo = `一行目${lineBreak}${lineBreak}"二行目"; name="x"${lineBreak}`;
		outputOf(await world.run(uploading({ memo: '={{ $json.memo }}' }), { items: [{ ...CARD, json: { memo } }] }));
		expect(fieldsOf(onlyCall(world.emulator))).toEqual([['memo', memo]]);
	});

	it('of 2,000 characters has 2,000 on the wire', async () => {
		const memo = 'memo text line by\nx'.repeat(100) + '\n'.repeat(2_000 - 1_900);
		expect(memo).toHaveLength(2_000);
		outputOf(await world.run(uploading({ memo: '={{ $json.memo }}' }), { items: [{ ...CARD, json: { memo } }] }));
		expect(fieldsOf(onlyCall(world.emulator))[0]?.[1]).toBe(memo);
	});
});
