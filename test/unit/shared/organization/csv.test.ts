import fc from 'fast-check';
import { CsvFormatError, DELIMITER_CHARACTERS } from '../../../../nodes/shared/csv/text';
import type { Delimiter, Encoding } from '../../../../nodes/shared/api/versions';
import { columnOrders, type CsvLayout, looksLikeHeader, parsePresent, parseRecords, writeRows } from '../../../../nodes/shared/organization/csv';
import {
	fieldNames,
	ORGANIZATION_FIELDS,
	type OrganizationField,
	type OrganizationKind,
	type OrganizationRecordKind,
} from '../../../../nodes/shared/organization/fields';
import { readItem } from '../../../../nodes/shared/organization/items';
import { unencodable } from '../../../../nodes/shared/csv/encoding';
import { anyCharacter } from '../../../anyCharacter';
import { seedOf, timesOf } from '../../../seed';

const DELIMITERS = Object.keys(DELIMITER_CHARACTERS) as Delimiter[];
const ENCODINGS: Encoding[] = ['utf8', 'sjis'];
const KINDS: OrganizationKind[] = ['user', 'department', 'result'];
const RECORD_KINDS: OrganizationRecordKind[] = ['user', 'department'];
const COMBINATIONS = DELIMITERS.flatMap((delimiter) =>
	ENCODINGS.map((encoding) => ({ delimiter, encoding })),
);

const utf8 = (text: string) => new TextEncoder().encode(text);
const comma = { delimiter: 'comma' } as const;
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** A row of blanks but for the given cells. */
const rowOf = (kind: OrganizationRecordKind, cells: Record<string, unknown>): Record<string, unknown> => ({
	...Object.fromEntries(fieldNames(kind).map((name) => [name, null])),
	...cells,
});

const department = (cells: Record<string, unknown>) => rowOf('department', cells);

/** The error with which a CSV is refused, which must be a CsvFormatError. */
async function refusalOf(kind: OrganizationKind, csv: string | Uint8Array, more = {}): Promise<CsvFormatError> {
	const bytes = typeof csv === 'string' ? utf8(csv) : csv;
	const thrown: unknown = await parseRecords(kind, bytes, { ...comma, ...more }).catch((error: unknown) => error);
	expect(thrown).toBeInstanceOf(CsvFormatError);
	return thrown as CsvFormatError;
}

/** Writes items the way an import does. */
async function write(
	kind: OrganizationRecordKind,
	items: ReadonlyArray<Record<string, unknown>>,
	layout: CsvLayout & { encoding: Encoding },
): Promise<Uint8Array> {
	const rows = items.map((columns, itemIndex) => readItem({ itemIndex, kind, columns }, 'UTC', []).cells as Record<string, string>);
	return await Promise.resolve().then(() => writeRows(kind, rows, layout));
}

