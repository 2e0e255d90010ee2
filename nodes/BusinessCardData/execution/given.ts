import type { IExecutePaginationFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { checkShortText, fault, firstEndpoint, isBlank, isObject, readList, readSwitch, readWholeNumber, shownValue } from '../../shared';
import type { EndpointRow, GivenParameters, OperationName } from '../../shared';
import { RESOURCES } from '../resources';
import { isTool } from './asTool';

/**
 * The parameters of one operation for one input item. Switches, whole numbers and choices are what they say; what is
 * checked by a table of the service (query, body, ids) is as it was given.
 */
export interface Given {
	/** By name; a collection holds what was added to it and is not blank. */
	readonly values: GivenParameters;
	/** What goes into the query and into the body, by the service's names. */
	readonly query: GivenParameters;
	readonly body: GivenParameters;
	/** What was added to a collection and turned out blank, by the name of the collection. */
	readonly blanks: Readonly<Record<string, readonly string[]>>;
}

const FIELDS: ReadonlyMap<OperationName, readonly INodeProperties[]> = new Map(
	RESOURCES.flatMap(({ operations }) => operations.map(({ endpoint, fields }) => [endpoint, fields] as const)),
);

function readChoice({ name, options = [] }: INodeProperties, value: unknown): unknown {
	const known: unknown[] = (options as INodePropertyOptions[]).map((option) => option.value);
	if (known.includes(value)) return value;
	throw fault(name, `${name} is ${shownValue(value)}, which the node does not know`, `it must be one of ${[...new Set(known)].join(', ')}.`);
}

/** What no table of the service checks is read here, by its type in the panel; a type that is not listed stays as it is. */
const OWN_READERS: Partial<Record<INodeProperties['type'], (field: INodeProperties, value: unknown) => unknown>> = {
	options: readChoice,
	multiOptions: (field, value) => [...new Set(readList(field.name, value))].map((entry) => readChoice(field, entry)),
	// What has several rows in the panel may be long.
	string: ({ name, typeOptions }, value) => (typeOptions?.rows === undefined ? checkShortText(name, value) : value),
};

function readField(field: INodeProperties, value: unknown, { path }: EndpointRow): unknown {
	const { name, type, typeOptions } = field;
	if (type === 'boolean') return readSwitch(name, value);
	if (type === 'number') return readWholeNumber(name, value, { least: typeOptions?.minValue ?? 0, most: typeOptions?.maxValue });
	const isChecked = field.routing?.send?.property !== undefined || path.includes(`{${name}}`);
	return isChecked ? value : (OWN_READERS[type]?.(field, value) ?? value);
}

/** The fields of a collection. One whose values differ by version is there several times, under one name, and knows them all. */
function fieldsOf({ options = [] }: INodeProperties): Iterable<INodeProperties> {
	const fields = new Map<string, INodeProperties>();
	for (const option of options) {
		if (!('type' in option)) continue;
		const others = fields.get(option.name)?.options ?? [];
		fields.set(option.name, { ...option, options: [...others, ...(option.options ?? [])] });
	}
	return fields.values();
}

/** Where a text stands in place of a collection, n8n takes what every text has (`normalize`) for what was added to it. */
function isAdded(collection: Readonly<Record<string, unknown>>, name: string): boolean {
	return name in collection && typeof collection[name] !== 'function';
}

/** A list in one text, without an entry. */
const NO_ENTRY = /^(?:[\s,]*|\s*\[\s*\]\s*)$/;

/** Whether nothing was entered into a field of a collection. White space in a card is something: its rules judge it. */
function isLeftOut({ type, routing }: INodeProperties, value: unknown): boolean {
	if (type === 'multiOptions' && typeof value === 'string') return NO_ENTRY.test(value);
	return routing?.send?.type === 'body' && typeof value === 'string' ? value === '' : isBlank(value);
}

/**
 * Whether a field shows with the values that were read so far. n8n cannot tell where an expression decides, and shows it:
 * a limit beside *Return All*, which then means nothing.
 */
function isShown({ displayOptions = {} }: INodeProperties, values: GivenParameters): boolean {
	const met = (conditions: object = {}) =>
		Object.entries(conditions).flatMap(([path, wanted]: [string, unknown[]]) => {
			const name = path.replace(/^\//, '');
			return name in values ? [wanted.includes(values[name])] : [];
		});
	return met(displayOptions.show).every((each) => each) && !met(displayOptions.hide).some((each) => each);
}

/** The choice of a record: how it was chosen, and its id. A workflow from the time when it was a text has the text itself. */
function isChoice({ type }: INodeProperties, value: unknown): value is { value: unknown } {
	return type === 'resourceLocator' && isObject(value) && 'mode' in value && 'value' in value;
}

/** Fills in what was given, field by field. */
class Reading implements Given {
	readonly values: Record<string, unknown> = {};

	readonly query: Record<string, unknown> = {};

	readonly body: Record<string, unknown> = {};

	readonly blanks: Record<string, string[]> = {};

	private readonly stored: Readonly<Record<string, unknown>>;

	constructor(
		private readonly functions: IExecutePaginationFunctions,
		private readonly row: EndpointRow,
	) {
		this.stored = functions.getNode().parameters;
	}

	/** Reads a field at the top level. */
	read(field: INodeProperties): void {
		if (!this.shows(field)) return;
		if (field.type === 'collection') return this.readCollection(field);
		const { name, default: standard } = field;
		const stored = name in this.stored ? this.stored[name] : standard;
		this.values[name] = this.take(field, this.entered(field, name, stored));
	}

	private shows(field: INodeProperties): boolean {
		return isShown(field, { ...this.values, '@tool': isTool(this.functions.getNode()) });
	}

	/** What is no expression is what it is. Asked for a parameter, n8n looks through the whole description each time. */
	private evaluated(path: string, stored: unknown): unknown {
		const isPlain = typeof stored === 'string' ? !stored.startsWith('=') : typeof stored !== 'object' || stored === null;
		return isPlain ? stored : this.functions.getNodeParameter(path, '');
	}

	/** What a person entered into a field, whichever way. */
	private entered(field: INodeProperties, path: string, stored: unknown): unknown {
		// By itself, too: of a choice as a whole n8n gives a DateTime as its text.
		if (isChoice(field, stored)) return this.evaluated(`${path}.value`, stored.value);
		const value = this.evaluated(path, stored);
		return isChoice(field, value) ? value.value : value;
	}

	/**
	 * What was added is what the workflow has stored under the collection: an expression that gives `undefined` is there
	 * too, though routing may have lost it.
	 */
	private readCollection(collection: INodeProperties): void {
		const added = this.stored[collection.name];
		const read: Record<string, unknown> = {};
		const blanks: string[] = [];
		this.values[collection.name] = read;
		this.blanks[collection.name] = blanks;
		if (!isObject(added)) return;
		for (const field of fieldsOf(collection)) {
			if (!isAdded(added, field.name) || !this.shows(field)) continue;
			// Each by itself: of a whole collection n8n gives a DateTime as its text.
			const value = this.entered(field, `${collection.name}.${field.name}`, added[field.name]);
			if (isLeftOut(field, value)) blanks.push(field.name);
			else read[field.name] = this.take(field, value);
		}
	}

	/** Reads one value, and puts it where it is to be sent. */
	private take(field: INodeProperties, value: unknown): unknown {
		const read = readField(field, value, this.row);
		const { type, property } = field.routing?.send ?? {};
		const destination = type === 'body' ? this.body : this.query;
		// The panel has the present place of a parameter before a former one.
		if (property !== undefined && !(property in destination)) destination[property] = read;
		return read;
	}
}

/**
 * Reads every parameter of an operation, as the node's own description has them: a field that is added to the
 * description is read without a line here.
 *
 * @throws ParameterError naming the first parameter that cannot be what it is meant to be
 */
export function readGiven(functions: IExecutePaginationFunctions, name: OperationName): Given {
	const reading = new Reading(functions, firstEndpoint(name));
	for (const field of FIELDS.get(name) ?? []) reading.read(field);
	return reading;
}
