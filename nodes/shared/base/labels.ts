import type { INodeProperties } from 'n8n-workflow';

/** What a person sees of each parameter in the panel, by its own name. */
export type Labels = ReadonlyMap<string, string>;

/** Places of the panel that no description of a node has: n8n has them, in its settings of nodes and workflows too. */
const FRAME: ReadonlyArray<readonly [string, string]> = [
	['credential', 'Credential to connect with'],
	['timezone', 'Timezone'],
	['input', 'Input'],
];

/** A collection inside a collection has names that stand elsewhere too, so these are told apart by their place. */
function labelsIn(field: INodeProperties, depth = 0): Array<readonly [string, string]> {
	const { name, displayName, type, options = [] } = field;
	const entries = type === 'collection' ? options.filter((option): option is INodeProperties => 'type' in option) : [];
	const inside = entries.flatMap((entry) => labelsIn(entry, depth + 1));
	const placed = inside.map(([own, label]) => [`${name}.${own}`, `${displayName}: ${label}`] as const);
	return [[name, displayName], ...(depth > 0 ? placed : inside)];
}

/** Reads the labels out of the description that n8n shows: a message calls a field what the panel does. */
export function labelsOf(fields: readonly INodeProperties[]): Labels {
	return new Map([...FRAME, ...fields.flatMap((field) => labelsIn(field))]);
}

/** What may name a parameter: the first word of a line, elsewhere what is no English; a quotation is found first. */
const NAME = /"[^"\n]*"|^[a-z]\w*(?:\.[A-Za-z]+)?(?=[ :])|\b[a-z]+[A-Z][A-Za-z]*(?:\.[A-Za-z]+)?\b/gm;

/** Puts the labels of the panel in place of the names of parameters in a message: checks know the service's names. */
export function labelled(text: string, labels: Labels): string {
	return text.replace(NAME, (name) => labels.get(name) ?? name);
}
