import type { INodeProperties } from 'n8n-workflow';

/** What a person sees of each parameter in the panel, by its own name. */
export type Labels = ReadonlyMap<string, string>;

/** Places of the panel that no description of a node has: n8n has them, in its settings of nodes and workflows too. */
const FRAME: ReadonlyArray<readonly [string, string]> = [
	['credential', 'Credential to connect with'],
	['proxy', 'Proxy'],
	['timezone', 'Timezone'],
	['input', 'Input'],
];

/**
 * A collection inside a collection has names that stand elsewhere, too, so these are told apart by where they stand.
 */
function entriesOf(field: INodeProperties, inCollection: string | undefined): Array<readonly [string, string]> {
	const { name, displayName, type, options = [] } = field;
	const isInside = inCollection !== undefined;
	const entries = options.flatMap((option) => (type === 'collection' && 'type' in option ? [option] : []));
	return [
		[name, displayName],
		...entries.flatMap((entry) =>
			isInside ? [[`${name}.${entry.name}`, `${displayName}: ${entry.displayName}`] as const] : entriesOf(entry, name),
		),
	];
}

/**
 * Reads the labels out of the description that n8n shows, so that a message can never call a field what the panel does
 * not.
 */
export function labelsOf(fields: readonly INodeProperties[]): Labels {
	return new Map([...FRAME, ...fields.flatMap((field) => entriesOf(field, undefined))]);
}

/** A name that no sentence has as a word of English. */
const CAMEL_CASE = /\b[a-z]+(?:[A-Z][A-Za-z]*)+(?:\.[A-Za-z]+)?\b/g;

/** The name at the beginning of a line. */
const LEADING = /^[a-z]\w*(?:\.[A-Za-z]+)?(?=[ :])/;

/** What stands between double quotation marks is what a person entered. */
const ENTERED = /("[^"]*")/;

function labelledLine(line: string, labels: Labels): string {
	const known = (name: string) => labels.get(name) ?? name;
	return line
		.replace(LEADING, known)
		.split(ENTERED)
		.map((part) => (part.startsWith('"') ? part : part.replace(CAMEL_CASE, known)))
		.join('');
}

/**
 * Puts the labels of the panel in place of the names of parameters in a message. The checks know the service's own
 * names, and begin with the one that they are about; elsewhere in a sentence only a name that is no English word is
 * one.
 */
export function labelled(text: string, labels: Labels): string {
	return text
		.split('\n')
		.map((line) => labelledLine(line, labels))
		.join('\n');
}
