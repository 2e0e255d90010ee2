import fc from 'fast-check';
import { checkColumnOrder } from '../../nodes/shared/csvColumns';
import { DELIMITER_CHARACTERS, type Delimiter } from '../../nodes/shared/csvDelimiters';
import { CsvFormatError, type CsvEncoding } from '../../nodes/shared/csvText';
import { looksLikeHeader, parseRecords, writeRecords } from '../../nodes/shared/organizationCsv';
import {
	fieldNames,
	ORGANIZATION_FIELDS,
	type OrganizationField,
	type OrganizationKind,
} from '../../nodes/shared/organizationFields';
import { ShiftJisEncoder } from '../../nodes/shared/shiftJis';
import { seedOf, timesOf } from './seed';

const DELIMITERS = Object.keys(DELIMITER_CHARACTERS) as Delimiter[];
const ENCODINGS: CsvEncoding[] = ['utf8', 'sjis'];
const KINDS: OrganizationKind[] = ['user', 'department', 'result'];
const COMBINATIONS = DELIMITERS.flatMap((delimiter) =>
	ENCODINGS.map((encoding) => ({ delimiter, encoding })),
);

const utf8 = (text: string) => new TextEncoder().encode(text);
const comma = { delimiter: 'comma' } as const;
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** A department row in the default order with the given cells. */
const department = (cells: Record<string, unknown>) => ({
	TempId: null,
	DepartmentId: null,
	DepartmentName: null,
	DepartmentNamePhonetic: null,
	ParentDepartmentId: null,
	Order: null,
	DeleteFlag: null,
	...cells,
});

/** The error that a call throws, which must be a CsvFormatError. */
function errorOf(run: () => unknown): CsvFormatError {
	let thrown: unknown;
	try {
		run();
	} catch (error) {
		thrown = error;
	}
	expect(thrown).toBeInstanceOf(CsvFormatError);
	return thrown as CsvFormatError;
}

