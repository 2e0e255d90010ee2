import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
	INodePropertyOptions,
	IPollFunctions,
} from 'n8n-workflow';
import type { ApiVersion } from '../api/versions';
import { fault, refuse } from '../base/errors';
import { isBlank, isEmpty, isObject } from '../base/json';
import { readMoment } from '../values/dateTime';
import { readIds, readList, readSwitch, readText, readWholeNumber } from '../values/readers';
import { shownValue } from '../values/show';
import { unknownNames } from '../values/unknownNames';
import { binaryFieldName } from './binaryFieldName';

/** The choices of *API Version* under which a field or a choice shows; `undefined` for all. */
function versionsOf({ displayOptions }: Pick<INodeProperties, 'displayOptions'>) {
	return displayOptions?.show?.['/apiVersion'];
}

/** A value that was asked for and turned out blank. */
export interface BlankValue {
	readonly field: INodeProperties;
	/** The name of the collection that it was added to, if any. */
	readonly collection?: string;
	/** What came in place of a value: `undefined`, `null`, white space. */
	readonly value: unknown;
	/** Not set where a person left the field of the panel empty. */
	readonly isExpression: boolean;
}

/** Whether n8n evaluates a stored parameter, or an entry of a list of choices. */
function isExpression(stored: unknown): boolean {
	const entries: unknown[] = [stored].flat();
	return entries.some((entry) => typeof entry === 'string' && entry.startsWith('='));
}

/** Fields that hold a choice, a switch or a number: a blank one is its default. */
const HAVE_DEFAULTS: ReadonlyArray<INodeProperties['type']> = ['options', 'multiOptions', 'boolean', 'number'];

/** The parameters of one item, by the fields of its operation: each value is read by the type of its field, once. */
export class ItemParameters {
	/** By name. A collection holds what was added to it and is not blank. */
	readonly values: Record<string, unknown>;

	/** The values that turned out blank. Their defaults count, unless an operation or the trigger refuses them. */
	readonly blanks: BlankValue[] = [];

	/** What n8n's routing has made of the fields that say where their values go. */
	readonly query: IDataObject;

	body: IDataObject;

	/** @throws ParameterError naming the first that cannot be what its type says */
	constructor(
		private readonly functions: IExecuteSingleFunctions | IPollFunctions,
		private readonly fields: readonly INodeProperties[],
		private readonly version: ApiVersion,
		{ qs, body }: { qs?: IDataObject; body?: unknown } = {},
	) {
		const node = functions.getNode();
		// As the tool of an AI agent: n8n puts a word behind the name of the node type.
		this.values = { '@tool': node.type.endsWith('Tool') };
		this.query = { ...qs };
		this.body = { ...(body as IDataObject) };

		for (const field of fields) {
			const stored: unknown = node.parameters[field.name] ?? field.default;
			if (!this.isShown(field)) this.take(field);
			else if (field.type === 'collection') this.values[field.name] = this.collection(field, stored);
			else this.values[field.name] = this.parameter(field, stored);
		}
	}

	/** Reads a parameter at the top level, and has it sent as it was read. */
	private parameter(field: INodeProperties, stored: unknown): unknown {
		const { name, type } = field;
		const entered = this.entered(field, name, stored);
		const isLeftToDefault = HAVE_DEFAULTS.includes(type) && !field.required && isBlank(entered);

		if (isLeftToDefault) {
			this.blanks.push({ field, value: entered, isExpression: isExpression(stored) });
			this.send(field, field.default);
			return field.default;
		}

		const value = this.value(field, entered);
		// Routing has left out what it does not show.
		if (value === undefined || this.isRouted(field)) this.send(field, value);
		return value;
	}

	/** Whether n8n's routing has put a value of the field into the request. */
	private isRouted({ routing }: INodeProperties): boolean {
		const { property, type = 'query' } = routing?.send ?? {};
		return property !== undefined && property in this[type];
	}

	/** Puts a value where its field says that it goes, in place of what routing has put there. */
	private send(field: INodeProperties, value: unknown): void {
		const { property, type = 'query' } = field.routing?.send ?? {};
		if (value === undefined) this.take(field);
		else if (property !== undefined) this[type][property] = value as IDataObject[string];
	}

	/** Takes out of the request what is blank, or does not show. */
	private take({ routing }: INodeProperties): void {
		const { property, type = 'query' } = routing?.send ?? {};
		if (property !== undefined) delete this[type][property];
	}

	/**
	 * Reads what was added to a collection, by hand or by one expression for all of it. Nothing in place of a collection
	 * adds nothing.
	 *
	 * @throws ParameterError for an expression that gives something else than an object, or names that there are not
	 */
	private collection(field: INodeProperties, stored: unknown): Readonly<Record<string, unknown>> {
		const { name: collection } = field;
		const isWhole = typeof stored === 'string';
		const given = isWhole ? this.entered(field, collection, stored) : stored;

		if (isEmpty(given) || isBlank(stored)) {
			this.blanks.push({ field, value: given, isExpression: isExpression(stored) });
			return {};
		}
		if (!isObject(given)) {
			const rule = 'it must give an object with the names of the fields, or remove the expression.';
			throw fault(collection, `${collection} is ${shownValue(given)}`, rule);
		}
		// Of what was added by hand, n8n may keep an entry of another operation.
		const unknown = isWhole ? unknownNames(field, Object.keys(given), this.fields) : [];
		refuse(
			unknown.map(({ message }) => ({ parameter: collection, message })),
			({ reasons }) => `${collection} has ${reasons} names that do not exist`,
		);

		const values: Record<string, unknown> = {};
		for (const entry of field.options as INodeProperties[]) {
			const { name } = entry;
			const isAdded = Object.hasOwn(given, name) && this.isShown(entry);
			const value = isAdded ? this.added(entry, collection, { stored: given[name], isWhole }) : undefined;

			// Routing sends nothing of a collection that is one expression, so that goes where it would have gone.
			if (value === undefined || isWhole || this.isRouted(entry)) this.send(entry, value);
			// Of two entries of one name, one shows.
			if (value !== undefined) values[name] = value;
		}
		return values;
	}