describe('parseRecords', () => {
	test('keys are the documented names, integers numbers, blanks null, the rest strings', async () => {
		const cells =
			',0f9b,D1;D2,u.1,"Doe, ""J"" Jr.",,j@example.com,,2025-04-01,1,0,007,2,1,3,1,5,2,1,0,1,0';
		const [row] = await parseRecords('user', utf8(cells), comma);
		expect(Object.keys(row ?? {})).toEqual(fieldNames('user'));
		expect(row).toEqual({
			TempId: null,
			UserUuid: '0f9b',
			DepartmentId: 'D1;D2',
			UserId: 'u.1',
			UserName: 'Doe, "J" Jr.',
			AlternativeName: null,
			Email: 'j@example.com',
			SubEmail: null,
			EffectiveDateFrom: '2025-04-01',
			Culture: 1,
			MailFormat: 0,
			SamlNameId: '007',
			UserType: 2,
			CanUpdateData: 1,
			DataDownloadPrivilege: 3,
			EmailDeliveryPrivilege: 1,
			CrmIntegrationPrivilege: '5',
			DealPrivilege: 2,
			ApiIntegrationPrivilege: 1,
			UsageStatisticsPrivilege: 0,
			OrganizationTreeDownloadPrivilege: 1,
			DeleteFlag: 0,
		});
	});

	test.each([
		['true', true],
		['TRUE', true],
		['True', true],
		['1', true],
		['false', false],
		['FALSE', false],
		['0', false],
		['', null],
	])('Completed of %j is %p', async (text, completed) => {
		const rows = await parseRecords('result', utf8(`1,id,t1,${text},"a;b"\n`), comma);
		expect(rows).toEqual([
			{ Type: 1, Id: 'id', TempId: 't1', Completed: completed, ErrorMessage: 'a;b' },
		]);
	});

	test.each([
		['CR+LF', '\r\n'],
		['LF', '\n'],
		['CR', '\r'],
	])('lines may end in %s, the last one too or not', async (_name, end) => {
		const rows = [
			department({ DepartmentName: 'a' }),
			department({ DepartmentName: 'b\n"c', Order: -3 }),
		];
		const lines = [`,,a,,,,`, `,,"b\n""c",,,-3,`];
		for (const text of [lines.join(end), lines.join(end) + end, lines.join(end + end) + end + end])
			expect(await parseRecords('department', utf8(text), comma)).toEqual(rows);
	});

	test('nothing gives no rows', async () => {
		for (const text of ['', '\ufeff', '\r\n'])
			expect(await parseRecords('user', utf8(text), comma)).toEqual([]);
	});

	test('a byte order mark is removed, also before a quote', async () => {
		for (const text of ['\ufefft1,,a,,,,', '\ufeff"t1",,a,,,,']) {
			expect(await parseRecords('department', utf8(text), comma)).toEqual([department({ TempId: 't1', DepartmentName: 'a' })]);
		}
	});

	test('bytes that are no UTF-8 are read as Shift_JIS', async () => {
		const bytes = Buffer.concat([
			Buffer.from('t1,,'),
			Buffer.from([0xfb, 0xfc, 0x8b, 0xb4, 0x83, 0x5c]),
			Buffer.from(',,,,'),
		]);
		expect((await parseRecords('department', bytes, comma))[0]?.DepartmentName).toBe('髙橋ソ');
	});

	test('bytes in neither charset are refused', async () => {
		const { message } = await refusalOf('department', Buffer.from([0x61, 0xfd, 0xff, 0x2c]));
		expect(message).toBe('The CSV is not valid UTF-8 or Shift JIS');
	});

	test.each([
		['t1,,a,,,,', 't2,,b,,,', 6],
		['t1,,"a\nb",,,,', 't2,,b,,,,,', 8],
		['t1,,a,,,,', 't2;;b;;;;', 1],
	])('a row with another number of columns is named', async (good, bad, count) => {
		const error = await refusalOf('department', `${good}\n${good}\n${bad}\n${good}`);
		expect(error.message).toBe(
			`Row 3 of the department CSV has ${count} columns instead of 7; check Delimiter and Column Order`,
		);
	});

	test('two hundred thousand columns are one error', async () => {
		const { message } = await refusalOf('department', ','.repeat(199_999));
		expect(message).toContain('has 200,000 columns instead of 7');
	});

	test.each([',,"a"x,,,,', ',,a"x,,,,', ',,"a,,,,'])('quotes that do not match are named: %s', async (bad) => {
		const error = await refusalOf('department', `,,a,,,,\n${bad}`);
		expect(error.message).toMatch(/^Row 2 of the CSV is malformed/);
	});

	test.each([
		['department', ',,a,,,first,', 'Order', 'a whole number but "first"'],
		['department', ',,a,,,1.5,', 'Order', 'a whole number but "1.5"'],
		['department', ',,a,,,99999999999999999,', 'Order', 'a whole number but "99999999999999999"'],
		['result', '1,,,yes,', 'Completed', 'true or false but "yes"'],
	] as const)('a value of another type points to the column order: %s %s', async (kind, text, name, problem) => {
		expect((await refusalOf(kind, text)).message).toBe(
			`${name} in row 1 of the CSV is not ${problem}; check Delimiter and Column Order`,
		);
	});

	test('columnOrder names the columns from left to right', async () => {
		const columnOrder = [...fieldNames('result')].reverse();
		const rows = await parseRecords('result', utf8('no,false,t1,,0'), { ...comma, columnOrder });
		expect(rows).toEqual([
			{ Type: 0, Id: null, TempId: 't1', Completed: false, ErrorMessage: 'no' },
		]);
		expect(Object.keys(rows[0] ?? {})).toEqual(fieldNames('result'));
	});
});

