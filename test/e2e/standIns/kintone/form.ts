import type { Fields } from '../services';

/** The fields of an app, in the words of "フィールドを取得する" (cybozu.dev, rest-api/apps/form/get-form-fields). */

/** A field of an app. */
export interface FormField {
	readonly type: 'SINGLE_LINE_TEXT' | 'MULTI_LINE_TEXT' | 'DATE' | 'SUBTABLE';
	readonly code: string;
	/** Whether duplicate values are prohibited. */
	readonly unique?: boolean;
	/** Blank where there is no limit. */
	readonly maxLength?: string;
	readonly lookup?: Lookup;
	/** The fields of a table. */
	readonly fields?: Form;
}

/** Takes a record of another app by its key, and copies fields of it. */
interface Lookup {
	readonly relatedApp: { readonly app: string };
	readonly relatedKeyField: string;
	readonly fieldMappings: ReadonlyArray<{ readonly field: string; readonly relatedField: string }>;
}

/** Fields by their codes. */
export type Form = Readonly<Record<string, FormField>>;

/** The apps of the page docs/kintone.md, by their IDs in the recipe. */
export const COMPANY_APP = '1';
export const PERSON_APP = '2';

function text(code: string, more: Partial<FormField> = {}): Form {
	return { [code]: { type: 'SINGLE_LINE_TEXT', code, maxLength: '', unique: false, ...more } };
}

function date(code: string): Form {
	return { [code]: { type: 'DATE', code, unique: false } };
}

const companyLookup: Lookup = {
	relatedApp: { app: COMPANY_APP },
	relatedKeyField: 'companyId',
	fieldMappings: [{ field: 'companyName', relatedField: 'companyName' }],
};

/** The forms as the page has them made. */
export const FORMS: Readonly<Record<string, Form>> = {
	[COMPANY_APP]: {
		...text('companyId', { unique: true }),
		...text('companyName'),
		...text('url'),
	},
	[PERSON_APP]: {
		...text('personId', { unique: true }),
		...text('companyId', { lookup: companyLookup }),
		...text('companyName'),
		...text('lastName'),
		...text('firstName'),
		...text('reading'),
		...text('departmentName'),
		...text('title'),
		...text('email'),
		...text('tel'),
		...text('mobile'),
		...text('postalCode'),
		...text('address'),
		...date('exchangeDate'),
		memo: { type: 'MULTI_LINE_TEXT', code: 'memo' },
		...text('tags'),
		...text('cardState'),
		exchanges: {
			type: 'SUBTABLE',
			code: 'exchanges',
			fields: { ...text('cardId'), ...date('cardDate'), ...text('cardHolder') },
		},
	},
};

/** Text that has to be unique has at most 64 characters (get.kintone.help, "フィールドの入力制限"). */
const LONGEST_UNIQUE = 64;

/** A row of a table as it is sent: with its ID, a row that is there, and the values that change. */
export interface SentRow {
	readonly id?: string;
	readonly value?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** Whether a field is filled by a lookup: such fields can only be read ("kintone REST APIの共通仕様", 制限事項). */
export function isCopied(form: Form, code: string): boolean {
	return Object.values(form).some(({ lookup }) => lookup?.fieldMappings.some(({ field }) => field === code));
}

/**
 * Says what is wrong with a value for a field, if anything. An unknown code, which kintone ignores in silence (共通仕様, 制限事項), is
 * wrong here: a recipe has to know what it writes.
 */
export function violationOf(form: Form, code: string, value: unknown): string | undefined {
	const field = form[code];
	if (!field) return `フィールドコード（${code}）が存在しません。`;
	if (isCopied(form, code)) return 'ルックアップによって値が入力されるフィールドです。';
	if (field.type === 'SUBTABLE') return violationOfRows(field, value);
	if (field.type === 'DATE') return isDate(value) ? undefined : '日付の形式が正しくありません。';

	if (typeof value !== 'string') return '文字列でなければなりません。';
	const most = field.unique ? LONGEST_UNIQUE : Number(field.maxLength) || Infinity;
	return value.length > most ? `${most + 1}文字より短くなければなりません。` : undefined;
}

function isDate(value: unknown): boolean {
	return value === null || value === '' || /^\d{4}-\d{2}-\d{2}$/.test(String(value));
}

function violationOfRows({ fields = {} }: FormField, rows: unknown): string | undefined {
	if (!Array.isArray(rows)) return 'テーブルの形式が正しくありません。';
	const cells = (rows as SentRow[]).flatMap(({ value = {} }) => Object.entries(value));
	return cells.map(([code, cell]) => violationOf(fields, code, cell.value)).find(Boolean);
}

/** A record as kintone answers with it: each field has its type and its value. */
export function shown(form: Form, record: Fields): object {
	const cells = Object.values(form).map(({ type, code, fields }) => {
		const value = record[code] ?? (type === 'DATE' ? null : '');
		return [code, { type, value: fields ? shownRows(fields, record[code]) : value }];
	});

	return {
		$id: { type: '__ID__', value: record.id },
		$revision: { type: '__REVISION__', value: String(record.$revision) },
		...Object.fromEntries(cells),
	};
}

function shownRows(form: Form, rows: unknown = []): object[] {
	return (rows as Fields[]).map((row) => ({
		id: row.id,
		value: Object.fromEntries(
			Object.values(form).map(({ type, code }) => [code, { type, value: row[code] ?? (type === 'DATE' ? null : '') }]),
		),
	}));
}
