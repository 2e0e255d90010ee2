import fc from 'fast-check';
import { CsvFormatError, DELIMITER_CHARACTERS } from '../../../../nodes/shared/csv/file';
import type { Delimiter, Encoding } from '../../../../nodes/shared';
import {
	columnOrders,
	looksLikeHeader,
	parsePresent,
	parseRecords,
	writeRows,
} from '../../../../nodes/shared/organization/csv';
import {
	fieldNames,
	ORGANIZATION_FIELDS,
	type OrganizationField,
	type OrganizationKind,
	type OrganizationRecordKind,
} from '../../../../nodes/shared/organization/fields';
import { unencodable } from '../../../../nodes/shared/csv/encoding';
import { anyCharacter } from '../../../anyCharacter';
import { seedOf, timesOf } from '../../../seed';

const DELIMITERS = Object.keys(DELIMITER_CHARACTERS) as Delimiter[];
const ENCODINGS: Encoding[] = ['utf8', 'sjis'];
const RECORD_KINDS: OrganizationRecordKind[] = ['user', 'department'];
const COMBINATIONS = DELIMITERS.flatMap((delimiter) => ENCODINGS.map((encoding) => ({ delimiter, encoding })));

const utf8 = (text: string) => new TextEncoder().encode(text);
const comma = { delimiter: 'comma' } as const;
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** A department with blanks but for the given cells. */
const department = (cells: Record<string, unknown>): Record<string, unknown> => ({
	...Object.fromEntries(fieldNames('department').map((name) => [name, null])),
	...cells,
});

/** What is said of a CSV that is refused, which must be a CsvFormatError. */
async function refusalOf(kind: OrganizationKind, csv: string | Uint8Array): Promise<string> {
	const bytes = typeof csv === 'string' ? utf8(csv) : csv;
	const thrown: unknown = await parseRecords(kind, bytes, comma).catch((error: unknown) => error);
	expect(thrown).toBeInstanceOf(CsvFormatError);
	return (thrown as CsvFormatError).message;
}

