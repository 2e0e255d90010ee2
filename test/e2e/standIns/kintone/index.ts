import { StandIn, type Fields, type Route, type StandInAnswer, type StandInRequest } from '../services';
import { COMPANY_APP, FORMS, PERSON_APP, shown, violationOf, type Form, type SentRow } from './form';

export { COMPANY_APP, PERSON_APP } from './form';

/** A record to write, as "複数のレコードを更新する" has it (cybozu.dev, rest-api/records/update-records). */
interface Sent {
	readonly id?: string;
	readonly updateKey?: { readonly field: string; readonly value: string };
	readonly revision?: string;
	readonly record?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** The body of a call that writes. */
interface SentCall {
	readonly app?: string;
	readonly upsert?: boolean;
	readonly records?: readonly Sent[];
}

/** A call that writes, after its app and its tokens were found in order. */
interface Call {
	readonly app: string;
	readonly form: Form;
	readonly upsert: boolean;
	readonly request: StandInRequest;
}

/** What is written when every record of a call is in order. */
interface Change {
	readonly id?: string;
	readonly fields: Fields;
}

/** An app's token, as its settings show it. */
const TOKENS: Readonly<Record<string, string>> = { [COMPANY_APP]: 'company-token', [PERSON_APP]: 'person-token' };

/** A request has at most nine tokens (rest-api/overview/authentication). */
const MOST_TOKENS = 9;

/** A call writes at most 100 records (共通仕様, レコードを操作するAPI). */
const MOST_RECORDS = 100;

/** A call reads 100 records by default, and 500 at most (rest-api/records/get-records). */
const [USUAL_LIMIT, HIGHEST_LIMIT] = [100, 500];

/** The name of an error, its status and what kintone says. */
type Refusal = readonly [code: string, status: number, message: string];

/** Errors that come whatever was sent; a moment later, the same call is taken. The codes of the last two are nowhere documented. */
export const BUSY: Readonly<Record<string, Refusal>> = {
	/* Other updates of the record or the app (embulk-output-kintone tries again after it; the status as users report it). */
	lock: [
		'GAIA_DA02',
		400,
		'データベースのロックに失敗したため、変更を保存できませんでした。時間をおいて再度お試しください。',
	],
	/* More than 100 calls at a time for the domain (tips, concurrent-connection-limit-reason). */
	limit: ['', 429, 'Too Many Requests'],
	/* A status that kintone has for errors of the server (2023年7月9日 kintone APIアップデート情報). */
	server: ['', 520, 'サーバーで処理中にエラーが発生しました。'],
};

/** kintone's calls by their public rules, as far as the recipe uses them, and stricter than kintone where one cannot know. */
export class Kintone extends StandIn {
	readonly host = 'your-company.cybozu.com';

	/** What the credential sends as `X-Cybozu-API-Token`: the tokens of all apps, separated by commas. */
	readonly tokens = Object.values(TOKENS).join(',');

	private forms: Record<string, Form> = { ...FORMS };
	private valid: string[] = Object.values(TOKENS);
	private lastRow = 0;

	readonly routes: readonly Route[] = [
		['GET /k/v1/app/form/fields.json', (_, request) => this.readForm(request)],
		['GET /k/v1/records.json', (_, request) => this.read(request)],
		['PUT /k/v1/records.json', (_, request) => this.write(request)],
	];

	override clear(): void {
		super.clear();
		this.forms = { ...FORMS };
		this.valid = Object.values(TOKENS);
	}

	/** Lets only the token of one app be valid. */
	keepToken(app: string): void {
		this.valid = [TOKENS[app] ?? ''];
	}

	/** Puts in a record that people made. */
	override make(app: string, fields: Fields): string {
		return super.make(app, { ...fields, $revision: 1 });
	}

	/** Changes a record; each change has a revision. */
	override edit(app: string, id: unknown, fields: Fields): void {
		const { $revision } = this.get(app, id) ?? {};
		super.edit(app, id, { ...fields, $revision: Number($revision ?? 0) + 1 });
	}

	/** Lets people change a field of an app, or take it away where there is no change. */
	changeField(app: string, code: string, change?: object): void {
		const { [code]: field, ...others } = this.forms[app] ?? {};
		this.forms[app] = field && change ? { ...others, [code]: { ...field, ...change } } : others;
	}

	/** What kintone answers when it cannot do a call now. */
	busy(name: keyof typeof BUSY): StandInAnswer {
		return this.refuseAs(BUSY[name] ?? ['', 500, '']);
	}

	private refuseAs([code, status, message]: Refusal, errors?: object): StandInAnswer {
		return { status, json: { code, id: '1505999166-897850006', message, ...(errors && { errors }) } };
	}

