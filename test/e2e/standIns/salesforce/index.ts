import { StandIn, type Fields, type Route, type StandInAnswer, type StandInRequest } from '../services';
import { CONVERTED, memberViolation, statusOf } from './campaigns';
import { nameIn, OBJECTS, type Field } from './objects';
import { DELETED, eventViolation, NOT_FOUND, refusal, stored, violationOf } from './rules';
import { MalformedQuery, parseSoql, type Query } from './soql';

export { LIMIT_EXCEEDED, LOCKED } from './rules';

/** When a record is like another one ("Duplicate Rules", Salesforce Help). */
export interface DuplicateRule {
	readonly name: string;
	readonly object: string;
	/** Records are alike when they have a value of it in common. */
	readonly alike: (record: Fields) => readonly unknown[];
	/** Whether it refuses the record also when the caller wants to save it all the same. */
	readonly blocks: boolean;
}

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : undefined);

/**
 * The rules of a new Salesforce: people with one address, or one name, are shown as duplicates ("Standard Contact Duplicate Rule",
 * "Standard Lead Duplicate Rule").
 */
const STANDARD_RULES: readonly DuplicateRule[] = ['Contact', 'Lead'].map((object) => ({
	name: `Standard_${object}_Duplicate_Rule`,
	object,
	alike: ({ Email, LastName, FirstName }) => [lower(Email), lower(`${String(FirstName)} ${String(LastName)}`)],
	blocks: false,
}));

const DATA = '/services/data/v(\\d+)\\.0';

/** Records that one answer to a query has ("Query", REST API Developer Guide). */
const PAGE = 2_000;

/** The most characters of a request's address ("URI length", REST API Developer Guide, Status Codes). */
const LONGEST_QUERY = 16_384;

/** From this version on the update of an upsert has a body ("sObject Rows by External ID"). */
const UPDATES_SAY_ID_FROM = 46;

/** From this version on an upsert can be told to make nothing. */
const UPDATES_ONLY_FROM = 61;

/** A version, an object, a field and a value in the address of a request. */
type Place = readonly string[];

/**
 * Salesforce's REST interface, as far as the recipes use it, made from "REST API Developer Guide" and the pages named beside the
 * rules. What it does not know (another object, field, word of a query or request) fails the test.
 */
export class Salesforce extends StandIn {
	readonly host = 'your-company.my.salesforce.com';
	protected override readonly idField = 'Id';
	override readonly token = 'salesforce-stand-in';
	/** Whether an event can have several guests ("Shared Activities"). */
	hasSharedActivities = true;
	duplicateRules = STANDARD_RULES;
	/** The user or queue to whom the active assignment rule gives leads, if there is one. */
	leadAssignee: string | undefined;
	private readonly cursors = new Map<string, readonly Fields[]>();
	private made = 0;

	readonly routes: readonly Route[] = [
		[`GET ${DATA}/query`, ([version = ''], { query }) => this.query(version, query.get('q') ?? '', false)],
		[`GET ${DATA}/queryAll`, ([version = ''], { query }) => this.query(version, query.get('q') ?? '', true)],
		[`GET ${DATA}/query/(\\w+)-(\\d+)`, ([version = '', cursor = '', from = '']) => this.page(version, cursor, +from)],
		[`POST ${DATA}/sobjects/(\\w+)/?`, ([, object = ''], request) => this.create(objectOf(object), request)],
		[
			`PATCH ${DATA}/sobjects/(\\w+)/(\\w+)`,
			([, object = '', id = ''], request) => this.update(objectOf(object), id, request),
		],
		[`PATCH ${DATA}/sobjects/(\\w+)/(\\w+)/(.+)`, (place, request) => this.upsert(place, request)],
	];

	override refuse(status: number, message: string): StandInAnswer {
		return refusal(status, status === 401 ? 'INVALID_SESSION_ID' : 'UNKNOWN_EXCEPTION', message);
	}

	/** The records that are not deleted. */
	override all(object: string): Fields[] {
		return super.all(object).filter(({ IsDeleted }) => IsDeleted !== true);
	}

	override make(object: string, fields: Fields): string {
		this.made += 1;
		const id = `${OBJECTS[object]?.prefix}${String(this.made).padStart(12, '0')}AAA`;
		this.edit(object, id, fields);
		return id;
	}

	override clear(): void {
		super.clear();
		this.duplicateRules = STANDARD_RULES;
		this.leadAssignee = undefined;
		this.hasSharedActivities = true;
	}

	/** Puts a record into the recycle bin. */
	override remove(object: string, id: unknown): void {
		this.edit(object, id, { IsDeleted: true });
	}