describe('parseRecords', () => {
	test('keys are the documented names, integers numbers, blanks null, the rest strings', async () => {
		const cells = ',0f9b,D1;D2,u.1,"Doe, ""J"" Jr.",,j@example.com,,2025-04-01,1,0,007,2,1,3,1,5,2,1,0,1,0';
		const [row] = await parseRecords('user', utf8(cells), comma);
		expect(Object.keys(row ?? {})).toEqual(fieldNames('user'));
		expect(row).toMatchObject({
			TempId: null,
			DepartmentId: 'D1;D2',
			UserName: 'Doe, "J" Jr.',
			Culture: 1,
			MailFormat: 0,
			SamlNameId: '007',
			CrmIntegrationPrivilege: '5',
			DeleteFlag: 0,
		});
	});

	test.each([
		['true', true],
		['TRUE', true],
		['1', true],
		['False', false],
		['0', false],
		['', null],
	])('Completed of %j is %p', async (text, completed) => {
		const rows = await parseRecords('result', utf8(`1,id,t1,${text},"a;b"\n`), comma);
		expect(rows).toEqual([{ Type: 1, Id: 'id', TempId: 't1', Completed: completed, ErrorMessage: 'a;b' }]);
	});

	test.each(['\r\n', '\n', '\r'])('lines may end in %j, the last one too or not', async (end) => {
		const rows = [department({ DepartmentName: 'a' }), department({ DepartmentName: 'b\n"c', Order: -3 })];
		const lines = [`,,a,,,,`, `,,"b\n""c",,,-3,`];
		for (const text of [lines.join(end), lines.join(end) + end, lines.join(end + end) + end + end])
			expect(await parseRecords('department', utf8(text), comma)).toEqual(rows);
	});

	test.each<[string, string | Uint8Array, unknown[]]>([
		['nothing', '', []],
		['a byte order mark alone', '\ufeff', []],
		['a blank line', '\r\n', []],
		['a byte order mark before a quote', '\ufeff"t1",,a,,,,', [department({ TempId: 't1', DepartmentName: 'a' })]],
		[
			'Shift JIS',
			Buffer.concat([Buffer.from('t1,,'), Buffer.from([0xfb, 0xfc, 0x8b, 0xb4, 0x83, 0x5c]), Buffer.from(',,,,')]),
			[department({ TempId: 't1', DepartmentName: '髙橋ソ' })],
		],
	])('%s is read', async (_name, csv, rows) => {
		expect(await parseRecords('department', typeof csv === 'string' ? utf8(csv) : csv, comma)).toEqual(rows);
	});

	test.each<[OrganizationKind, string | Uint8Array, string]>([
		['department', Buffer.from([0x61, 0xfd, 0xff, 0x2c]), 'The CSV is not valid UTF-8 or Shift JIS'],
		[
			'department',
			',,a,,,,\n,,a,,,,\nt2,,b,,,',
			'Row 3 of the department CSV has 6 columns instead of 7; check Delimiter and Column Order',
		],
		['department', ',,"a\nb",,,,\nt2;;b;;;;\n,,a,,,,', 'Row 2 of the department CSV has 1 columns instead of 7'],
		['department', ','.repeat(199_999), 'has 200,000 columns instead of 7'],
		['department', ',,a,,,,\n,,"a"x,,,,', 'Row 2 of the CSV is malformed'],
		['department', ',,a,,,,\n,,a"x,,,,', 'Row 2 of the CSV is malformed'],
		['department', ',,a,,,,\n,,"a,,,,', 'Row 2 of the CSV is malformed'],
		[
			'department',
			',,a,,,first,',
			'Order in row 1 of the CSV is not a whole number but "first"; check Delimiter and Column Order',
		],
		['department', ',,a,,,1.5,', 'Order in row 1 of the CSV is not a whole number but "1.5"'],
		['department', ',,a,,,99999999999999999,', 'Order in row 1 of the CSV is not a whole number but "99999999999999999"'],
		['result', '1,,,yes,', 'Completed in row 1 of the CSV is not true or false but "yes"'],
	])('of a %s CSV %j is refused in words', async (kind, csv, message) => {
		expect(await refusalOf(kind, csv)).toContain(message);
	});
});

test('what is present comes as texts, numbers in one form, and is refused in another order of the columns', async () => {
	expect(await parsePresent('department', utf8(',D1," a ",\u3000,,007,\n'), comma)).toEqual([
		{
			TempId: '',
			DepartmentId: 'D1',
			DepartmentName: ' a ',
			DepartmentNamePhonetic: '\u3000',
			ParentDepartmentId: '',
			Order: '7',
			DeleteFlag: '',
		},
	]);
	await expect(parsePresent('department', utf8(',D1,a,,,first,'), comma)).rejects.toThrow(
		'Order in row 1 of the CSV is not a whole number',
	);
});

describe('writeRows', () => {
	const layout = { delimiter: 'comma', encoding: 'utf8' } as const;

	test('all columns, no header, CR+LF at the end, no byte order mark', () => {
		expect(textOf(writeRows('user', [{ UserId: 'a' }, { UserName: 'b', more: '1' }], layout))).toBe(
			`,,,a${','.repeat(18)}\r\n,,,,b${','.repeat(17)}\r\n`,
		);
		expect(writeRows('user', [], layout)).toHaveLength(0);
		const columnOrder = [...fieldNames('department')].reverse();
		expect(textOf(writeRows('department', [{ TempId: 't', Order: '1' }], { ...layout, columnOrder }))).toBe(
			',1,,,,,t\r\n',
		);
	});

	test.each([
		['comma', 'a,b', '"a,b"'],
		['comma', 'a;b c', 'a;b c'],
		['semicolon', 'a;b', '"a;b"'],
		['tab', 'a\tb', '"a\tb"'],
		['space', 'a b', '"a b"'],
		['comma', 'say "hi"', '"say ""hi"""'],
		['comma', 'a\nb', '"a\nb"'],
		['comma', 'a\u3000', '"a\u3000"'],
		['comma', '\ufeffa', '"\ufeffa"'],
	] as const)('with %s the name %j is written as %j', (delimiter, name, written) => {
		const d = DELIMITER_CHARACTERS[delimiter];
		expect(textOf(writeRows('department', [{ DepartmentName: name }], { ...layout, delimiter }))).toBe(
			`${d}${d}${written}${d.repeat(4)}\r\n`,
		);
	});
});

