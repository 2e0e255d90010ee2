import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

/** The tables of an operation's fields, as the panel describes them. */

/** What a table does not show: the fields that choose the operation, and what nobody fills in. */
const FRAME = ['resource', 'operation', 'apiVersion'];
const NOT_FILLED_IN = ['notice', 'hidden'];

/** Whether a field belongs to an operation; what else it depends on does not matter here. */
function belongs({ displayOptions = {} }: INodeProperties, resource: string, operation: string): boolean {
	const names = { resource, operation };
	return Object.entries(names).every(([key, name]) => {
		const shown = displayOptions.show?.[key] as unknown[] | undefined;
		const hidden = displayOptions.hide?.[key] as unknown[] | undefined;
		return (shown?.includes(name) ?? true) && !(hidden?.includes(name) ?? false);
	});
}

function inner({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => ('type' in option ? [option] : 'values' in option ? option.values : []));
}

function choices({ options = [] }: INodeProperties): unknown[] {
	return options
		.filter((option): option is INodePropertyOptions => 'value' in option && !('type' in option))
		.map(({ value }) => value);
}

/** More choices than a cell has room for stand in the list of the panel. */
const MOST_CHOICES = 12;

/** The default; of a switch in a collection, that it is on as soon as it is added. */
function standardOf({ default: value }: INodeProperties, isInside: boolean): string {
	if (value === true && isInside) return 'On when added';
	const isShown = typeof value === 'number' || value === true || (typeof value === 'string' && value !== '');
	return isShown ? `Default: \`${String(value).replace(/^=/, '')}\`` : '';
}

/** What a person reads about a field: its description, or else its hint, or else the example in it. */
function meaningOf({ description, hint, placeholder }: INodeProperties): string {
	const text = (description ?? hint ?? '')
		.replace(/<[^>]+>/g, '')
		.replaceAll('|', '\\|')
		.trim();
	if (text !== '' || placeholder === undefined) return text;

	return placeholder.replace(/^e\.g\. (.*)$/, 'For example `$1`');
}

function takes(field: INodeProperties, isInside: boolean): string {
	const values = choices(field);
	const listed =
		values.length > 0 && values.length <= MOST_CHOICES ? values.map((value) => `\`${String(value)}\``).join(', ') : '';
	return [meaningOf(field), listed, standardOf(field, isInside)]
		.filter((part) => part !== '')
		.join('. ')
		.replaceAll('..', '.');
}

function row(field: INodeProperties, isInside: boolean): string {
	return `| ${field.displayName} (\`${field.name}\`)${field.required ? ', required' : ''} | ${takes(field, isInside)} |`;
}

/** Rows that stand on the page already, by their text, with the operation that has them. */
export type Known = Map<string, string>;

/** So many rows of another table are named, not repeated. */
const WORTH_NAMING = 2;

/** One row a name: a field that has a variant for a version or for tools stands there once. */
function table(fields: readonly INodeProperties[], title: string, known: Known, isInside = false): string {
	const first = fields.filter(({ name }, index) => fields.findIndex((field) => field.name === name) === index);
	const rows = first.map((field) => ({ name: field.name, text: row(field, isInside) }));
	const others = rows.map(({ text }) => known.get(text)).filter((other) => other !== undefined);
	const other = others.find((each) => others.filter((same) => same === each).length >= WORTH_NAMING);
	const repeated = rows.filter(({ text }) => other !== undefined && known.get(text) === other);
	const shown = rows.filter((each) => !repeated.includes(each));
	for (const { text } of rows) if (!known.has(text)) known.set(text, title);
	const parts =
		shown.length > 0 ? [['| Field | Meaning |', '|---|---|', ...shown.map(({ text }) => text)].join('\n')] : [];
	if (repeated.length > 0) parts.push(`As in **${other}**: ${repeated.map(({ name }) => `\`${name}\``).join(', ')}.`);
	return parts.join('\n\n');
}

/** What a page calls an operation: the resource and the operation in the words of the panel. */
function titleOf({ properties }: INodeTypeDescription, resource: string, operation: string): string {
	const nameIn = (list: string, value: string) => {
		const lists = properties.filter((field) => field.name === list && belongs(field, resource, operation));
		const entries = lists
			.flatMap(({ options = [] }) => options)
			.filter((option): option is INodePropertyOptions => 'value' in option);
		return entries.find((entry) => entry.value === value)?.name ?? value;
	};
	return `${nameIn('resource', resource)}: ${nameIn('operation', operation)}`;
}

/**
 * @param description of the node
 * @param operation as `<resource>.<operation>`
 * @param known rows of the operations before it on the page; its own are added
 * @returns Markdown: a table of the fields at the top level, then one for each collection
 * @throws Error when the node has no field for this operation
 */
export function fieldsOf(description: INodeTypeDescription, operation: string, known: Known = new Map()): string {
	const [resource = '', name = ''] = operation.split('.');
	const fields = description.properties.filter(
		(field) => !FRAME.includes(field.name) && !NOT_FILLED_IN.includes(field.type) && belongs(field, resource, name),
	);
	if (fields.length === 0)
		throw new Error(`The node has no fields for ${operation}. Check the markers in docs/operations`);
	const title = titleOf(description, resource, name);
	const plain = fields.filter(({ type }) => type !== 'collection');
	const top = table(plain, title, known);
	const collections = fields.filter(({ type }) => type === 'collection');
	const parts = collections.flatMap((field) => {
		const fieldsInside = inner(field).filter(({ type }) => !NOT_FILLED_IN.includes(type));
		return fieldsInside.length > 0
			? [`**${field.displayName}** (\`${field.name}\`)\n\n${table(fieldsInside, title, known, true)}`]
			: [];
	});
	return [...(top === '' ? [] : [top]), ...parts].join('\n\n');
}
