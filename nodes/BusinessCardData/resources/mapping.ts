import type { INodeProperties } from 'n8n-workflow';

/** What differs from one mapping to another. */
interface MappingText {
	/** The method of the node that says which columns there are. */
	readonly method: string;
	readonly words: { readonly singular: string; readonly plural: string };
	readonly description: string;
	/** Parameters after whose change the columns are asked for again. */
	readonly dependsOn?: string[];
}

/** A mapping from the columns of the input; it shows when *Data Mode* asks for one. */
export function columnsField({ method, words, description, dependsOn }: MappingText): INodeProperties {
	return {
		displayName: 'Columns',
		name: 'columns',
		type: 'resourceMapper',
		noDataExpression: true,
		displayOptions: { show: { dataMode: ['mapColumns'] } },
		typeOptions: {
			...(dependsOn ? { loadOptionsDependsOn: dependsOn } : {}),
			resourceMapper: {
				resourceMapperMethod: method,
				mode: 'add',
				fieldWords: words,
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: true,
			},
		},
		default: { mappingMode: 'defineBelow', value: null },
		description,
	};
}
