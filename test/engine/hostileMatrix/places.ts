import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { CHOICES, CONTRACT, namesOf, versionOf, type Choice } from '../../description/contract';
import { NODE } from '../../description/nodes';
import { Panel } from '../../../tools/panel';
import { REQUEST_CASES } from '../../description/requestCases';

/** Every parameter of every operation, found in the node's own description. */

/** One parameter in one operation and version. */
export interface Place {
	readonly operation: string;
	readonly choice: Choice;
	/** Names from the top level down. */
	readonly path: readonly string[];
	readonly field: INodeProperties;
	/** Values that the parameter needs in order to show. */
	readonly circumstances: INodeParameters;
}

export function nameOf({ path }: Place): string {
	return path.at(-1) ?? '';
}

/** The fields of an operation that its panel can show with one value or another of other fields. */
function shownSomehow(base: INodeParameters): INodeProperties[] {
	const own = NODE.properties.filter(({ displayOptions }) => {
		const { resource, operation } = displayOptions?.show ?? {};
		return resource?.includes(base.resource as never) === true && operation?.includes(base.operation as never) === true;
	});
	return own.filter((field) => new Panel(NODE, { ...base, ...circumstancesOf(field) }).fields().includes(field));
}

const ALWAYS_GIVEN: ReadonlySet<string> = new Set(['resource', 'operation', 'apiVersion', '/apiVersion']);

/** The first value that shows a field, for each field that it depends on; where some hide it, the default of that field. */
function circumstancesOf({ displayOptions = {} }: INodeProperties): INodeParameters {
	const standards = new Map(NODE.properties.map((property) => [property.name, property.default]));
	const needed = Object.entries(displayOptions.show ?? {}).map(([name, values]) => [name, values?.[0]]);
	const avoided = Object.keys(displayOptions.hide ?? {}).map((name) => [name.replace('/', ''), standards.get(name.replace('/', ''))]);
	const all = [...needed, ...avoided].filter(([name]) => !ALWAYS_GIVEN.has(String(name)));
	return Object.fromEntries(all) as INodeParameters;
}

function placesIn(operation: string, choice: Choice): Place[] {
	const base = { ...namesOf(operation), apiVersion: choice };
	const at = (path: string[], field: INodeProperties, outer: INodeParameters): Place[] => {
		const circumstances = { ...outer, ...circumstancesOf(field) };
		const inner = new Panel(NODE, { ...base, ...circumstances }).inside(field);
		return [
			{ operation, choice, path, field, circumstances },
			...inner.flatMap((each) => at([...path, each.name], each, circumstances)),
		];
	};
	return shownSomehow(base).flatMap((field) => at([field.name], field, {}));
}

/** What is always shown, whatever is chosen. */
function chosenFirst(operation: string, choice: Choice): Place[] {
	const fields = NODE.properties.filter(({ name, displayOptions }) => {
		const shownFor = displayOptions?.show?.resource;
		return ALWAYS_GIVEN.has(name) && (shownFor === undefined || shownFor.includes(namesOf(operation).resource as never));
	});
	return fields.map((field) => ({ operation, choice, path: [field.name], field, circumstances: {} }));
}

/** All of them, in every version that has the operation. Notices are no parameters. */
export function placesFor(choices: readonly Choice[] = CHOICES): Place[] {
	const pairs = Object.entries(CONTRACT).flatMap(([operation, row]) =>
		choices.filter((choice) => versionOf(row, choice)).map((choice) => [operation, choice] as const),
	);
	const found = pairs.flatMap(([operation, choice]) => [
		...(choice === 'auto' ? chosenFirst(operation, choice) : []),
		...placesIn(operation, choice),
	]);
	return found.filter(({ field }) => field.type !== 'notice');
}

/** The usual parameters of an operation, with what a place needs in order to show. */
export function usualParameters({ operation, choice, circumstances }: Place): INodeParameters {
	const { full } = REQUEST_CASES[operation] ?? {};
	if (!full) throw new Error(`${operation} has no case in requestCases.ts`);
	return { ...namesOf(operation), apiVersion: choice, ...full, ...circumstances };
}

/** The same with another value at the place. */
export function withValue(parameters: INodeParameters, path: readonly string[], value: unknown): INodeParameters {
	const [name = '', ...rest] = path;
	if (rest.length === 0) return { ...parameters, [name]: value } as INodeParameters;
	const inner = (parameters[name] ?? {}) as INodeParameters;
	return { ...parameters, [name]: withValue(inner, rest, value) };
}

/** The same without it. */
export function withoutValue(parameters: INodeParameters, path: readonly string[]): INodeParameters {
	const [name = '', ...rest] = path;
	if (rest.length > 0) return { ...parameters, [name]: withoutValue((parameters[name] ?? {}) as INodeParameters, rest) };
	return Object.fromEntries(Object.entries(parameters).filter(([key]) => key !== name));
}