describe('parsePresent', () => {
	test('every cell comes as the text that it is', async () => {
		const rows = await parsePresent('department', utf8(',D1," a ",\u3000,,007,\n'), comma);
		expect(rows).toEqual([
			{
				TempId: '',
				DepartmentId: 'D1',
				DepartmentName: ' a ',
				DepartmentNamePhonetic: '\u3000',
				ParentDepartmentId: '',
				Order: '007',
				DeleteFlag: '',
			},
		]);
	});

	test('what shows another order of the columns is refused as for values', async () => {
		await expect(parsePresent('department', utf8(',D1,a,,,first,'), comma)).rejects.toThrow('Order in row 1 of the CSV is not a whole number');
	});
});

describe('writeRows', () => {
	const layout = { delimiter: 'comma', encoding: 'utf8' } as const;

	test('all columns, no header, CR+LF at the end, no byte order mark', async () => {
		const bytes = await write('user', [{ UserId: 'a' }, { UserName: 'b', more: 1 }], layout);
		expect(textOf(bytes)).toBe(`,,,a${','.repeat(18)}\r\n,,,,b${','.repeat(17)}\r\n`);
	});

	test('no rows give no bytes', async () => {
		expect(await write('user', [], layout)).toHaveLength(0);
	});

	test('columnOrder moves the columns', async () => {
		const columnOrder = [...fieldNames('department')].reverse();
		const bytes = await write('department', [{ TempId: 't', Order: 1 }], { ...layout, columnOrder });
		expect(textOf(bytes)).toBe(',1,,,,,t\r\n');
	});

	test.each([
		['comma', 'a,b', '"a,b"'],
		['comma', 'a;b c', 'a;b c'],
		['semicolon', 'a;b', '"a;b"'],
		['tab', 'a\tb', '"a\tb"'],
		['space', 'a b', '"a b"'],
		['comma', 'say "hi"', '"say ""hi"""'],
		['comma', 'a\nb', '"a\nb"'],
		['comma', 'a\rb', '"a\rb"'],
		['comma', ' a', '" a"'],
		['comma', 'a\u3000', '"a\u3000"'],
		['comma', '\ufeffa', '"\ufeffa"'],
	] as const)('with %s the name %j is written as %j', async (delimiter, name, written) => {
		const bytes = await write('department', [{ DepartmentName: name }], { ...layout, delimiter });
		const d = DELIMITER_CHARACTERS[delimiter];
		expect(textOf(bytes)).toBe(`${d}${d}${written}${d.repeat(4)}\r\n`);
	});

	test('a character that the check of the rows would have refused is never written as another one', async () => {
		const writing = write('department', [{ DepartmentName: '𠮷野' }], { ...layout, encoding: 'sjis' });
		await expect(writing).rejects.toThrow("contains '𠮷', which Shift JIS cannot encode");
	});
});

describe('columnOrders', () => {
	test.each(KINDS)('takes every permutation of the %s columns, with spaces', (kind) => {
		const names = fieldNames(kind);
		const reversed = [...names].reverse();
		expect(columnOrders('columnOrder', ` ${reversed.join(' , ')} `, [kind])).toEqual({ [kind]: reversed });
		for (const blank of [' ', undefined]) expect(columnOrders('columnOrder', blank, [kind])).toEqual({});
	});

	test('counts for the kind whose columns it names', () => {
		const names = fieldNames('user');
		expect(columnOrders('columnOrder', names.join(), ['department', 'user'])).toEqual({ user: names });
	});

	test.each([
		['Type,Id,TempId,Completed,Message', '"Message" is not one of them'],
		['type,Id,TempId,Completed,ErrorMessage', '"type" is not one of them, write Type'],
		['Type,Id,TempId,Completed,ErrorMessage,', '"" is not one of them'],
		['Type,Id,TempId,Completed,ErrorMessage,Id', 'Id is named twice'],
		['Type,TempId,ErrorMessage', 'missing: Id, Completed'],
		['Type;Id', '"Type;Id" is not one of them'],
	])('refuses %s', (text, problem) => {
		const message = `userColumnOrder must name every column of the result CSV once; ${problem}`;
		expect(() => columnOrders('userColumnOrder', text, ['result'])).toThrow(message);
	});
});

