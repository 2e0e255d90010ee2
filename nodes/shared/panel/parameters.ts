import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
	INodePropertyOptions,
	IPollFunctions,
} from 'n8n-workflow';
import type { ApiVersion } from '../api/versions';
import { fault } from '../base/errors';
import { isBlank, isEmpty, isObject } from '../base/json';
import { misspellings } from '../values/columnNames';
import { readMoment } from '../values/dateTime';
import { entriesOf, readId, readList, readSwitch, readText, readWholeNumber } from '../values/readers';
import { quote, shownValue } from '../values/show';
import { binaryFieldName } from './binaryFieldName';

/** The choices of *API Version* under which a field or a choice shows; `undefined` for all. */
function versionsOf({ displayOptions }: Pick<INodeProperties, 'displayOptions'>) {
	return displayOptions?.show?.['/apiVersion'];
}

/** The parameters of one item, by the fields of its operation: each value is read by the type of its field, once. */
export class Given {
	/** By name. A collection holds what was added to it and is not blank. */
	readonly values: Record<string, unknown>;

	/** What was added to a collection and turned out blank, by the name of the collection. */
	readonly blanks: Record<string, string[]> = {};

	/** What n8n's routing has made of the fields that say where their values go. */
	readonly query: IDataObject;

	body: IDataObject;

	/** @throws ParameterError naming the first that cannot be what its type says */
	constructor(
		private readonly functions: IExecuteSingleFunctions | IPollFunctions,
		fields: readonly INodeProperties[],
		private readonly version: ApiVersion,
		{ qs, body }: { qs?: IDataObject; body?: unknown } = {},
	) {
		const node = functions.getNode();
		// As the tool of an AI agent: n8n puts a word behind the name of the node type.
		this.values = { '@tool': node.type.endsWith('Tool') };
		this.query = { ...qs };
		this.body = { ...(body as IDataObject) };
		for (const field of fields) {
			const { name, type } = field;
			const stored: unknown = node.parameters[name] ?? field.default;
			const isShown = this.isShown(field);
			if (isShown && type === 'collection') this.values[name] = this.collection(field, stored);
			else if (isShown) this.values[name] = this.value(field, this.entered(field, name, stored));
			this.put(field, isShown ? this.values[name] : undefined);
		}
	}

	/**
	 * Puts a value as it was read in place of what routing has put there, or takes it out: it is blank, or does not show.
	 * Routing sends nothing of a collection that is one expression, so that goes where it would have gone.
	 */
	private put({ routing }: INodeProperties, value: unknown, isUnseen = false): void {
		const { property, type = 'query' } = routing?.send ?? {};
		if (property === undefined) return;
		if (value === undefined) delete this[type][property];
		else if (isUnseen || property in this[type]) this[type][property] = value as IDataObject[string];
	}

	/** Reads what was added to a collection, by hand or by one expression for all of it. */
	private collection({ name: collection, options = [], ...field }: INodeProperties, stored: unknown): object {
		const isUnseen = typeof stored === 'string';
		const given = isUnseen ? this.entered(field, collection, stored) : stored;
		if (!isBlank(stored) && !isObject(given)) {
			const rule = 'it must give an object with the names of the fields, or remove the expression.';
			throw fault(collection, `${collection} is ${shownValue(given)}`, rule);
		}
		const added = isObject(given) ? given : {};
		const [wrong] = isUnseen ? misspellings(options.map(({ name }) => name))(added) : [];
		if (wrong) throw fault(collection, `${collection} has ${quote(wrong.given)}`, `write ${quote(wrong.column)}.`);
		const values: Record<string, unknown> = {};
		for (const entry of options as INodeProperties[]) {
			const { name } = entry;
			let value: unknown;
			if (Object.hasOwn(added, name) && this.isShown(entry)) {
				value = this.entry(entry, isUnseen ? added[name] : this.entered(entry, `${collection}.${name}`, added[name]));
				if (value === undefined) (this.blanks[collection] ??= []).push(name);
				else values[name] = value;
			}
			this.put(entry, value, isUnseen);
		}
		return values;
	}

	/** An entry of a collection; `undefined` where it is blank. White space in a card is something: its rules judge it. */
	private entry(field: INodeProperties, value: unknown): unknown {
		if (field.routing?.send?.type === 'body' ? isEmpty(value) : isBlank(value)) return undefined;
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
		const isPlain = typeof stored === 'string' ? !stored.startsWith('=') : typeof stored !== 'object' || stored === null;
		return isPlain ? stored : this.functions.getNodeParameter(path, '', { extractValue: type === 'resourceLocator' });
	}

	/** Reads one value by its type. The fields of a card and what goes into the path have rules of their own. */
	private value(field: INodeProperties, value: unknown): unknown {
		const { name, type, typeOptions, routing, required } = field;
		const { property, type: place = 'query' } = routing?.send ?? {};
		if (type === 'boolean') return readSwitch(name, value);
		if (type === 'number') return readWholeNumber(name, value, typeOptions);
		if (type === 'multiOptions') {
			if (typeOptions?.loadOptionsMethod !== undefined) return entriesOf(value).map((entry) => readId(name, entry));
			return [...new Set(readList(name, value))].map((entry) => this.choice(field, entry));
		}
		if (typeOptions?.binaryDataProperty) return required || !isBlank(value) ? binaryFieldName(name, value) : undefined;
		if (type === 'options') return isBlank(value) ? undefined : this.choice(field, value);
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