describe('parseRecords', () => {
	test('keys are the documented names, integers numbers, blanks null, the rest strings', () => {
		const cells =
			',0f9b,D1;D2,u.1,"Doe, ""J"" Jr.",,j@example.com,,2025-04-01,1,0,007,2,1,3,1,5,2,1,0,1,0';
		const [row] = parseRecords('user', utf8(cells), comma);
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
	])('Completed of %j is %p', (text, completed) => {
		const rows = parseRecords('result', utf8(`1,id,t1,${text},"a;b"\n`), comma);
		expect(rows).toEqual([
			{ Type: 1, Id: 'id', TempId: 't1', Completed: completed, ErrorMessage: 'a;b' },
		]);
	});

	test.each([
		['CR+LF', '\r\n'],
		['LF', '\n'],
		['CR', '\r'],
	])('lines may end in %s, the last one too or not', (_name, end) => {
		const rows = [
			department({ DepartmentName: 'a' }),
			department({ DepartmentName: 'b\n"c', Order: -3 }),
		];
		const lines = [`,,a,,,,`, `,,"b\n""c",,,-3,`];
		expect(parseRecords('department', utf8(lines.join(end)), comma)).toEqual(rows);
		expect(parseRecords('department', utf8(lines.join(end) + end), comma)).toEqual(rows);
		expect(parseRecords('department', utf8(`${lines.join(end + end)}${end}${end}`), comma)).toEqual(
			rows,
		);
	});

	test('nothing gives no rows', () => {
		for (const text of ['', '\ufeff', '\r\n'])
			expect(parseRecords('user', utf8(text), comma)).toEqual([]);
	});

	test('a byte order mark is removed, also before a quote', () => {
		expect(parseRecords('department', utf8('\ufefft1,,a,,,,'), comma)).toEqual([
			department({ TempId: 't1', DepartmentName: 'a' }),
		]);
		expect(parseRecords('department', utf8('\ufeff"t1",,a,,,,'), comma)[0]?.TempId).toBe('t1');
	});

	test('bytes that are no UTF-8 are read as Shift_JIS', () => {
		const bytes = Buffer.concat([
			Buffer.from('t1,,'),
			Buffer.from([0xfb, 0xfc, 0x8b, 0xb4, 0x83, 0x5c]),
			Buffer.from(',,,,'),
		]);
		expect(parseRecords('department', bytes, comma)[0]?.DepartmentName).toBe('髙橋ソ');
		expect(
			errorOf(() => parseRecords('department', bytes, { ...comma, encoding: 'utf8' })).message,
		).toBe('The CSV is not valid UTF-8');
	});

	test('bytes in neither charset are refused', () => {
		const bytes = Buffer.from([0x61, 0xfd, 0xff, 0x2c]);
		expect(errorOf(() => parseRecords('department', bytes, comma)).message).toBe(
			'The CSV is not valid UTF-8 or Shift_JIS',
		);
	});

	test.each([
		['t1,,a,,,,', 't2,,b,,,', 6],
		['t1,,"a\nb",,,,', 't2,,b,,,,,', 8],
		['t1,,a,,,,', 't2;;b;;;;', 1],
	])('a row with another number of columns is named', (good, bad, count) => {
		const error = errorOf(() =>
			parseRecords('department', utf8(`${good}\n${good}\n${bad}\n${good}`), comma),
		);
		expect(error.message).toBe(
			`Row 3 of the department CSV has ${count} columns instead of 7; check the delimiter and the column order`,
		);
		expect(error.row).toBe(3);
	});

	test('a million columns are one error', () => {
		const error = errorOf(() => parseRecords('department', utf8(','.repeat(999_999)), comma));
		expect(error.message).toContain('has 1,000,000 columns instead of 7');
	});

	test.each([
		[',,"a"x,,,,', 'a closing quote is followed by something other than a delimiter'],
		[',,a"x,,,,', 'there is a quote inside a cell that does not begin with one'],
		[',,"a,,,,', 'a quote is opened and never closed'],
	])('quotes that do not match are named: %s', (bad, problem) => {
		const error = errorOf(() => parseRecords('department', utf8(`,,a,,,,\n${bad}`), comma));
		expect(error.message).toBe(`Row 2 of the CSV is malformed: ${problem}`);
		expect(error.row).toBe(2);
	});

	test.each([
		['department', ',,a,,,first,', 'Order in row 1 of the CSV is not a whole number but "first"'],
		['department', ',,a,,,1.5,', 'Order in row 1 of the CSV is not a whole number but "1.5"'],
		[
			'department',
			',,a,,,99999999999999999,',
			'Order in row 1 of the CSV is not a whole number but "99999999999999999"',
		],
		['result', '1,,,yes,', 'Completed in row 1 of the CSV is not true or false but "yes"'],
	] as const)(
		'a value of another type points to the column order: %s %s',
		(kind, text, problem) => {
			expect(errorOf(() => parseRecords(kind, utf8(text), comma)).message).toBe(
				`${problem}; check the delimiter and the column order`,
			);
		},
	);

	test('columnOrder names the columns from left to right', () => {
		const columnOrder = [...fieldNames('result')].reverse();
		const rows = parseRecords('result', utf8('no,false,t1,,0'), { ...comma, columnOrder });
		expect(rows).toEqual([
			{ Type: 0, Id: null, TempId: 't1', Completed: false, ErrorMessage: 'no' },
		]);
		expect(Object.keys(rows[0] ?? {})).toEqual(fieldNames('result'));
	});

	test.each([
		[['Type']],
		[['Type', 'Id', 'TempId', 'Completed', 'Completed']],
		[['Type', 'Id', 'TempId', 'Completed', 'x']],
	])('the order %j is refused', (columnOrder) => {
		const error = errorOf(() => parseRecords('result', utf8(''), { ...comma, columnOrder }));
		expect(error.message).toBe('The column order must name every column of the result CSV once');
	});
});

