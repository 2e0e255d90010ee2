import type { IDataObject, IExecuteSingleFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { ApiVersion } from '../api/versions';
import { fault, refuse } from '../base/errors';
import { isBlank, isEmpty, isObject } from '../base/json';
import type { JsonRecord } from '../base/json';
import { shownValue } from '../values/show';
import { unknownNames } from '../values/unknownNames';
import { placeInRequest, readValue, versionsOf } from './fieldReaders';

/** A value that was asked for and turned out blank. */
export interface BlankValue {
	readonly field: INodeProperties;
	/** The name of the collection that it was added to, if any. */
	readonly collection?: string;
	/** The blank in place of a value: `undefined`, `null`, white space. */
	readonly value: unknown;
	/** Not set where a person left the field of the panel empty. */
	readonly isExpression: boolean;
}

/** The entries of a collection, as they were added by hand or given by one expression. */
interface GivenCollection {
	readonly name: string;
	readonly entries: JsonRecord;
	readonly isOneExpression: boolean;
}

/** Whether n8n evaluates a stored parameter, or an entry of a list of choices. */
function isExpression(stored: unknown): boolean {
	const entries: unknown[] = [stored].flat();
	return entries.some((entry) => typeof entry === 'string' && entry.startsWith('='));
}

/** Types of fields that hold a choice, a switch or a number: a blank one is its default. */
const TYPES_WITH_DEFAULT: ReadonlyArray<INodeProperties['type']> = ['options', 'multiOptions', 'boolean', 'number'];

function hasDefault(field: INodeProperties): boolean {
	return TYPES_WITH_DEFAULT.includes(field.type);
}

/** The parameters of one item, by the fields of its operation: each value is read by the type of its field, once. */
export class ItemParameters {
	/** The values by name. A collection holds the entries that were added to it and are not blank. */
	readonly values: Record<string, unknown>;

	/** The values that turned out blank. Their defaults count, unless an operation or the trigger refuses them. */
	readonly blanks: BlankValue[] = [];

	/** The query that n8n's routing has made of the fields that say where their values go. */
	readonly query: IDataObject;

	body: IDataObject;

	/**
	 * @param fields of the operation or event, in their order: a condition sees the fields above it
	 * @param version of the service that the request goes to
	 * @param request what n8n's routing has made of the fields
	 * @throws ParameterError naming the first value that cannot be what the type of its field says
	 */
	constructor(
		private readonly functions: IExecuteSingleFunctions | IPollFunctions,
		private readonly fields: readonly INodeProperties[],
		private readonly version: ApiVersion,
		request: { qs?: IDataObject; body?: unknown } = {},
	) {
		const node = functions.getNode();
		// As the tool of an AI agent: n8n puts a word behind the name of the node type.
		this.values = { '@tool': node.type.endsWith('Tool') };
		this.query = { ...request.qs };
		this.body = { ...(request.body as IDataObject) };

		for (const field of fields) {
			const { name, type } = field;
			const stored: unknown = node.parameters[name] ?? field.default;
			if (!this.isShown(field)) this.leaveOut(field);
			else if (type === 'collection') this.values[name] = this.readCollection(field, stored);
			else this.values[name] = this.readParameter(field, stored);
		}
	}

	/** Reads a parameter at the top level, and has it sent as it was read. */
	private readParameter(field: INodeProperties, stored: unknown): unknown {
		const entered = this.enteredValue(field, field.name, stored);
		const isLeftToDefault = hasDefault(field) && !field.required && isBlank(entered);

		if (isLeftToDefault) {
			this.blanks.push({ field, value: entered, isExpression: isExpression(stored) });
			this.send(field, field.default);
			return field.default;
		}

		const value = this.read(field, entered);
		// Routing has left out the fields that do not show.
		if (value === undefined || this.isRouted(field)) this.send(field, value);
		return value;
	}

	/**
	 * Reads the entries of a collection, which were added by hand or given by one expression for all of it. Nothing in
	 * place of a collection adds nothing.
	 *
	 * @throws ParameterError for an expression that gives something else than an object, or names that do not exist
	 */
	private readCollection(field: INodeProperties, stored: unknown): Readonly<Record<string, unknown>> {
		const { name } = field;
		const isOneExpression = typeof stored === 'string';
		const entries = isOneExpression ? this.enteredValue(field, name, stored) : stored;

		if (isEmpty(entries) || isBlank(stored)) {
			this.blanks.push({ field, value: entries, isExpression: isExpression(stored) });
			return {};
		}
		if (!isObject(entries)) {
			const rule = 'the expression must return an object whose keys are the names of fields. Otherwise, remove it.';
			throw fault(name, `${name} is ${shownValue(entries)}`, rule);
		}

		// Among entries that were added by hand, n8n may keep one of another operation.
		if (isOneExpression) this.refuseUnknownNames(field, entries);
		return this.readEntries(field, { name, entries, isOneExpression });
	}

	private refuseUnknownNames(collection: INodeProperties, entries: JsonRecord): void {
		const { name } = collection;
		const unknown = unknownNames(collection, Object.keys(entries), this.fields);
		const objections = unknown.map((each) => ({ parameter: name, message: each.message }));

		refuse(objections, (extent) => `${name} has ${extent.reasons} names that do not exist`);
	}

	/** Reads the entries that a collection has, and has each sent as it was read. */
	private readEntries(collection: INodeProperties, given: GivenCollection): Readonly<Record<string, unknown>> {
		const values: Record<string, unknown> = {};

		for (const entry of collection.options as INodeProperties[]) {
			const isAdded = Object.hasOwn(given.entries, entry.name) && this.isShown(entry);
			const value = isAdded ? this.readEntry(entry, given) : undefined;

			// Routing sends nothing of a collection that is one expression, so it is sent here.
			if (value === undefined || given.isOneExpression || this.isRouted(entry)) this.send(entry, value);
			// Of two entries of one name, one shows.
			if (value !== undefined) values[entry.name] = value;
		}
		return values;
	}

	/** Reads an entry of a collection; `undefined` where it is blank, which is noted. */
	private readEntry(entry: INodeProperties, given: GivenCollection): unknown {
		const { name: collection, isOneExpression } = given;
		const stored = given.entries[entry.name];
		const entered = isOneExpression ? stored : this.enteredValue(entry, `${collection}.${entry.name}`, stored);

		const value = this.readUnlessBlank(entry, entered);
		if (value === undefined) {
			const isGivenByExpression = isOneExpression || isExpression(stored);
			this.blanks.push({ field: entry, collection, value: entered, isExpression: isGivenByExpression });
		}
		return value;
	}

	/** Reads the value of an entry; `undefined` where it is blank. White space in a card is something: its rules judge it. */
	private readUnlessBlank(entry: INodeProperties, value: unknown): unknown {
		const isOfCard = placeInRequest(entry).part === 'body' && !hasDefault(entry);
		const isLeftOut = isOfCard ? isEmpty(value) : isBlank(value);
		if (isLeftOut) return undefined;

		const read = this.read(entry, value);
		const isEmptyList = Array.isArray(read) && read.length === 0;
		return isEmptyList ? undefined : read;
	}

	private read(field: INodeProperties, value: unknown): unknown {
		const { functions, version } = this;
		return readValue(field, value, { version, getTimezone: () => functions.getTimezone() });
	}

	/** The value that a person entered. n8n is asked for expressions alone: it looks through the whole description. */
	private enteredValue(field: INodeProperties, path: string, stored: unknown): unknown {
		const mayHoldExpressions = typeof stored === 'object' && stored !== null;
		const isPlain = !mayHoldExpressions && !isExpression(stored);
		if (isPlain) return stored;

		return this.functions.getNodeParameter(path, '', { extractValue: field.type === 'resourceLocator' });
	}

	/** Whether n8n's routing has put a value of the field into the request. */
	private isRouted(field: INodeProperties): boolean {
		const { property, part } = placeInRequest(field);
		return property !== undefined && property in this[part];
	}

	/** Sends a value where its field says that it goes, in place of the value that routing has put there. */
	private send(field: INodeProperties, value: unknown): void {
		const { property, part } = placeInRequest(field);
		if (value === undefined) this.leaveOut(field);
		else if (property !== undefined) this[part][property] = value as IDataObject[string];
	}

	/** Leaves a field out of the request, because it is blank or does not show. */
	private leaveOut(field: INodeProperties): void {
		const { property, part } = placeInRequest(field);
		if (property !== undefined) delete this[part][property];
	}

	/**
	 * Whether a field shows in the version and with the values that were read so far. n8n cannot tell where an expression
	 * decides, and shows it. A field that only our code reads is refused by it in words.
	 */
	private isShown(field: INodeProperties): boolean {
		const { show = {}, hide = {} } = field.displayOptions ?? {};
		const isInVersion = versionsOf(field)?.includes(this.version) !== false;
		if (!isInVersion && placeInRequest(field).property !== undefined) return false;

		return this.metConditions(show).every((isMet) => isMet) && !this.metConditions(hide).includes(true);
	}

	/** Says of each condition about a value that was read whether it is met. */
	private metConditions(conditions: object): boolean[] {
		const met: boolean[] = [];

		for (const [path, wanted] of Object.entries(conditions) as Array<[path: string, wanted: unknown[]]>) {
			const name = path.replace('/', '');
			if (name in this.values) met.push(wanted.includes(this.values[name]));
		}
		return met;
	}
}