	/** An error in what was sent, with the place of each (support.gusuku.io, 36000243836). */
	private invalid(place: string, message: string): StandInAnswer {
		return this.refuseAs(['CB_VA01', 400, '入力内容が正しくありません。'], { [place]: { messages: [message] } });
	}

	/** Refuses a request with a token of no app (cli-kintone's features), or without that of the app (support.gusuku.io, 36000464738). */
	private stranger(app: string, { headers }: StandInRequest): StandInAnswer | undefined {
		const tokens = String(headers['x-cybozu-api-token'] ?? '').split(',');
		if (tokens.length > MOST_TOKENS) return this.invalid('token', `${MOST_TOKENS}個まで指定できます。`);
		const isKnown = tokens.every((token) => this.valid.includes(token));
		if (!isKnown)
			return this.refuseAs(['GAIA_IA02', 400, '指定したAPIトークンは、アプリで生成されたトークンと異なります。']);

		if (!this.forms[app]) return this.refuseAs(['GAIA_AP01', 404, `指定したアプリ（id: ${app}）が見つかりません。`]);
		const message = `APIトークンとアプリ(id: ${app})の組み合わせが正しくありません。`;
		return tokens.includes(TOKENS[app] ?? '') ? undefined : this.refuseAs(['GAIA_AP15', 403, message]);
	}

	private readForm(request: StandInRequest): StandInAnswer {
		const app = request.query.get('app') ?? '';
		return this.stranger(app, request) ?? { status: 200, json: { properties: this.forms[app], revision: '1' } };
	}

	/** Understands the conditions that the recipe asks: `code in ("a", "b")` and `$id = 5` (overview/query). */
	private read(request: StandInRequest): StandInAnswer {
		const app = request.query.get('app') ?? '';
		const query = request.query.get('query') ?? '';
		const found = /^(\S+) (?:in \((.+?)\)|= (\d+))(?: order by \$id asc)? limit (\d+)$/.exec(query);
		const [, code = '', list = '', id, limit = USUAL_LIMIT] = found ?? [];
		const stranger = this.stranger(app, request);
		if (stranger) return stranger;
		if (!found || Number(limit) > HIGHEST_LIMIT)
			return this.refuseAs(['CB_VA01', 400, `クエリ記法が間違っています: ${query}`]);

		const form = this.forms[app] ?? {};
		const isField = code === '$id' || form[code] !== undefined;
		if (!isField) return this.refuseAs(['GAIA_IQ11', 400, `指定されたフィールド（${code}）が見つかりません。`]);

		const values = id === undefined ? (JSON.parse(`[${list}]`) as unknown[]) : [id];
		const records = this.all(app).filter((record) => values.includes(record[code === '$id' ? 'id' : code]));
		const page = records.slice(0, Number(limit)).map((record) => shown(form, record));
		return { status: 200, json: { records: page, totalCount: null } };
	}

	/** Writes all records of a call or none. With `upsert`, a record that is not there is made, and the answer says what was done. */
	private write(request: StandInRequest): StandInAnswer {
		const { app: target, upsert = false, records = [], ...others } = request.body as SentCall;
		const app = String(target);
		const stranger = this.stranger(app, request);
		if (stranger) return stranger;

		const isCountRight = records.length > 0 && records.length <= MOST_RECORDS;
		if (!isCountRight) return this.invalid('records', `1件から${MOST_RECORDS}件まで指定できます。`);
		const [unknown] = Object.keys(others);
		if (unknown !== undefined) return this.invalid('body', `不明なパラメーター: ${unknown}`);

		const call: Call = { app, form: this.forms[app] ?? {}, upsert, request };
		const changes: Change[] = [];
		for (const [index, sent] of records.entries()) {
			const change = this.changeOf(call, sent, `records[${index}]`);
			if ('status' in change) return change;
			changes.push(change);
		}

		const written = changes.map((change) => this.carryOut(app, change));
		return { status: 200, json: { records: upsert ? written : written.map(({ id, revision }) => ({ id, revision })) } };
	}

	private carryOut(app: string, { id, fields }: Change): { id: string; revision: string; operation: string } {
		const key = id ?? this.make(app, fields);
		if (id !== undefined) this.edit(app, id, fields);
		return {
			id: key,
			revision: String(this.get(app, key)?.$revision),
			operation: id === undefined ? 'INSERT' : 'UPDATE',
		};
	}