describe('looksLikeHeader', () => {
	test.each(KINDS.flatMap((kind) => DELIMITERS.map((delimiter) => [kind, delimiter] as const)))(
		'finds the field names of %s separated by %s',
		(kind, delimiter) => {
			const join = (names: readonly string[]) => names.join(DELIMITER_CHARACTERS[delimiter]);
			const names = fieldNames(kind);
			const quoted = [...names].reverse().map((name) => `"${name}"`);
			for (const header of [join(names), `\ufeff${join(names).toUpperCase()}\r\n"`, join(quoted), join(names.slice(1))])
				expect([header, looksLikeHeader(kind, utf8(header))]).toEqual([header, true]);
		},
	);

	test.each([
		['department', 't1,,Order,Order,,1,'],
		['department', ',D1,DepartmentName,,,,'],
		['user', 't1,,D1,UserId,UserName,,a@example.com,,,,,,,,,,,,,,,'],
		['result', '1,Id,,true,'],
		['department', ''],
	] as const)('takes a %s record for none: %s', (kind, text) => {
		expect(looksLikeHeader(kind, utf8(text))).toBe(false);
	});

	test('bytes in no charset are no header', () => {
		expect(looksLikeHeader('user', Buffer.from([0xfd, 0xff]))).toBe(false);
	});
});

describe('write, then parse', () => {

	const common = fc.constantFrom(...'髙橋営業部ソ表①ｱ、aB9,;"\'\t \r\n\\~');
	const units: Record<Encoding, fc.Arbitrary<string>> = {
		utf8: fc.oneof(
			common,
			fc.string({ unit: anyCharacter, maxLength: 2 }),
			fc.constantFrom('\ufeff', '𠮷', '🍣', '\u2028'),
		),
		sjis: common.filter((unit) => unencodable(unit, 'sjis') === undefined),
	};
	const valueOf = (
		field: OrganizationField,
		unit: fc.Arbitrary<string>,
	): fc.Arbitrary<string | number | null> => {
		if (field.type === 'none') return fc.constant(null);
		if (field.type === 'int') return fc.option(fc.maxSafeInteger().map((value) => value + 0));
		// A text of white space alone is blank, and is written as such.
		const text = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''));
		return fc.option(text.filter((each) => each.trim() !== ''));
	};
	const anyRows = (kind: OrganizationRecordKind, encoding: Encoding) => {
		const fields: readonly OrganizationField[] = ORGANIZATION_FIELDS[kind];
		const shape = Object.fromEntries(
			fields.map((field) => [field.name, valueOf(field, units[encoding])]),
		);
		return fc.array(fc.record(shape), { maxLength: 5 });
	};
	const seed = seedOf();

	test.each(COMBINATIONS.flatMap((combination) => RECORD_KINDS.map((kind) => ({ kind, ...combination }))))(
		'any $kind rows come back with $delimiter and $encoding in any column order',
		async ({ kind, delimiter, encoding }) => {
			const names = fieldNames(kind);
			const order = fc.shuffledSubarray(names, { minLength: names.length });
			await fc.assert(
				fc.asyncProperty(anyRows(kind, encoding), order, async (rows, columnOrder) => {
					const texts = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])));
					const bytes = writeRows(kind, texts, { delimiter, encoding, columnOrder });
					const text = new TextDecoder(encoding === 'sjis' ? 'shift_jis' : 'utf-8', { ignoreBOM: true }).decode(bytes);
					expect(await parseRecords(kind, utf8(text), { delimiter, columnOrder })).toEqual(rows);
				}),
				{ seed, numRuns: timesOf(20) },
			);
		},
	);
});