	/** Merges two records as a person does: the loser is deleted and names the winner, what belonged to it belongs to the winner. */
	merge(object: string, winner: string, loser: string): void {
		this.edit(object, loser, { IsDeleted: true, MasterRecordId: winner });
		for (const event of this.all('Event')) {
			if (event.WhoId === loser) this.edit('Event', event.Id, { WhoId: winner });
		}
		for (const contact of this.all('Contact')) {
			if (contact.AccountId === loser) this.edit('Contact', contact.Id, { AccountId: winner });
		}
		for (const member of this.all('CampaignMember')) {
			if (member.LeadId === loser) this.edit('CampaignMember', member.Id, { LeadId: winner });
			if (member.ContactId === loser) this.edit('CampaignMember', member.Id, { ContactId: winner });
		}
	}

	/**
	 * Converts a lead as a person does: into a contact, which takes its place in its campaigns ("Convert Leads", Salesforce Help).
	 * Custom fields are not mapped.
	 *
	 * @returns the id of the contact
	 */
	convert(lead: unknown): string {
		const { LastName, FirstName, Email } = this.get('Lead', lead) ?? {};
		const contact = this.make('Contact', { LastName, FirstName, Email });
		this.edit('Lead', lead, { IsConverted: true, ConvertedContactId: contact });
		for (const member of this.all('CampaignMember')) {
			if (member.LeadId === lead) this.edit('CampaignMember', member.Id, { ContactId: contact });
		}
		return contact;
	}

	private query(version: string, soql: string, withDeleted: boolean): StandInAnswer {
		if (soql.length > LONGEST_QUERY) return refusal(414, 'URI_TOO_LONG', 'The length of the URI exceeds the limit');
		const query = readQuery(soql);
		if (!query) return refusal(400, 'MALFORMED_QUERY', soql);
		const object = objectOf(query.object);
		const wrong = query.filters.map(({ field, values }) => this.filterViolation(object, field, values)).find(Boolean);
		if (wrong) return wrong;
		const records = (withDeleted ? super.all(object) : this.all(object)).filter((record) =>
			query.matches((field) => this.read(object, record, field)),
		);
		const { orderBy } = query;
		if (orderBy !== undefined) records.sort((one, other) => (String(one[orderBy]) < String(other[orderBy]) ? -1 : 1));
		const shown = records.slice(0, query.limit).map((record) => this.shown(version, object, record, query.fields));
		const cursor = `01g${String(this.cursors.size).padStart(12, '0')}`;
		this.cursors.set(cursor, shown);
		return this.page(version, cursor, 0);
	}

