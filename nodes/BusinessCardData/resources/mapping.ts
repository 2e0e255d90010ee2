import type { INodeProperties } from 'n8n-workflow';

/**
 * A mapping from the columns of the input; it shows when *Data Mode* asks for one. The same for every operation that has it,
 * so that the node has it once ({@link mergedMappings}): which columns there are is asked for with what was chosen.
 */
export const COLUMNS: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	displayOptions: { show: { dataMode: ['mapColumns'] }, hide: { source: ['files'] } },
	typeOptions: {
		loadOptionsDependsOn: ['resource', 'operation', 'recordType'],
		resourceMapper: {
			resourceMapperMethod: 'getColumns',
			mode: 'add',
			fieldWords: { singular: 'column', plural: 'columns' },
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: true,
		},
	},
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'The value for each column of the record. Unmapped columns and empty values are not sent. Map Automatically matches columns by name.',
};

type Conditions = Readonly<Record<string, readonly unknown[] | undefined>>;

/** Each condition with the values of all fields; one that a field does not have is none for the merged one either. */
function union(shows: readonly Conditions[]): Record<string, unknown[]> {
	const names = Object.keys(shows[0] ?? {}).filter((name) => shows.every((show) => name in show));
	return Object.fromEntries(names.map((name) => [name, [...new Set(shows.flatMap((show) => show[name] ?? []))]]));
}

/** The operation that a field belongs to. */
function operationOf({ displayOptions }: INodeProperties): string {
	const { resource, operation } = displayOptions?.show ?? {};
	return [resource, operation].join('.');
}

/**
 * Brings the mappings of all operations together into one field. n8n evaluates every field of a node for every item, whether
 * it shows or not: with a mapping for each operation, 10,000 items would hold n8n up for half a minute. It stands behind the
 * fields that each operation has before its mapping, and before all others, so that every panel keeps its order.
 * No resource has an operation of another one's name that the field would then show for.
 */
export function mergedMappings(fields: readonly INodeProperties[]): INodeProperties[] {
	const isMapping = ({ type }: INodeProperties) => type === 'resourceMapper';
	const mappings = fields.filter(isMapping);
	const show = union(mappings.map(({ displayOptions }) => (displayOptions?.show ?? {}) as Conditions));
	const displayOptions = { ...COLUMNS.displayOptions, show } as INodeProperties['displayOptions'];
	const places = new Map(fields.flatMap((field, place) => (isMapping(field) ? [[operationOf(field), place] as const] : [])));
	const isBefore = (field: INodeProperties, place: number) => place < (places.get(operationOf(field)) ?? 0);
	return [
		...fields.filter(isBefore),
		{ ...COLUMNS, displayOptions },
		...fields.filter((field, place) => !isBefore(field, place) && !isMapping(field)),
	];
}