describe('columnOrders', () => {
	test('takes every permutation, with spaces, for the kind whose columns it names', () => {
		const reversed = [...fieldNames('user')].reverse();
		expect(columnOrders('columnOrder', ` ${reversed.join(' , ')} `, ['department', 'user'])).toEqual({ user: reversed });
		for (const blank of [' ', undefined]) expect(columnOrders('columnOrder', blank, ['user'])).toEqual({});
	});

	test.each([
		['Type,Id,TempId,Completed,Message', '"Message" is not one of them'],
		['type,Id,TempId,Completed,ErrorMessage', '"type" is not one of them, write Type'],
		['Type,Id,TempId,Completed,ErrorMessage,', '"" is not one of them'],
		['Type,Id,TempId,Completed,ErrorMessage,Id', 'Id is named twice'],
		['Type,TempId,ErrorMessage', 'missing: Id, Completed'],
	])('refuses %s', (text, problem) => {
		const message = `userColumnOrder must name every column of the result CSV once; ${problem}`;
		expect(() => columnOrders('userColumnOrder', text, ['result'])).toThrow(message);
	});
});

describe('looksLikeHeader', () => {
	test.each(DELIMITERS)('finds the field names separated by %s', (delimiter) => {
		const join = (names: readonly string[]) => names.join(DELIMITER_CHARACTERS[delimiter]);
		const names = fieldNames('user');
		const quoted = [...names].reverse().map((name) => `"${name}"`);
		for (const header of [join(names), `\ufeff${join(names).toUpperCase()}\r\n"`, join(quoted), join(names.slice(1))])
			expect([header, looksLikeHeader('user', utf8(header))]).toEqual([header, true]);
	});

	test.each([
		['department', 't1,,Order,Order,,1,'],
		['department', ',D1,DepartmentName,,,,'],
		['result', '1,Id,,true,'],
		['department', ''],
	] as const)('takes a %s record for none: %s', (kind, text) => {
		expect(looksLikeHeader(kind, utf8(text))).toBe(false);
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
	const valueOf = (field: OrganizationField, unit: fc.Arbitrary<string>): fc.Arbitrary<string | number | null> => {
		if (field.type === 'none') return fc.constant(null);
		if (field.type === 'int') return fc.option(fc.maxSafeInteger().map((value) => value + 0));
		// A text of white space alone is blank, and is written as such.
		const text = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''));
		return fc.option(text.filter((each) => each.trim() !== ''));
	};
	const anyRows = (kind: OrganizationRecordKind, encoding: Encoding) => {
		const fields: readonly OrganizationField[] = ORGANIZATION_FIELDS[kind];
		const shape = Object.fromEntries(fields.map((field) => [field.name, valueOf(field, units[encoding])]));
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
					const texts = rows.map((row) =>
						Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])),
					);
					const bytes = writeRows(kind, texts, { delimiter, encoding, columnOrder });
					const text = new TextDecoder(encoding === 'sjis' ? 'shift_jis' : 'utf-8', { ignoreBOM: true }).decode(bytes);
					expect(await parseRecords(kind, utf8(text), { delimiter, columnOrder })).toEqual(rows);
				}),
				{ seed, numRuns: timesOf(20) },
			);
		},
	);
});
