import type { IDataObject, IExecuteSingleFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { ApiVersion } from '../api/versions';
import { parameterError, refuse } from '../base/errors';
import { isBlank, isEmpty, isObject } from '../base/json';
import type { JsonRecord } from '../base/json';
import { shownValue } from '../values/show';
import { unknownNames } from '../values/unknownNames';
import { isInVersion, placeInRequest, readValue } from './fieldReaders';

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

/** Whether n8n evaluates a text that it has stored. */
function isEvaluated(stored: unknown): boolean {
	return typeof stored === 'string' && stored.startsWith('=');
}

/** Whether n8n evaluates a stored parameter, or an entry of a list of choices. */
function isExpression(stored: unknown): boolean {
	const entries: unknown[] = [stored].flat();
	return entries.some(isEvaluated);
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
		const { type: nodeType, parameters } = functions.getNode();
		// As the tool of an AI agent: n8n puts a word behind the name of the node type.
		this.values = { '@tool': nodeType.endsWith('Tool') };
		this.query = { ...request.qs };
		this.body = { ...(request.body as IDataObject) };

		for (const field of fields) {
			const { name } = field;
			if (!this.isShown(field)) {
				this.leaveOut(field);
				continue;
			}

			const stored: unknown = parameters[name] ?? field.default;
			this.values[name] = this.readField(field, stored);
		}
	}

	private readField(field: INodeProperties, stored: unknown): unknown {
		if (field.type === 'collection') return this.readCollection(field, stored);

		return this.readParameter(field, stored);
	}

	/** Reads a parameter at the top level, and has it sent as it was read. */
	private readParameter(field: INodeProperties, stored: unknown): unknown {
		const entered = this.enteredValue(field, field.name, stored);
		const mayBeBlank = hasDefault(field) && !field.required;

		if (mayBeBlank && isBlank(entered)) {
			this.noteBlank(field, entered, stored);
			this.send(field, field.default);
			return field.default;
		}

		const value = this.read(field, entered);
		// Routing has left out the fields that do not show.
		const isSent = value === undefined || this.isRouted(field);
		if (isSent) this.send(field, value);
		return value;
	}

	/** Notes that a parameter at the top level is blank. */
	private noteBlank(field: INodeProperties, value: unknown, stored: unknown): void {
		this.blanks.push({
			field,
			value,
			isExpression: isExpression(stored),
		});
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

		const addsNothing = isEmpty(entries) || isBlank(stored);
		if (addsNothing) {
			this.noteBlank(field, entries, stored);
			return {};
		}

		if (!isObject(entries)) {
			const rule = 'the expression must return an object whose keys are the names of fields. To add none, remove it.';
			throw parameterError(name, `${name} is ${shownValue(entries)}`, rule);
		}

		// Among entries that were added by hand, n8n may keep one of another operation.
		if (isOneExpression) this.refuseUnknownNames(field, entries);
		return this.readEntries(field, { name, entries, isOneExpression });
	}

	private refuseUnknownNames(collection: INodeProperties, entries: JsonRecord): void {
		const { name } = collection;
		const given = Object.keys(entries);
		const unknown = unknownNames(collection, given, this.fields);
		const violations = unknown.map(({ message }) => ({
			parameter: name,
			message,
		}));

		refuse(violations, (extent) => `${name} has ${extent.reasons} names that do not exist`);
	}

	/** Reads the entries that a collection has, and has each sent as it was read. */
	private readEntries(collection: INodeProperties, given: GivenCollection): Readonly<Record<string, unknown>> {
		const values: Record<string, unknown> = {};

		for (const entry of collection.options as INodeProperties[]) {
			const isAdded = Object.hasOwn(given.entries, entry.name) && this.isShown(entry);
			const value = isAdded ? this.readEntry(entry, given) : undefined;

			// Routing sends nothing of a collection that is one expression, so it is sent here.
			const isOwnTask = value === undefined || given.isOneExpression;
			if (isOwnTask || this.isRouted(entry)) this.send(entry, value);
			// Of two entries of one name, one shows.
			if (value !== undefined) values[entry.name] = value;
		}
		return values;
	}

	/** Reads an entry of a collection; `undefined` where it is blank, which is noted. */
	private readEntry(entry: INodeProperties, given: GivenCollection): unknown {
		const { name: collection, isOneExpression } = given;
		const stored = given.entries[entry.name];
		const path = `${collection}.${entry.name}`;
		const entered = isOneExpression ? stored : this.enteredValue(entry, path, stored);

		const value = this.readUnlessBlank(entry, entered);
		if (value !== undefined) return value;

		this.blanks.push({
			field: entry,
			collection,
			value: entered,
			isExpression: isOneExpression || isExpression(stored),
		});
		return undefined;
	}

	/** Reads the value of an entry; `undefined` where it is blank. White space in a card is something: its rules judge it. */
	private readUnlessBlank(entry: INodeProperties, value: unknown): unknown {
		const { part } = placeInRequest(entry);
		const isOfCard = part === 'body' && !hasDefault(entry);
		const isLeftOut = isOfCard ? isEmpty(value) : isBlank(value);
		if (isLeftOut) return undefined;

		const read = this.read(entry, value);
		const isEmptyList = Array.isArray(read) && read.length === 0;
		return isEmptyList ? undefined : read;
	}

	private read(field: INodeProperties, value: unknown): unknown {
		const { functions, version } = this;
		const getTimezone = () => functions.getTimezone();
		return readValue(field, value, { version, getTimezone });
	}

	/** The value that a person entered. n8n is asked for expressions alone: it looks through the whole description. */
	private enteredValue(field: INodeProperties, path: string, stored: unknown): unknown {
		const mayHoldExpressions = typeof stored === 'object' && stored !== null;
		const isPlain = !mayHoldExpressions && !isExpression(stored);
		if (isPlain) return stored;

		const extractValue = field.type === 'resourceLocator';
		return this.functions.getNodeParameter(path, '', { extractValue });
	}

	/** Whether n8n's routing has put a value of the field into the request. */
	private isRouted(field: INodeProperties): boolean {
		const { property, part } = placeInRequest(field);
		return property !== undefined && property in this[part];
	}

	/** Sends a value where its field says that it goes, in place of the value that routing has put there. */
	private send(field: INodeProperties, value: unknown): void {
		if (value === undefined) {
			this.leaveOut(field);
			return;
		}

		const { property, part } = placeInRequest(field);
		if (property !== undefined) this[part][property] = value as IDataObject[string];
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
		const { property } = placeInRequest(field);
		const isOtherVersion = !isInVersion(field, this.version);
		if (isOtherVersion && property !== undefined) return false;

		const { show = {}, hide = {} } = field.displayOptions ?? {};
		const shows = this.metConditions(show);
		const hides = this.metConditions(hide);
		return !shows.includes(false) && !hides.includes(true);
	}

	/** Says of each condition about a value that was read whether it is met. */
	private metConditions(conditions: object): boolean[] {
		const wantedValues = Object.entries<unknown[]>({ ...conditions });
		const met: boolean[] = [];

		for (const [path, wanted] of wantedValues) {
			const name = path.replace('/', '');
			if (name in this.values) met.push(wanted.includes(this.values[name]));
		}
		return met;
	}
}