	/** What a record that was sent would change, or why it is refused. */
	private changeOf(call: Call, sent: Sent, place: string): Change | StandInAnswer {
		const { app, form, upsert } = call;
		const { id, updateKey, revision, record = {} } = sent;
		const misaddressed = this.refusalOfAddress(form, sent, place);
		if (misaddressed) return misaddressed;

		const isMeant = (each: Fields) => (updateKey ? each[updateKey.field] === updateKey.value : each.id === id);
		const present = this.all(app).find(isMeant);
		if (!present && !upsert) return this.missing(id);
		const isOutdated = revision !== undefined && String(present?.$revision) !== String(revision);
		if (isOutdated) return this.refuseAs(['GAIA_CO02', 409, '指定したrevisionは最新ではありません。']);

		const values = Object.fromEntries(Object.entries(record).map(([code, { value }]) => [code, value]));
		const refusal = this.refusalOfValues(call, values, present, place) ?? this.refusalOfLookups(call, values);
		if (refusal) return refusal;

		const key = updateKey ? { [updateKey.field]: updateKey.value } : {};
		const fields = { ...key, ...this.withRows(form, values, present), ...this.copiesOf(form, values) };
		return { id: present && String(present.id), fields };
	}

	/** Keys are text or numbers that prohibit duplicates. A strict reading has it that the key cannot be written beside. */
	private refusalOfAddress(form: Form, { id, updateKey, record = {} }: Sent, place: string): StandInAnswer | undefined {
		const isAddressed = (id === undefined) !== (updateKey === undefined);
		if (!isAddressed) return this.invalid(place, 'idかupdateKeyのどちらかを指定してください。');
		if (!updateKey) return undefined;

		const { field, value } = updateKey;
		if (!form[field]?.unique) return this.invalid(`${place}.updateKey`, '重複禁止のフィールドを指定してください。');
		if (value === '') return this.invalid(`${place}.updateKey`, '必須です。');
		return field in record ? this.invalid(`${place}.updateKey`, '更新キーは更新できません。') : undefined;
	}

	/** A record that is not there has one error by ID and another by key (kintone-java-sdk, upsertRecord). */
	private missing(id: string | undefined): StandInAnswer {
		const code = id === undefined ? 'GAIA_RE20' : 'GAIA_RE01';
		return this.refuseAs([code, 404, '指定したレコードが見つかりません。']);
	}

	private refusalOfValues(
		{ app, form }: Call,
		values: Fields,
		present: Fields | undefined,
		place: string,
	): StandInAnswer | undefined {
		for (const [code, value] of Object.entries(values)) {
			const isTaken = this.all(app).some((each) => each[code] === value && each.id !== present?.id);
			const isDuplicate = form[code]?.unique === true && value !== '' && isTaken;
			const violation = isDuplicate ? '値がほかのレコードと重複しています。' : violationOf(form, code, value);
			if (violation !== undefined) return this.invalid(`${place}.record.${code}.value`, violation);
		}
		return undefined;
	}

	/** The key of a lookup has to be there, prohibit duplicates, and its app be open to a token of the request (共通仕様; 認証). */
	private refusalOfLookups({ form, request }: Call, values: Fields): StandInAnswer | undefined {
		for (const { code, lookup } of Object.values(form)) {
			if (!lookup || !values[code]) continue;

			const { relatedApp, relatedKeyField } = lookup;
			const isUnique = this.forms[relatedApp.app]?.[relatedKeyField]?.unique === true;
			const isThere = this.all(relatedApp.app).some((each) => each[relatedKeyField] === values[code]);
			const isOpen = !this.stranger(relatedApp.app, request);
			const isRight = isUnique && isThere && isOpen;
			if (!isRight) return this.refuseAs(['GAIA_LO04', 400, 'ルックアップの参照先から値をコピーできません。']);
		}
		return undefined;
	}

	/** What the lookups among the values fill. */
	private copiesOf(form: Form, values: Fields): Fields {
		const copies = Object.values(form).flatMap(({ code, lookup }) => {
			if (!lookup || !(code in values)) return [];

			const { relatedApp, relatedKeyField, fieldMappings } = lookup;
			const from = this.all(relatedApp.app).find((each) => each[relatedKeyField] === values[code]);
			return fieldMappings.map(({ field, relatedField }) => [field, from?.[relatedField] ?? '']);
		});
		return Object.fromEntries(copies) as Fields;
	}

	/** Of a table, rows that are not sent go, those with their ID stay with what is not sent, others are new (tips, table-operations). */
	private withRows(form: Form, values: Fields, present: Fields | undefined): Fields {
		const tables = Object.values(form).filter(({ code, type }) => type === 'SUBTABLE' && code in values);
		const written = tables.map(({ code }) => {
			const before = (present?.[code] ?? []) as Fields[];
			const rows = (values[code] as SentRow[]).map(({ id, value = {} }) => {
				const cells = Object.fromEntries(Object.entries(value).map(([cell, each]) => [cell, each.value]));
				return { id: this.newRow(), ...before.find((row) => row.id === id), ...cells };
			});
			return [code, rows];
		});
		return { ...values, ...Object.fromEntries(written) };
	}

	private newRow(): string {
		this.lastRow += 1;
		return String(this.lastRow);
	}
}
