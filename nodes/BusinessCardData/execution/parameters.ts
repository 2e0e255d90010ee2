import type { IExecuteSingleFunctions, INodeProperties, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import {
	entriesOf,
	fault,
	isBlank,
	isObject,
	readId,
	readList,
	readMoment,
	readQueryText,
	readSwitch,
	readWholeNumber,
	shownValue,
	toServiceDateTime,
} from '../../shared';
import type { ApiVersion, GivenParameters } from '../../shared';
import { isTool } from './asTool';

/** The parameters of one operation for one input item. */
export interface Given {
	/** By name. A collection holds what was added to it and is not blank. */
	readonly values: GivenParameters;
	/** What was added to a collection and turned out blank, by the name of the collection. */
	readonly blanks: Readonly<Record<string, readonly string[]>>;
}

/** Where the value of a field goes: into the query, into the body, or nowhere but to our code. */
function destinationOf({ routing }: INodeProperties): 'query' | 'body' | undefined {
	return routing?.send?.property === undefined ? undefined : (routing.send.type ?? 'query');
}

function valuesOf({ options = [] }: INodeProperties): unknown[] {
	return (options as INodePropertyOptions[]).map(({ value }) => value);
}

/** The fields of a collection. One that differs by version stands there several times. */
export function entriesOfCollection({ type, options = [] }: INodeProperties): INodeProperties[] {
	return type === 'collection' ? options.filter((option): option is INodeProperties => 'type' in option) : [];
}

function versionsOf({ displayOptions: { show } = {} }: INodeProperties): readonly unknown[] | undefined {
	return show?.['/apiVersion'];
}

/** Reads the parameters of one item, by the fields of its operation. */
export class ParameterReader {
	private readonly stored: Readonly<Record<string, unknown>>;

	constructor(
		private readonly functions: IExecuteSingleFunctions | IPollFunctions,
		private readonly fields: readonly INodeProperties[],
		private readonly version: ApiVersion,
	) {
		this.stored = functions.getNode().parameters;
	}

	/**
	 * Reads all of them.
	 *
	 * @throws ParameterError naming the first that cannot be what its type says
	 */
	read(): Given {
		const values: Record<string, unknown> = { '@tool': isTool(this.functions.getNode()) };
		const blanks: Record<string, readonly string[]> = {};
		for (const field of this.fields) {
			if (!this.isShown(field, values)) continue;
			const { name } = field;
			if (field.type === 'collection') [values[name], blanks[name]] = this.collection(field, values);
			else values[name] = this.value(field, this.entered(field, name, this.stored[name] ?? field.default));
		}
		return { values, blanks };
	}

	/** Whether the collection is one expression: then n8n's routing sends nothing of it. */
	isOneExpression({ name, type }: INodeProperties): boolean {
		return type === 'collection' && typeof this.stored[name] === 'string';
	}

	/** What was added to a collection, by hand or by one expression for all of it. */
	private added({ name }: INodeProperties): Readonly<Record<string, unknown>> {
		const stored = this.stored[name] ?? {};
		const added = typeof stored === 'string' ? this.evaluated(name, stored) : stored;
		if (isBlank(added)) return {};
		if (isObject(added)) return added;
		const rule = 'it must give an object with the names of the fields, or remove the expression.';
		throw fault(name, `${name} is ${shownValue(added)}`, rule);
	}

	private collection(collection: INodeProperties, others: GivenParameters): [GivenParameters, string[]] {
		const added = this.added(collection);
		const values: Record<string, unknown> = {};
		const blanks: string[] = [];
		for (const field of entriesOfCollection(collection)) {
			const { name } = field;
			if (!Object.hasOwn(added, name) || !this.isShown(field, others)) continue;
			const value = this.isOneExpression(collection)
				? this.chosen(field, added[name])
				: this.entered(field, `${collection.name}.${name}`, added[name]);
			if (this.isLeftOut(field, value)) blanks.push(name);
			else values[name] = this.value(field, value);
		}
		return [values, blanks];
	}

	/** White space in a card is something: its rules judge it. */
	private isLeftOut(field: INodeProperties, value: unknown): boolean {
		if (field.type === 'multiOptions' && typeof value === 'string') return entriesOf(value).length === 0;
		return destinationOf(field) === 'body' && typeof value === 'string' ? value === '' : isBlank(value);
	}

	/**
	 * Whether a field shows in the version and with the values that were read so far. n8n cannot tell where an expression
	 * decides, and shows it.
	 */
	private isShown(field: INodeProperties, values: GivenParameters): boolean {
		const { show = {}, hide = {} } = field.displayOptions ?? {};
		// What only our code reads is refused by it in words.
		if (destinationOf(field) && versionsOf(field)?.includes(this.version) === false) return false;
		const met = (conditions: object) =>
			Object.entries(conditions).flatMap(([path, wanted]: [string, unknown[]]) => {
				const name = path.replace(/^\//, '');
				return name in values ? [wanted.includes(values[name])] : [];
			});
		return met(show).every((each) => each) && !met(hide).some((each) => each);
	}

	/** What is no expression is what it is. Asked for a parameter, n8n looks through the whole description each time. */
	private evaluated(path: string, stored: unknown): unknown {
		const isPlain = typeof stored === 'string' ? !stored.startsWith('=') : typeof stored !== 'object' || stored === null;
		return isPlain ? stored : this.functions.getNodeParameter(path, '');
	}

	/** What a person entered. By itself, as of a whole choice n8n gives a DateTime as its text. */
	private entered(field: INodeProperties, path: string, stored: unknown): unknown {
		const isChoice = field.type === 'resourceLocator' && isObject(stored) && 'value' in stored;
		return this.chosen(field, isChoice ? this.evaluated(`${path}.value`, stored.value) : this.evaluated(path, stored));
	}

	private chosen({ type }: INodeProperties, value: unknown): unknown {
		return type === 'resourceLocator' && isObject(value) && 'value' in value ? value.value : value;
	}

	/** Reads one value by its type. The fields of a card and what goes into the path have rules of their own. */
	private value(field: INodeProperties, value: unknown): unknown {
		const { name, type, typeOptions, routing } = field;
		const destination = destinationOf(field);
		if (type === 'boolean') return readSwitch(name, value);
		if (type === 'number') {
			return readWholeNumber(name, value, { least: typeOptions?.minValue ?? 0, most: typeOptions?.maxValue });
		}
		if (destination === 'body') return value;
		if (type === 'options') return isBlank(value) ? undefined : this.choice(field, value);
		if (type === 'multiOptions') {
			if (typeOptions?.loadOptionsMethod !== undefined) return entriesOf(value).map((entry) => readId(name, entry));
			return [...new Set(readList(name, value))].map((entry) => this.choice(field, entry));
		}
		if (destination === undefined) return value;
		if (isBlank(value)) return undefined;
		if (type === 'dateTime') return toServiceDateTime(readMoment(name, value, this.functions.getTimezone()));
		if (type !== 'string') return value;
		// A key with brackets takes a list (spec: Common parameter rules).
		const isList = routing?.send?.property?.endsWith('[]');
		return isList ? readList(name, value).map((entry) => readQueryText(name, entry)) : readQueryText(name, value);
	}

	private choice(field: INodeProperties, value: unknown): unknown {
		const { name, type } = field;
		const known = valuesOf(field);
		if (known.includes(value)) return value;
		const all = [...this.fields, ...this.fields.flatMap(entriesOfCollection)];
		const elsewhere = all.find((other) => other.name === name && valuesOf(other).includes(value));
		const versions = elsewhere && versionsOf(elsewhere)?.filter((version) => version !== 'auto');
		if (versions) {
			throw fault(
				name,
				`${name} ${shownValue(value)} does not exist in API version ${this.version}`,
				`it exists in API version ${versions.join(', ')}; version ${this.version} knows ${known.join(', ')}.`,
			);
		}
		const rule = `it must be ${type === 'multiOptions' ? 'any of' : 'one of'} ${known.join(', ')}.`;
		throw fault(name, `${name} is ${shownValue(value)}, which is not one of the choices`, rule);
	}
}
