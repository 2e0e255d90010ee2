import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { choicesFor, endpoint, RECORD_FIELDS, versionsOfField } from '../shared';
import type { EndpointName, EndpointRow, ListedRecord, QueryParameter, VersionChoice } from '../shared';

/** What a person reads of a parameter; kind, values and versions come from the endpoint table. */
interface ParameterText {
	readonly displayName: string;
	readonly description: string;
	readonly default: string | boolean | readonly string[];
	readonly placeholder?: string;
}

/** Names of enumeration values; what is not listed is shown with a capital letter. */
const VALUE_NAMES: Readonly<Record<string, string>> = {
	me: 'My Own',
	all: 'All I May See',
	asc: 'Ascending',
	desc: 'Descending',
	registeredAt: 'Registered At',
	completedAt: 'Completed At',
	updatedAt: 'Updated At',
	BizCardExchange: 'Business Card Exchange',
	OnlineMeeting: 'Online Meeting',
	utf8: 'UTF-8',
	sjis: 'Shift JIS',
};

const TEXTS: Readonly<Record<string, ParameterText>> = {
	updatedFrom: {
		displayName: 'Updated From',
		description:
			'Start of the time range in which records were last updated, such as 2026-04-01T09:00:00+09:00. Without a time zone, the zone of the workflow applies.',
		default: '',
	},
	updatedTo: {
		displayName: 'Updated To',
		description:
			'End of the time range in which records were last updated, such as 2026-04-30T18:00:00+09:00. Without a time zone, the zone of the workflow applies.',
		default: '',
	},
	range: {
		displayName: 'Range',
		description: 'Whose records to return: those of the user of the API key, or all that this user may see',
		default: 'me',
	},
	entryStatus: {
		displayName: 'Entry Status',
		description: 'Statuses of the data entry. Cards with any of them are returned.',
		default: ['completed'],
	},
	includeTags: {
		displayName: 'Include Tags',
		description: 'Whether to return the tags of each card',
		default: false,
	},
	includePastBizCards: {
		displayName: 'Include Past Business Cards',
		description: 'Whether to also return earlier cards of the same person',
		default: false,
	},
	orderBy: {
		displayName: 'Order By',
		description: 'The time by which the records are sorted',
		default: 'updatedAt',
	},
	orderDirection: {
		displayName: 'Order Direction',
		description: 'Whether the earliest or the latest record comes first',
		default: 'asc',
	},
	side: { displayName: 'Side', description: 'Which side of the card to download', default: 'front' },
	category: {
		displayName: 'Category',
		description: 'Categories of reports to return, matched exactly. Separate several with commas.',
		default: '',
		placeholder: 'e.g. Sales, Support',
	},
	type: { displayName: 'Type', description: 'Types to return', default: [] },
	companyName: {
		displayName: 'Company Name',
		description: 'Part of the name of the company',
		default: '',
		placeholder: 'e.g. Trading',
	},
	name: {
		displayName: 'Name',
		description: 'Beginning of the name of the person',
		default: '',
		placeholder: 'e.g. Smith',
	},
	email: {
		displayName: 'Email',
		description: 'The complete email address',
		default: '',
		placeholder: 'e.g. nathan@example.com',
	},
	tel: {
		displayName: 'Phone',
		description: 'Part of the phone number',
		default: '',
		placeholder: 'e.g. 03-1234',
	},
	mobile: {
		displayName: 'Mobile',
		description: 'Part of the mobile phone number',
		default: '',
		placeholder: 'e.g. 090-1234',
	},
	delimiter: {
		displayName: 'Delimiter',
		description: 'Character between the values of a CSV row',
		default: 'comma',
	},
	encoding: { displayName: 'Encoding', description: 'Encoding of the CSV', default: 'utf8' },
};

function valueName(value: string): string {
	return VALUE_NAMES[value] ?? value.charAt(0).toUpperCase() + value.slice(1);
}

