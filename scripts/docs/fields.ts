import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

/** The tables of an operation's fields, as the panel describes them. */

/** What a table does not show: the fields that choose the operation, and boxes of text. */
const FRAME = ['resource', 'operation', 'apiVersion'];

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
	return options.filter((option): option is INodePropertyOptions => 'value' in option && !('type' in option)).map(({ value }) => value);
}

/** More choices than a cell has room for stand in the list of the panel. */
const MOST_CHOICES = 12;

/** The default; of a switch in a collection, that it is on as soon as it is added. */
function standardOf({ default: value }: INodeProperties, isInside: boolean): string {
	if (value === true && isInside) return 'On when added';
	const isShown = typeof value === 'number' || value === true || (typeof value === 'string' && value !== '');
	return isShown ? `Default: \`${String(value).replace(/^=/, '')}\`` : '';
}

function takes(field: INodeProperties, isInside: boolean): string {
	const values = choices(field);
	const listed = values.length > 0 && values.length <= MOST_CHOICES ? values.map((value) => `\`${String(value)}\``).join(', ') : '';
	const text = (field.description ?? '').replace(/<[^>]+>/g, '').replaceAll('|', '\\|').trim();
	return [text, listed, standardOf(field, isInside)].filter((part) => part !== '').join('. ').replaceAll('..', '.');
}

function row(field: INodeProperties, isInside: boolean): string {
	return `| ${field.displayName}${field.required ? ' (required)' : ''} | \`${field.name}\` | ${takes(field, isInside)} |`;
}

/** One row a name: a field that has a variant for a version or for tools stands there once. */
function table(fields: readonly INodeProperties[], isInside = false): string {
	const first = fields.filter(({ name }, index) => fields.findIndex((field) => field.name === name) === index);
	return ['| field | name | what it is |', '|---|---|---|', ...first.map((field) => row(field, isInside))].join('\n');
}

/**
 * @param description of the node
 * @param operation as `<resource>.<operation>`
 * @returns Markdown: a table of the fields at the top level, then one for each collection
 * @throws Error when the node has no field for this operation
 */
export function fieldsOf(description: INodeTypeDescription, operation: string): string {
	const [resource = '', name = ''] = operation.split('.');
	const fields = description.properties.filter(
		(field) => !FRAME.includes(field.name) && field.type !== 'notice' && belongs(field, resource, name),
	);
	if (fields.length === 0) throw new Error(`The node has no fields for ${operation}`);
	const plain = fields.filter(({ type }) => type !== 'collection');
	const collections = fields.filter(({ type }) => type === 'collection');
	const parts = collections.flatMap((field) => {
		const fieldsInside = inner(field).filter(({ type }) => type !== 'notice');
		return fieldsInside.length > 0 ? [`*${field.displayName}* (\`${field.name}\`)\n\n${table(fieldsInside, true)}`] : [];
	});
	return [...(plain.length > 0 ? [table(plain)] : []), ...parts].join('\n\n');
}