	/** Reads what was added to a collection under one name; `undefined` where it is blank, which is taken down. */
	private added(
		entry: INodeProperties,
		collection: string,
		{ stored, isWhole }: { stored: unknown; isWhole: boolean },
	): unknown {
		const entered = isWhole ? stored : this.entered(entry, `${collection}.${entry.name}`, stored);
		const value = this.entryValue(entry, entered);
		const isGivenByExpression = isWhole || isExpression(stored);

		if (value === undefined) {
			this.blanks.push({ field: entry, collection, value: entered, isExpression: isGivenByExpression });
		}
		return value;
	}

	/** The value of an entry; `undefined` where it is blank. White space in a card is something: its rules judge it. */
	private entryValue(field: INodeProperties, value: unknown): unknown {
		const isOfCard = field.routing?.send?.type === 'body' && !HAVE_DEFAULTS.includes(field.type);
		if (isOfCard ? isEmpty(value) : isBlank(value)) return undefined;

		const read = this.value(field, value);
		return Array.isArray(read) && read.length === 0 ? undefined : read;
	}

	/**
	 * Whether a field shows in the version and with the values that were read so far. n8n cannot tell where an expression
	 * decides, and shows it. What only our code reads is refused by it in words.
	 */
	private isShown(field: INodeProperties): boolean {
		const { show = {}, hide = {} } = field.displayOptions ?? {};
		if (field.routing?.send?.property !== undefined && versionsOf(field)?.includes(this.version) === false) return false;
		const nameOf = (path: string) => path.replace('/', '');
		const known = (conditions: object) => Object.entries(conditions).filter(([path]) => nameOf(path) in this.values);
		const isMet = ([path, wanted]: [string, unknown[]]) => wanted.includes(this.values[nameOf(path)]);
		return known(show).every(isMet) && !known(hide).some(isMet);
	}

	/** What a person entered. n8n is not asked for what is no expression: it looks through the whole description. */
	private entered({ type }: Pick<INodeProperties, 'type'>, path: string, stored: unknown): unknown {
		const mayHoldExpressions = typeof stored === 'object' && stored !== null;
		const isPlain = !mayHoldExpressions && !isExpression(stored);
		return isPlain ? stored : this.functions.getNodeParameter(path, '', { extractValue: type === 'resourceLocator' });
	}

	/** Reads one value by its type. The fields of a card and what goes into the path have rules of their own. */
	private value(field: INodeProperties, value: unknown): unknown {
		const { name, type, typeOptions, routing, required } = field;
		const { property, type: place = 'query' } = routing?.send ?? {};
		if (type === 'boolean') return readSwitch(name, value);
		if (type === 'number') return readWholeNumber(name, value, typeOptions);
		if (type === 'multiOptions') {
			if (typeOptions?.loadOptionsMethod !== undefined) return readIds(name, value);
			return [...new Set(readList(name, value))].map((entry) => this.choice(field, entry));
		}
		if (typeOptions?.binaryDataProperty) return required || !isBlank(value) ? binaryFieldName(name, value) : undefined;
		if (type === 'options') return this.choice(field, value);
		if (property === undefined || place === 'body') return value;
		if (isBlank(value)) {
			if (required) throw fault(name, `${name} is empty`, 'fill it in, or check its expression.');
			return undefined;
		}
		if (type === 'dateTime') {
			const bound = name === 'updatedTo' ? 'end' : 'beginning';
			return readMoment(name, value, this.functions.getTimezone(), bound).text;
		}
		if (type !== 'string') return value;
		// A key with brackets takes a list (spec: Common parameter rules).
		return property.endsWith('[]') ? readList(name, value) : readText(name, value);
	}

	/** One of the choices that the version has. */
	private choice(field: INodeProperties, value: unknown): unknown {
		const { name, type, options } = field;
		const choices = (options ?? []) as INodePropertyOptions[];
		const isKnown = (choice: INodePropertyOptions) => versionsOf(choice)?.includes(this.version) !== false;
		const chosen = choices.find((choice) => choice.value === value);
		if (chosen && isKnown(chosen)) return value;
		const hint = chosen ? `; API version ${versionsOf(chosen)?.slice(1).join(', ')} has it` : '';
		const known = choices.filter(isKnown).map((choice) => choice.value);
		const rule = `it must be ${type === 'multiOptions' ? 'any of' : 'one of'} ${known.join(', ')}${hint}.`;
		const where = chosen ? ` in API version ${this.version}` : '';
		throw fault(name, `${name} is ${shownValue(value)}, which is not one of the choices${where}`, rule);
	}
}
