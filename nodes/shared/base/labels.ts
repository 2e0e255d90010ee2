import type { INodeProperties } from 'n8n-workflow';

/** The labels of parameters in the panel, by the names of the parameters. */
export type Labels = ReadonlyMap<string, string>;

/** The name of a parameter, and its label. */
type NameAndLabel = readonly [name: string, label: string];

/** Labels that stand outside the description of a node: n8n shows them, also in its settings of nodes and workflows. */
const FRAME: readonly NameAndLabel[] = [
	['credential', 'Credential to connect with'],
	['timezone', 'Timezone'],
	['input', 'Input'],
];

/** The labels of a field and of the fields inside it. */
function labelsIn(field: INodeProperties, depth = 0): NameAndLabel[] {
	const { name, displayName, type, options = [] } = field;
	const own: NameAndLabel = [name, displayName];
	if (type !== 'collection') return [own];

	const entries = options.filter((option): option is INodeProperties => 'type' in option);
	const inside = entries.flatMap((entry) => labelsIn(entry, depth + 1));
	if (depth === 0) return [own, ...inside];

	// A collection inside a collection has names that stand elsewhere too, so these are told apart by their collection.
	const qualified = inside.map(([innerName, innerLabel]): NameAndLabel => {
		return [`${name}.${innerName}`, `${displayName}: ${innerLabel}`];
	});
	return [own, ...qualified];
}

/** Reads the labels out of the description that n8n shows: a message calls a field what the panel does. */
export function labelsOf(fields: readonly INodeProperties[]): Labels {
	const labels = fields.flatMap((field) => labelsIn(field));
	return new Map([...FRAME, ...labels]);
}

/** The words that may name a parameter: the first one of a line, and elsewhere what is no English. Quotations are passed over. */
const NAME = /"[^"\n]*"|^[a-z]\w*(?:\.[A-Za-z]+)?(?=[ :])|\b[a-z]+[A-Z][A-Za-z]*(?:\.[A-Za-z]+)?\b/gm;

/** Puts the labels of the panel in place of the names of parameters in a message: checks know the service's names. */
export function labelled(text: string, labels: Labels): string {
	return text.replace(NAME, (name) => {
		return labels.get(name) ?? name;
	});
}