	private page(version: string, cursor: string, from: number): StandInAnswer {
		const records = this.cursors.get(cursor);
		if (!records) return refusal(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
		const to = from + PAGE;
		const done = to >= records.length;
		const next = { nextRecordsUrl: `/services/data/v${version}.0/query/${cursor}-${to}` };
		const json = { totalSize: records.length, done, ...(!done && next), records: records.slice(from, to) };
		return { status: 200, json };
	}

	/** An id that is none, or a long text: neither can be compared ("Data Types That Affect Field Usage", SOQL Reference). */
	private filterViolation(object: string, path: string, values: readonly unknown[]): StandInAnswer | undefined {
		const { kind } = this.fieldOf(object, path);
		if (kind === 'longText') return refusal(400, 'INVALID_FIELD', `field '${path}' can not be filtered in a query call`);
		const isId = kind === 'reference' || path.split('.').at(-1) === 'Id';
		const strange = values.find(
			(value) => isId && value !== null && !/^[A-Za-z\d]{15}([A-Za-z\d]{3})?$/.test(String(value)),
		);
		if (strange === undefined) return undefined;
		return refusal(400, 'INVALID_QUERY_FILTER_OPERATOR', `invalid ID field: ${String(strange)}`);
	}

	/** @throws for a field that is unknown here, so that the test fails */
	private fieldOf(object: string, path: string): Field {
		const [first = '', ...rest] = path.split('.');
		const { fields = {} } = OBJECTS[object] ?? {};
		const name = nameIn(fields, rest.length > 0 ? `${first}Id` : first);
		const field = name === undefined ? undefined : fields[name];
		if (!field) throw new Error(`Salesforce's ${object} has no field ${path}.`);
		return rest.length > 0 ? this.fieldOf(field.leadsTo?.[0] ?? '', rest.join('.')) : field;
	}

	/** What a record has in a field, of itself or of a record that it leads to. */
	private read(object: string, record: Fields, path: string): unknown {
		const [first = '', ...rest] = path.split('.');
		const { fields = {} } = OBJECTS[object] ?? {};
		if (rest.length === 0) return record[nameIn(fields, first) ?? ''];
		const name = nameIn(fields, `${first}Id`) ?? '';
		const other = fields[name]?.leadsTo?.[0] ?? '';
		const id = record[name];
		const its = this.get(other, id);
		return its && this.read(other, { Id: id, IsDeleted: false, ...its }, rest.join('.'));
	}

	/** A record with the fields that were asked for. */
	private shown(version: string, object: string, record: Fields, fields: readonly string[]): Fields {
		const url = `/services/data/v${version}.0/sobjects/${object}/${String(record.Id)}`;
		const json: Record<string, unknown> = { attributes: { type: object, url } };
		const whole = { IsDeleted: false, ...record };
		for (const path of fields) {
			this.fieldOf(object, path);
			const [first = '', ...rest] = path.split('.');
			const value = this.read(object, whole, path) ?? null;
			if (rest.length === 0) json[nameIn(OBJECTS[object]?.fields ?? {}, first) ?? ''] = value;
			else if (!this.read(object, whole, `${first}.Id`)) json[first] = null;
			else json[first] = { ...(json[first] as Fields | undefined), [rest.join('.')]: value };
		}
		return json;
	}

	private create(object: string, request: StandInRequest): StandInAnswer {
		const refused = this.violation(object, undefined, request);
		if (refused) return refused;
		const id = this.make(object, { ...fieldsOf(object, request.body), ...this.setBySalesforce(object, request) });
		return { status: 201, json: { id, success: true, errors: [] } };
	}

	private update(object: string, id: string, request: StandInRequest): StandInAnswer {
		const before = this.get(object, id);
		if (!before) return NOT_FOUND;
		if (before.IsDeleted === true) return DELETED;
		if (before.IsConverted === true) return CONVERTED;
		const refused = this.violation(object, id, request);
		if (!refused) this.edit(object, id, { ...fieldsOf(object, request.body), ...this.setBySalesforce(object, request) });
		return refused ?? { status: 204 };
	}

	/** What Salesforce sets by itself when a record is made or changed. */
	private setBySalesforce(object: string, { body, headers }: StandInRequest): Fields {
		if (object === 'CampaignMember') return { Status: statusOf(body) };
		/* "Assignment Rule Header", REST API Developer Guide: without the header, the active rule assigns new and changed leads. */
		const isAssigned = object === 'Lead' && !/^false$/i.test(String(headers['sforce-auto-assign']));
		return isAssigned && this.leadAssignee !== undefined ? { OwnerId: this.leadAssignee } : {};
	}

	/** Makes or changes the record with an external ID ("Upsert Records Using sObject Rows by External ID"). */
	private upsert(
		[version = '', called = '', fieldCalled = '', value = '']: Place,
		request: StandInRequest,
	): StandInAnswer {
		const object = objectOf(called);
		const name = nameIn(OBJECTS[object]?.fields ?? {}, fieldCalled) ?? '';
		if (!this.fieldOf(object, fieldCalled).isExternalId) return NOT_FOUND;
		const fields = fieldsOf(object, request.body);
		if (name in fields || 'Id' in fields) {
			return refusal(400, 'INVALID_FIELD', 'The external ID field should not be specified in the sobject data.');
		}
		const found = this.all(object).filter((record) => lower(record[name]) === value.toLowerCase());
		const [known] = found;
		if (found.length > 1) {
			const urls = found.map(({ Id }) => `/services/data/v${version}.0/sobjects/${object}/${String(Id)}`);
			return { status: 300, json: urls };
		}
		if (known) {
			const updated = this.update(object, String(known.Id), request);
			const json = { id: known.Id, success: true, errors: [], created: false };
			return updated.status === 204 && +version >= UPDATES_SAY_ID_FROM ? { status: 200, json } : updated;
		}
		if (request.query.get('updateOnly') === 'true' && +version >= UPDATES_ONLY_FROM) return NOT_FOUND;
		const created = this.create(object, { ...request, body: { ...fields, [name]: value } });
		return created.status === 201 ? { status: 201, json: { ...(created.json as Fields), created: true } } : created;
	}

	/** What speaks against writing the fields of a request into a record, or a new one, if anything does. */
	private violation(object: string, id: string | undefined, request: StandInRequest): StandInAnswer | undefined {
		const { fields = {} } = OBJECTS[object] ?? {};
		const sent = fieldsOf(object, request.body);
		const whole = { ...this.get(object, id), ...sent };
		return (
			violationOf(fields, sent, whole) ??
			this.referenceViolation(fields, sent) ??
			this.uniquenessViolation(object, id, sent) ??
			(object === 'Event' ? eventViolation(whole, this.hasSharedActivities) : undefined) ??
			(object === 'CampaignMember'
				? memberViolation(whole, this.get('Lead', whole.LeadId), this.all('CampaignMember'))
				: undefined) ??
			this.duplicateOf(object, id, whole, request)
		);
	}

	private referenceViolation(fields: Readonly<Record<string, Field>>, sent: Fields): StandInAnswer | undefined {
		for (const [name, value] of Object.entries(sent)) {
			const { leadsTo } = fields[name] ?? {};
			for (const id of leadsTo ? [value].flat().filter((each) => each !== null) : []) {
				const other = leadsTo?.map((object) => this.get(object, id)).find(Boolean);
				if (!other || other.IsDeleted === true) {
					return refusal(400, 'INVALID_CROSS_REFERENCE_KEY', `${name}: invalid cross reference id`, { fields: [name] });
				}
				/* An owner has to be able to log in to Salesforce itself: "User", Object Reference. */
				if (name === 'OwnerId' && other.IsActive !== true) {
					return refusal(400, 'INACTIVE_OWNER_OR_USER', 'operation performed with inactive user');
				}
				if (name === 'OwnerId' && other.UserType !== 'Standard') {
					return refusal(400, 'TRANSFER_REQUIRES_READ', 'The new owner must have read permission');
				}
			}
		}
		return undefined;
	}

	private uniquenessViolation(object: string, id: string | undefined, sent: Fields): StandInAnswer | undefined {
		for (const [name, value] of Object.entries(sent)) {
			if (!OBJECTS[object]?.fields[name]?.isExternalId || value === null) continue;
			const other = this.all(object).find((record) => lower(record[name]) === lower(value) && record.Id !== id);
			if (!other) continue;
			const message = `duplicate value found: ${name} duplicates value on record with id: ${String(other.Id)}`;
			return refusal(400, 'DUPLICATE_VALUE', message, { fields: [name] });
		}
		return undefined;
	}

	/** Refuses what a duplicate rule takes for a duplicate ("Duplicate Rule Header"; "DuplicateResult", SOAP API Developer Guide). */
	private duplicateOf(
		object: string,
		id: string | undefined,
		whole: Fields,
		{ headers }: StandInRequest,
	): StandInAnswer | undefined {
		const wantsToSave = /allowSave\s*=\s*true/i.test(String(headers['sforce-duplicate-rule-header']));
		for (const rule of this.duplicateRules) {
			if (rule.object !== object || (wantsToSave && !rule.blocks)) continue;
			const values = rule.alike(whole).filter(Boolean);
			const others = this.all(object).filter(
				(record) => record.Id !== id && rule.alike(record).some((value) => values.includes(value)),
			);
			if (others.length > 0) return duplicatesDetected(rule, others);
		}
		return undefined;
	}
}

function duplicatesDetected({ name, object, blocks }: DuplicateRule, others: readonly Fields[]): StandInAnswer {
	const matchRecords = others.map(({ Id }) => ({
		additionalInformation: [],
		fieldDiffs: [],
		matchConfidence: 100,
		record: { attributes: { type: object, url: `/services/data/v62.0/sobjects/${object}/${String(Id)}` }, Id },
	}));
	const matchResult = { entityType: object, errors: [], matchEngine: 'FuzzyMatchEngine', matchRecords };
	const duplicateResult = {
		allowSave: !blocks,
		duplicateRule: name,
		duplicateRuleEntityType: object,
		errorMessage: 'Use one of these records?',
		matchResults: [{ ...matchResult, rule: 'Matching_Rule', size: others.length, success: true }],
	};
	/* The name has been misspelled for years, as programs that read it show (duplicateResut); the documentation spells it right. */
	const key = object === 'Contact' ? 'duplicateResut' : 'duplicateResult';
	return refusal(400, 'DUPLICATES_DETECTED', 'Use one of these records?', { [key]: duplicateResult });
}

/** @throws for an object that is unknown here, so that the test fails */
function objectOf(called: string): string {
	const name = nameIn(OBJECTS, called);
	if (name === undefined) throw new Error(`Salesforce has no object ${called}.`);
	return name;
}

/** The fields of a body as they are stored. @throws for a field that is unknown here, so that the test fails */
function fieldsOf(object: string, body: Fields): Fields {
	const { fields = {} } = OBJECTS[object] ?? {};
	const entries = Object.entries(body).map(([called, value]) => {
		const name = nameIn(fields, called);
		if (name === undefined) throw new Error(`Salesforce's ${object} has no field ${called}.`);
		return [name, stored(value)] as const;
	});
	return Object.fromEntries(entries);
}

function readQuery(soql: string): Query | undefined {
	try {
		return parseSoql(soql);
	} catch (error) {
		if (error instanceof MalformedQuery) return undefined;
		throw error;
	}
}