function valueOptions(values: readonly string[], nameOf = valueName): INodePropertyOptions[] {
	return values
		.map((value) => ({ name: nameOf(value), value }))
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The condition that hides a field where the version has no use for it; none when every version has. */
export function shownFor(row: EndpointRow, choices: readonly VersionChoice[]): Pick<INodeProperties, 'displayOptions'> {
	return choices.length === choicesFor(row, row.versions).length
		? {}
		: { displayOptions: { show: { '/apiVersion': [...choices] } } };
}

const PROPERTY_TYPES: Readonly<Record<QueryParameter['kind'], INodeProperties['type']>> = {
	dateTime: 'dateTime',
	boolean: 'boolean',
	enum: 'options',
	enums: 'multiOptions',
	string: 'string',
	strings: 'string',
	ids: 'string',
};

/** Choices of the version with the same list of values. */
interface Variant {
	readonly choices: VersionChoice[];
	readonly values: readonly string[];
}

/** Values that differ by version make one field a group of versions, each with its own list. */
function variantsOf(choices: readonly VersionChoice[], valuesFor: (choice: VersionChoice) => readonly string[]): Variant[] {
	const groups = new Map<string, Variant>();
	for (const choice of choices) {
		const values = valuesFor(choice);
		const group = groups.get(values.join());
		if (group) group.choices.push(choice);
		else groups.set(values.join(), { choices: [choice], values });
	}
	return [...groups.values()];
}

function variants(row: EndpointRow, parameter: QueryParameter): Variant[] {
	const documented = choicesFor(row, parameter.versions ?? row.versions);
	if (parameter.kind !== 'enum' && parameter.kind !== 'enums') return [{ choices: documented, values: [] }];
	const { valueVersions = {}, values } = parameter;
	return variantsOf(documented, (choice) =>
		values.filter((value) => choicesFor(row, valueVersions[value] ?? row.versions).includes(choice)),
	);
}

/**
 * The fields of one query parameter: its text from the table above, everything else from the endpoint table. It
 * is sent as a query parameter of the same name, which the executor checks and writes in the version's notation.
 *
 * @param changes what this endpoint shows differently (another default, another name)
 * @returns one field, or one for each group of versions whose values differ
 */
export function queryFields(name: EndpointName, parameterName: string, changes: Partial<INodeProperties> = {}): INodeProperties[] {
	const row = endpoint(name);
	const parameter = row.query[parameterName];
	const text = TEXTS[parameterName];
	if (!parameter || !text) throw new Error(`${name} has no parameter ${parameterName}`);
	return variants(row, parameter).map(({ choices, values }) => ({
		...text,
		default: Array.isArray(text.default) ? [...(text.default as string[])] : (text.default as string | boolean),
		name: parameterName,
		type: PROPERTY_TYPES[parameter.kind],
		...(values.length > 0 ? { options: valueOptions(values) } : {}),
		...(parameter.required ? { required: true } : {}),
		routing: { send: { type: 'query', property: parameterName } },
		...shownFor(row, choices),
		...changes,
	}));
}

/** What a person reads of a collection. */
type CollectionText = Pick<INodeProperties, 'name' | 'displayName' | 'placeholder'>;

/** A collection of fields that may be left out, in the order of their names as n8n sorts them. */
export function collection(text: CollectionText, fields: readonly INodeProperties[]): INodeProperties {
	const options = [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
	return { ...text, type: 'collection', default: {}, options };
}

/** The collection `options` of an operation. */
export function optionsOf(fields: readonly INodeProperties[]): INodeProperties {
	return collection({ name: 'options', displayName: 'Options', placeholder: 'Add Option' }, fields);
}

/** What an endpoint shows differently of some of its query parameters. */
type ParameterChanges = Readonly<Record<string, Partial<INodeProperties>>>;

function fieldsOfQuery(name: EndpointName, parameters: ParameterChanges): INodeProperties[] {
	return Object.entries(parameters).flatMap(([key, changes]) => queryFields(name, key, changes));
}

/**
 * A collection of optional query parameters.
 *
 * @param more fields that are no query parameters
 */
export function queryCollection(
	name: EndpointName,
	text: CollectionText,
	parameters: ParameterChanges,
	more: readonly INodeProperties[] = [],
): INodeProperties {
	return collection(text, [...fieldsOfQuery(name, parameters), ...more]);
}

/** The collection `options` of an operation that has query parameters in it. */
export function queryOptions(name: EndpointName, parameters: ParameterChanges, more: readonly INodeProperties[] = []): INodeProperties {
	return optionsOf([...fieldsOfQuery(name, parameters), ...more]);
}

const SORT = { name: 'sort', displayName: 'Sort', placeholder: 'Add Sort' };

const SORT_PARAMETERS = ['orderBy', 'orderDirection'] as const;

/** What an endpoint shows differently of the order of its list. */
export type SortChanges = Readonly<Partial<Record<(typeof SORT_PARAMETERS)[number], Partial<INodeProperties>>>>;

/** The order of a list; it stands before the options, and so goes before what is left of it in them. */
export function querySort(name: EndpointName, changes: SortChanges = {}): INodeProperties {
	return queryCollection(name, SORT, Object.fromEntries(SORT_PARAMETERS.map((key) => [key, changes[key] ?? {}])));
}

/**
 * The order where it stood before it had a collection of its own. Only a workflow that has it there shows it: n8n would
 * drop from a workflow what the description does not have.
 */
export const FORMER_SORT: Readonly<Record<string, Partial<INodeProperties>>> = Object.fromEntries(
	SORT_PARAMETERS.map((key) => [
		key,
		{
			displayOptions: { show: { [key]: [{ _cnd: { exists: true } }] } },
			description: "Former place of this setting. The collection 'Sort' takes precedence.",
		},
	]),
);

/**
 * Cuts wide records down. It is an option that nobody has unless it is added, because without it a record comes out
 * as the service sent it; whoever adds it wants it, so it starts switched on.
 */
export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Names of a record's fields that are more than their words. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
	id: 'ID',
	companyId: 'Company ID',
	personId: 'Person ID',
	tel: 'Phone',
	secondTel: 'Phone (Second)',
	url: 'URL',
	isUserCreated: 'Created by a User',
	isVirtualCard: 'Exchanged Online',
	hasUnrecognizedChar: 'Has Unrecognized Characters',
};

function fieldName(field: string): string {
	return FIELD_NAMES[field] ?? valueName(field.replace(/[A-Z]/g, (letter) => ` ${letter}`));
}

/**
 * The choice of what comes out of each record of a list. In each version the fields that it has; one that an expression
 * names in another version is just not there.
 */
export function fieldsToInclude(name: EndpointName, kind: ListedRecord): INodeProperties[] {
	const row = endpoint(name);
	const choices = choicesFor(row, row.versions);
	const found = variantsOf(choices, (choice) =>
		RECORD_FIELDS[kind].filter((field) => choicesFor(row, versionsOfField(field)).includes(choice)),
	);
	return found.map((variant) => ({
		displayName: 'Fields to Include',
		name: 'fields',
		type: 'multiOptions',
		options: valueOptions(variant.values, fieldName),
		default: [],
		description: "Return only these fields of each record. Takes precedence over 'Simplify'. An expression may return a list, or names separated by commas.",
		...shownFor(row, variant.choices),
	}));
}

// Hidden beside "true" and not shown beside "false": n8n drops what does not show, also where an API wrote a text.
const LIMIT: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { hide: { returnAll: [true], '@tool': [true] } },
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

/** The same for a tool of an agent: a model has to read every record, a workflow does not. */
const LIMIT_OF_TOOL: INodeProperties = { ...LIMIT, displayOptions: { hide: { returnAll: [true], '@tool': [false] } }, default: 20 };

/** n8n's usual pair: everything, or a number of items that may be larger than a page. */
export const LIST_LENGTH: readonly INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	LIMIT,
	LIMIT_OF_TOOL,
];

/** An id that is part of the path. */
export function idField(name: string, displayName: string, description: string, placeholder: string): INodeProperties {
	return { displayName, name, type: 'string', required: true, default: '', placeholder, description };
}

/** The order of CSV columns, which the service does not show. */
export const COLUMN_ORDER: INodeProperties = {
	displayName: 'Column Order',
	name: 'columnOrder',
	type: 'string',
	default: '',
	placeholder: 'e.g. TempId,DepartmentId,DepartmentName',
	description:
		'Names of all columns from left to right, separated by commas. Only needed if your service uses another order than its documentation.',
};

/** Lets the editor take the name of a file that is dropped on the field. */
export const NAMES_FILE: Pick<INodeProperties, 'typeOptions'> = { typeOptions: { binaryDataProperty: true } };

/** The name of a binary field, in or out. */
export function binaryField(changes: Partial<INodeProperties> = {}): INodeProperties {
	return {
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		...NAMES_FILE,
		required: true,
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
		...changes,
	};
}

/** A choice of tags, loaded from the service. */
export const TAGS: INodeProperties = {
	displayName: 'Tag Names or IDs',
	name: 'tagId',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getTags' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	routing: { send: { type: 'query', property: 'tagId' } },
};