describe('writeRecords', () => {
	const layout = { delimiter: 'comma', encoding: 'utf8' } as const;

	test('all columns, no header, CR+LF at the end, no byte order mark', () => {
		const { bytes, findings, total } = writeRecords(
			'user',
			[{ UserId: 'a' }, { UserName: 'b', more: 1 }],
			layout,
		);
		expect(textOf(bytes)).toBe(`,,,a${','.repeat(18)}\r\n,,,,b${','.repeat(17)}\r\n`);
		expect([findings, total]).toEqual([[], 0]);
	});

	test('no rows give no bytes', () => {
		expect(writeRecords('user', [], layout).bytes).toHaveLength(0);
	});

	test('columnOrder moves the columns', () => {
		const columnOrder = [...fieldNames('department')].reverse();
		const { bytes } = writeRecords('department', [{ TempId: 't', Order: 1 }], {
			...layout,
			columnOrder,
		});
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
	] as const)('with %s the name %j is written as %j', (delimiter, name, written) => {
		const { bytes } = writeRecords('department', [{ DepartmentName: name }], {
			...layout,
			delimiter,
		});
		const d = DELIMITER_CHARACTERS[delimiter];
		expect(textOf(bytes)).toBe(`${d}${d}${written}${d.repeat(4)}\r\n`);
	});

	test('a character that Shift_JIS cannot hold is a finding with row and field, and nothing is written', () => {
		const rows = [
			{ DepartmentName: '髙橋' },
			{ DepartmentName: '𠮷野' },
			{ DepartmentName: 'a', TempId: 'é' },
		];
		const { bytes, findings, total } = writeRecords('department', rows, {
			...layout,
			encoding: 'sjis',
		});
		expect(bytes).toHaveLength(0);
		expect(total).toBe(2);
		expect(findings).toEqual([
			{
				field: 'DepartmentName',
				message: 'DepartmentName contains "𠮷" (U+20BB7), which Shift_JIS cannot hold',
				row: 2,
				file: 'department',
			},
			{
				field: 'TempId',
				message: 'TempId contains "é" (U+00E9), which Shift_JIS cannot hold',
				row: 3,
				file: 'department',
			},
		]);
	});

	test('half of a character is a finding in UTF-8 too', () => {
		expect(writeRecords('user', [{ UserName: 'a\ud842' }], layout).findings).toEqual([
			{
				field: 'UserName',
				message: 'UserName contains U+D842, half of a character, which UTF-8 cannot hold',
				row: 1,
				file: 'user',
			},
		]);
		expect(writeRecords('user', [{ UserName: '𠮷' }], layout).total).toBe(0);
	});

	test('a value of a wrong type is a finding', () => {
		expect(writeRecords('department', [{ DepartmentName: { a: 1 } }], layout)).toEqual({
			bytes: new Uint8Array(0),
			total: 1,
			findings: [
				{
					field: 'DepartmentName',
					message: 'DepartmentName must be a text; got an object',
					row: 1,
					file: 'department',
				},
			],
		});
	});

	test('findings are listed up to 50 and all counted', () => {
		const rows = Array.from({ length: 1000 }, () => ({ UserName: '🍣' }));
		const { findings, total } = writeRecords('user', rows, { ...layout, encoding: 'sjis' });
		expect(findings).toHaveLength(50);
		expect(total).toBe(1000);
	});
});

describe('checkColumnOrder', () => {
	test.each(KINDS)('takes every permutation of the %s columns, with spaces', (kind) => {
		const names = fieldNames(kind);
		expect(checkColumnOrder(kind, names.join(','))).toEqual(names);
		expect(checkColumnOrder(kind, ` ${[...names].reverse().join(' , ')} `)).toEqual(
			[...names].reverse(),
		);
		expect(checkColumnOrder(kind, ' ')).toEqual(names);
	});

	test.each([
		['Type,Id,TempId,Completed,Message', '"Message" is not one of them'],
		['type,Id,TempId,Completed,ErrorMessage', '"type" is not one of them, write Type'],
		['Type,Id,TempId,Completed,ErrorMessage,', '"" is not one of them'],
		['Type,Id,TempId,Completed,ErrorMessage,Id', 'Id is named twice'],
		['Type,TempId,ErrorMessage', 'missing: Id, Completed'],
		['Type;Id', '"Type;Id" is not one of them'],
	])('refuses %s', (text, problem) => {
		expect(checkColumnOrder('result', text)).toEqual({
			field: 'columnOrder',
			message: `columnOrder must name every column of the result CSV once; ${problem}`,
		});
	});

	test('the removed column must be named too', () => {
		const names = fieldNames('user').filter((name) => name !== 'CrmIntegrationPrivilege');
		expect(checkColumnOrder('user', names.join(','))).toMatchObject({
			message: expect.stringContaining('missing: CrmIntegrationPrivilege') as string,
		});
	});
});

