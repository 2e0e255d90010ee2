import type { IBinaryKeyData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { CallRecord } from '../../emulator';
import { UPLOAD, worldPerTest } from '../../support/engine/world';
import { jpeg } from '../../support/jpeg';
import { callsOf, failureOf, inMemory, MAY_HAVE_ARRIVED, onlyCall, outputOf, partsOf } from './support';

/** businessCard.uploadImage: digitization is billed, so what nobody can read never leaves n8n, and nothing is sent twice. */

const world = worldPerTest();

const [FRONT, BACK] = [jpeg(200), jpeg(90)];

function uploading(additionalFields: INodeParameters = {}, binaryPropertyName = 'data'): INodeParameters {
	return { ...UPLOAD, binaryPropertyName, additionalFields };
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
			...{ memo: '={{ $json.memo }}', language: '={{ $json.languages }}' },
			backImageBinaryPropertyName: '={{ $json.back }}',
		};
		const names = { front: 'photo', back: 'back' };
		const items = [
			photographed({ photo: FRONT, back: BACK }, { ...names, memo: 'one', languages: ['Korean', 'Japanese'] }),
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
		const fields = { ...blank, prioritizeHandWrittenDates: false };
		outputOf(await world.run(uploading(fields), { items: [photographed({ data: FRONT })] }));
		expect(fieldsOf(onlyCall(world.emulator))).toEqual([['prioritizeHandWrittenDates', 'false']]);
	});

	test.each(['\n', '\r\n', '\r'])('is a memo as it was typed, with %j', async (lineBreak) => {
		const memo = `一行目${lineBreak}${lineBreak}"二行目"; name="x"${lineBreak}`;
		const items = [photographed({ data: FRONT }, { memo })];
		outputOf(await world.run(uploading({ memo: '={{ $json.memo }}' }), { items }));
		expect(fieldsOf(onlyCall(world.emulator))).toEqual([['memo', memo]]);
	});
});

/** test/unit/shared/cards has all pictures that are none. */
test.each<[INodeParameters, string, string, RegExp]>([
	[{}, 'cut', 'binaryPropertyName', /breaks off/],
	[{ backImageBinaryPropertyName: 'cut' }, 'data', 'backImageBinaryPropertyName', /breaks off/],
	[{ backImageBinaryPropertyName: 'cut' }, 'data,cut', 'backImageBinaryPropertyName', /./],
	[{}, 'photo', 'binaryPropertyName', /"photo".*cut, data/],
	[{}, 'data,photo', 'binaryPropertyName', /"photo"/],
	[{}, 'data,cut,data', 'binaryPropertyName', /"data"/],
	[{}, ' , ', 'binaryPropertyName', /empty/],
	[{ language: ['Japanese', 'English', 'Thai'] }, 'data', 'language', /2/],
	[{ language: ['Klingon'] }, 'data', 'language', /Klingon/],
	[{ prioritizeHandWrittenDates: '={{ "maybe" }}' }, 'data', 'prioritizeHandWrittenDates', /true or false/],
])('nothing is sent with %j of the field %j', async (fields, field, parameter, message) => {
	const items = [FRONT, FRONT.subarray(0, -20)].map((cut) => photographed({ cut, data: FRONT }));
	const error = await world.refusal(uploading(fields, field), { items });
	expect(error.message).toMatch(message);
	expect(error.context).toMatchObject({ parameter, itemIndex: error.message.includes('breaks off') ? 1 : 0 });
});

describe('several pictures of one item', () => {
	const PICTURES = { a: jpeg(40), b: jpeg(90), c: jpeg(140) };
	const ITEMS = [1, 2, 3].map(() => photographed(PICTURES));
	const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

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

	test.each([
		[{ kind: 'status', status: 400 }, RETRY.maxTries, /Scripted answer 400/],
		[{ kind: 'reset', process: true }, 1, MAY_HAVE_ARRIVED],
	] as const)(
		'are not sent again after %j: it says which one it was and what was sent before',
		async (fault, tries, said) => {
			world.emulator.faults.add({ ...fault, skip: 4, times: Infinity });
			const error = failureOf(await world.run(uploading({}, 'a,b,c'), { items: ITEMS, settings: RETRY }));
			expect(`${error.message} ${error.description}`).toMatch(said);
			expect(error.message.match(/"b"/g)).toHaveLength(1);
			expect(error.description).toContain('Sent before: 4 of 9 images.');
			const sent = cards().map((id, index) => ({ itemIndex: index < 3 ? 0 : 1, id }));
			expect(error.context?.sent).toEqual(sent.slice(0, 4));
			expect(world.emulator.calls).toHaveLength(4 + tries);
		},
	);

	test('give with Continue On Fail what was sent of the item, and the others go on', async () => {
		world.emulator.faults.add({ kind: 'status', status: 400, skip: 4 });
		const { items } = await world.run(uploading({}, 'a,b,c'), { items: ITEMS, onError: 'continueRegularOutput' });
		expect(items.map(({ json, pairedItem }) => [json.error === undefined, pairedItem])).toEqual([
			...[0, 0, 0, 1].map((item) => [true, { item }]),
			[false, { item: 1 }],
			...[2, 2, 2].map((item) => [true, { item }]),
		]);
	});
});
