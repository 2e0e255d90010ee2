import { rm, truncate } from 'node:fs/promises';
import type { IBinaryKeyData, IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { CallRecord } from '../../emulator';
import {
	BINARY_MODES,
	fileOf,
	filesOpenedBy,
	handedOver,
	keepBinaryDataIn,
	keepBinaryDataOnDisk,
	stored,
	storedBytes,
} from '../../support/engine/onDisk';
import { IMAGE, UPLOAD, worldPerTest } from '../../support/engine/world';
import { jpeg } from '../../support/jpeg';
import { callsOf, failureOf, importing, inMemory, MAY_HAVE_ARRIVED, onlyCall, outputOf, partsOf } from './support';

/**
 * businessCard.uploadImage: digitization is billed, so what nobody can read never leaves n8n, and nothing is sent twice. Files are found
 * wherever n8n keeps them.
 */

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

describe.each(BINARY_MODES)('in %s', (mode) => {
	keepBinaryDataIn(mode);

	describe('what is sent', () => {
		test('is of each item its own: files, values and languages', async () => {
			const fields = {
				...{ memo: '={{ $json.memo }}', language: '={{ $json.languages }}' },
				backImageBinaryPropertyName: '={{ $json.back }}',
			};
			const names = { front: 'photo', back: 'back' };
			const items = await handedOver([
				photographed({ photo: FRONT, back: BACK }, { ...names, memo: 'one', languages: ['Korean', 'Japanese'] }),
				photographed({ scan: jpeg(30) }, { front: 'scan', memo: '', languages: 'Thai, English' }),
			]);
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
			outputOf(await world.run(uploading(fields), { items: await handedOver([photographed({ data: FRONT })]) }));
			expect(fieldsOf(onlyCall(world.emulator))).toEqual([['prioritizeHandWrittenDates', 'false']]);
		});

		test.each(['\n', '\r\n', '\r'])('is a memo as it was typed, with %j', async (lineBreak) => {
			const memo = `一行目${lineBreak}${lineBreak}"二行目"; name="x"${lineBreak}`;
			const items = await handedOver([photographed({ data: FRONT }, { memo })]);
			outputOf(await world.run(uploading({ memo: '={{ $json.memo }}' }), { items }));
			expect(fieldsOf(onlyCall(world.emulator))).toEqual([['memo', memo]]);
		});
	});

	/** test/unit/shared/cards has all pictures that are none. */
	test.each<[INodeParameters, string, string, RegExp]>([
		[{}, 'cut', 'binaryPropertyName', /is cut off/],
		[{ backImageBinaryPropertyName: 'cut' }, 'data', 'backImageBinaryPropertyName', /is cut off/],
		[{ backImageBinaryPropertyName: 'cut' }, 'data,cut', 'backImageBinaryPropertyName', /./],
		[{}, 'photo', 'binaryPropertyName', /"photo".*cut, data/],
		[{}, 'data,photo', 'binaryPropertyName', /"photo"/],
		[{}, 'data,cut,data', 'binaryPropertyName', /"data"/],
		[{}, ' , ', 'binaryPropertyName', /empty/],
		[{ language: ['Japanese', 'English', 'Thai'] }, 'data', 'language', /2/],
		[{ language: ['Klingon'] }, 'data', 'language', /Klingon/],
		[{ prioritizeHandWrittenDates: '={{ "maybe" }}' }, 'data', 'prioritizeHandWrittenDates', /true or false/],
	])('nothing is sent with %j of the field %j', async (fields, field, parameter, message) => {
		const cards = [FRONT, FRONT.subarray(0, -20)].map((cut) => photographed({ cut, data: FRONT }));
		const items = await handedOver(cards);
		const error = await world.refusal(uploading(fields, field), { items });
		expect(error.message).toMatch(message);
		expect(error.context).toMatchObject({ parameter, itemIndex: error.message.includes('is cut off') ? 1 : 0 });
	});

	describe('several pictures of one item', () => {
		const PICTURES = { a: jpeg(40), b: jpeg(90), c: jpeg(140) };
		const ITEMS = [1, 2, 3].map(() => photographed(PICTURES));
		const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

		test.each(['a, b,c', ' a,b,,c, ', '={{ Object.keys($binary).join(",") }}'])('are a card each: %j', async (names) => {
			const { items } = await world.run(uploading({ memo: '展示会' }, names), { items: await handedOver(ITEMS.slice(1)) });
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
				const error = failureOf(
					await world.run(uploading({}, 'a,b,c'), { items: await handedOver(ITEMS), settings: RETRY }),
				);
				expect(`${error.message} ${error.description}`).toMatch(said);
				expect(error.message.match(/"b"/g)).toHaveLength(1);
				expect(error.description).toContain('Already sent: 4 of 9 images.');
				const sent = cards().map((id, index) => ({ itemIndex: index < 3 ? 0 : 1, id }));
				expect(error.context?.sent).toEqual(sent.slice(0, 4));
				expect(world.emulator.calls).toHaveLength(4 + tries);
			},
		);

		test('give with Continue On Fail what was sent of the item, and the others go on', async () => {
			world.emulator.faults.add({ kind: 'status', status: 400, skip: 4 });
			const { items } = await world.run(uploading({}, 'a,b,c'), {
				items: await handedOver(ITEMS),
				onError: 'continueRegularOutput',
			});
			expect(items.map(({ json, pairedItem }) => [json.error === undefined, pairedItem])).toEqual([
				...[0, 0, 0, 1].map((item) => [true, { item }]),
				[false, { item: 1 }],
				...[2, 2, 2].map((item) => [true, { item }]),
			]);
		});
	});
});

describe('a file that a Code node has made', () => {
	const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
	const bytes = jpeg(120);

	/** The forms that bytes have: as they are where n8n runs the code itself, as JSON where a task runner does. */
	const FORMS: ReadonlyArray<readonly [string, unknown]> = [
		['a Buffer', bytes],
		['a Buffer turned to JSON', asJson(bytes)],
		['a Uint8Array', new Uint8Array(bytes)],
		['a part of a Uint8Array', new Uint8Array([9, ...bytes, 9]).subarray(1, -1)],
		['a Uint8Array turned to JSON', asJson(new Uint8Array(bytes))],
		['an ArrayBuffer', new Uint8Array(bytes).buffer],
		['a list of numbers', [...bytes]],
		['base64', bytes.toString('base64')],
	];
	const NO_FILES = [{}, [], 7, null, true, { type: 'Buffer' }, [300], ['a'], { '0': 1, '2': 1 }, { a: 1 }];

	const holding = (data: unknown) => [{ json: {}, binary: { data } }] as unknown as INodeExecutionData[];

	test.each(FORMS)('is sent with its bytes as %s', async (_, data) => {
		outputOf(await world.run(uploading(), { items: holding({ data, mimeType: 'image/jpeg', fileName: 'a.jpg' }) }));
		expect(partsOf(onlyCall(world.emulator), 'frontImage')[0]?.data).toEqual(bytes);
	});

	test.each(FORMS.slice(0, -1))('is sent where the field itself is %s', async (_, data) => {
		outputOf(await world.run(uploading(), { items: holding(data) }));
		expect(partsOf(onlyCall(world.emulator), 'frontImage')[0]?.data).toEqual(bytes);
	});

	test.each(NO_FILES)('is none where its data is %j', async (data) => {
		const { message } = await world.refusal(uploading(), { items: holding({ data, mimeType: 'image/jpeg' }) });
		expect(message).toMatch(/"data".* no file/);
	});
});

/** As n8n keeps them by default. */
describe('files on disk', () => {
	beforeAll(keepBinaryDataOnDisk);

	const FRONTS = uploading({}, 'front');
	const BOTH = uploading({ backImageBinaryPropertyName: 'back' }, 'front');

	/** Items with a front and a back each. */
	async function onDisk(pictures: ReadonlyArray<{ front: Buffer; back: Buffer }>) {
		const items = pictures.map(async ({ front, back }) => {
			return { json: {}, binary: { front: await stored(front), back: await stored(back) } };
		});
		return await Promise.all(items);
	}

	test('pictures are uploaded from disk, and come back to it byte for byte', async () => {
		const pictures = [10, 60].map((shade) => ({ front: jpeg(shade), back: jpeg(shade + 20) }));
		const uploaded = await world.run(BOTH, { items: await onDisk(pictures) });
		for (const side of ['front', 'back'] as const) {
			const parameters = { ...IMAGE, businessCardId: '={{ $json.id }}', side };
			const { items } = await world.run(parameters, { items: uploaded.items });
			const bytes = items.map(async ({ binary }) => binary?.data && (await storedBytes(binary.data)));
			expect(await Promise.all(bytes)).toEqual(pictures.map((picture) => picture[side]));
		}
	});

	test('no more than one picture is held at a time, however many items there are', async () => {
		const items = await onDisk(Array(8).fill({ front: jpeg(40, 300_000), back: jpeg() }));
		const files = await filesOpenedBy(async () => void outputOf(await world.run(FRONTS, { items })));
		// Each is read to be checked, and again to be sent.
		expect(files.map(({ bytesRead }) => bytesRead)).toEqual(Array(8 * 2).fill(300_000));
	});

	test('a file of 1.5 GB is read no further than the rule', async () => {
		const items = await onDisk([{ front: jpeg(), back: jpeg() }]);
		for (const { binary } of items) await truncate(fileOf(binary.front), 1_500_000_000);
		const [file] = await filesOpenedBy(async () => {
			expect((await world.refusal(FRONTS, { items })).message).toMatch(/5 MB/);
		});
		expect(file?.bytesRead).toBeLessThan(7_000_000);
	});

	test('a file that is gone is named, before a call and in the middle of a run', async () => {
		const items = await onDisk(Array(2).fill({ front: jpeg(), back: jpeg() }));
		world.emulator.onBeforeCall(async () => {
			for (const { binary } of items.slice(1)) await rm(fileOf(binary.back), { force: true });
		});
		expect(failureOf(await world.run(BOTH, { items })).description).toContain('Already sent: 1 of 2');
		world.emulator.clearLog();
		const { message, context } = await world.refusal(BOTH, { items });
		expect([message, context?.parameter]).toEqual([expect.stringContaining('"back"'), 'backImageBinaryPropertyName']);
	});
});

describe('a workflow that keeps binary data in the JSON', () => {
	beforeAll(keepBinaryDataOnDisk);

	const combined = { binaryMode: 'combined' } as const;

	test.each(['data', '_files.data'])('finds a picture by %s', async (binaryPropertyName) => {
		const items = [{ json: { memo: 'x' }, binary: { data: await stored(jpeg(40)) } }];
		const parameters = uploading({ memo: '={{ $json.memo }}' }, binaryPropertyName);
		outputOf(await world.run(parameters, { items, ...combined }));
		expect(partsOf(onlyCall(world.emulator), 'frontImage')[0]?.data).toEqual(jpeg(40));
	});

	test('alone takes a file out of JSON', async () => {
		const forged = [{ json: { _files: { data: await stored(jpeg(40)) } } }] as unknown as INodeExecutionData[];
		const { message } = await world.refusal(uploading({}, '_files.data'), { items: forged });
		expect(message).toContain('no binary field');
	});

	test.each([{ csv: { data: 'ZDE=', fileName: 'departments.csv' } }, { csv: { id: 'filesystem-v2:1' } }])(
		'takes no JSON without a type for a file: %j',
		async (json) => {
			const parameters = importing('create', { source: 'files', departmentBinaryPropertyName: 'csv' });
			const { message } = await world.refusal(parameters, { items: [{ json }], ...combined });
			expect(message).toContain('No item has a binary field "csv"');
		},
	);

	test('imports the CSV files of its items, and finds those of a list where it looks for them', async () => {
		world.emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: 'A, "B"; C\n髙' });
		const list = { resource: 'department', operation: 'getAll', output: 'file', binaryPropertyName: 'csv' };
		const { items } = await world.run(list, combined);
		expect(items[0]?.json._files).toMatchObject({
			csv: { data: 'filesystem-v2', fileName: 'departments.csv', mimeType: 'text/csv' },
		});
		const parameters = importing('check', { source: 'files', departmentBinaryPropertyName: 'csv' });
		expect(outputOf(await world.run(parameters, { items, ...combined }))).toEqual([{ valid: true, errors: [] }]);
	});
});