describe('looksLikeHeader', () => {
	test.each(KINDS.flatMap((kind) => DELIMITERS.map((delimiter) => [kind, delimiter] as const)))(
		'finds the field names of %s separated by %s',
		(kind, delimiter) => {
			const header = fieldNames(kind).join(DELIMITER_CHARACTERS[delimiter]);
			const found = (text: string) => looksLikeHeader(kind, utf8(text), { delimiter });
			expect(found(header)).toBe(true);
			expect(found(`\ufeff${header.toUpperCase()}\r\n"`)).toBe(true);
			expect(
				found(
					fieldNames(kind)
						.reverse()
						.map((name) => ` "${name}"`.trim())
						.join(DELIMITER_CHARACTERS[delimiter]),
				),
			).toBe(true);
			expect(found(fieldNames(kind).slice(1).join(DELIMITER_CHARACTERS[delimiter]))).toBe(true);
		},
	);

	test.each([
		['department', 't1,,Order,Order,,1,'],
		['department', ',D1,DepartmentName,,,,'],
		['user', 't1,,D1,UserId,UserName,,a@example.com,,,,,,,,,,,,,,,'],
		['result', '1,Id,,true,'],
		['department', ''],
		['department', '"TempId,DepartmentId'],
	] as const)('takes a %s record for none: %s', (kind, text) => {
		expect(looksLikeHeader(kind, utf8(text), comma)).toBe(false);
	});

	test('bytes in no charset are no header', () => {
		expect(looksLikeHeader('user', Buffer.from([0xfd, 0xff]), comma)).toBe(false);
	});
});

describe('write, then parse', () => {
	const NAME = '髙橋, "Bob"; 営業部\n2課';

	test.each(COMBINATIONS)(
		'the same record comes back with $delimiter and $encoding',
		({ delimiter, encoding }) => {
			const row = department({
				TempId: 't1',
				DepartmentName: NAME,
				DepartmentNamePhonetic: '\t\r\n "',
				Order: 2,
			});
			const { bytes, findings } = writeRecords('department', [row, row], { delimiter, encoding });
			expect(findings).toEqual([]);
			// The second field is white space around a quote, which stays: it is not blank.
			expect(parseRecords('department', bytes, { delimiter })).toEqual([row, row]);
		},
	);

	const sjis = new ShiftJisEncoder();
	const asText = (units: readonly string[]) => units.join('');
	const common = fc.constantFrom(...'髙橋営業部ソ表①ｱ、aB9,;"\'\t \r\n\\~');
	const units: Record<CsvEncoding, fc.Arbitrary<string>> = {
		utf8: fc.oneof(
			common,
			fc.string({ unit: 'binary', maxLength: 2 }),
			fc.constantFrom('\ufeff', '𠮷', '🍣', '\u2028'),
		),
		sjis: common.filter((unit) => sjis.problem(unit) === undefined),
	};
	const valueOf = (
		field: OrganizationField,
		unit: fc.Arbitrary<string>,
	): fc.Arbitrary<string | number | boolean | null> => {
		if (field.type === 'none') return fc.constant(null);
		if (field.type === 'int') return fc.option(fc.maxSafeInteger().map((value) => value + 0));
		if (field.type === 'bool') return fc.option(fc.boolean());
		// A text of white space alone is blank, and is written as such.
		return fc.option(
			fc
				.array(unit, { maxLength: 12 })
				.map(asText)
				.filter((text) => text.trim() !== ''),
		);
	};
	const rowsOf = (kind: OrganizationKind, encoding: CsvEncoding) => {
		const fields: readonly OrganizationField[] = ORGANIZATION_FIELDS[kind];
		const shape = Object.fromEntries(
			fields.map((field) => [field.name, valueOf(field, units[encoding])]),
		);
		return fc.array(fc.record(shape), { maxLength: 5 });
	};
	const seed = seedOf('organization CSV round trip');

	test.each(COMBINATIONS.flatMap((combination) => KINDS.map((kind) => ({ kind, ...combination }))))(
		'any $kind rows come back with $delimiter and $encoding in any column order',
		({ kind, delimiter, encoding }) => {
			const names = fieldNames(kind);
			const order = fc.shuffledSubarray(names, { minLength: names.length });
			fc.assert(
				fc.property(rowsOf(kind, encoding), order, (rows, columnOrder) => {
					const { bytes, total } = writeRecords(kind, rows, { delimiter, encoding, columnOrder });
					expect(total).toBe(0);
					expect(parseRecords(kind, bytes, { delimiter, encoding, columnOrder })).toEqual(rows);
				}),
				{ seed, numRuns: timesOf(20) },
			);
		},
	);
});
