import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { columnsField } from './mapping';

const RECORD_TYPE: INodeProperties = {
	displayName: 'Record Type',
	name: 'recordType',
	type: 'options',
	options: [
		{ name: 'Department', value: 'department' },
		{ name: 'Detect by Fields', value: 'detect' },
		{ name: 'User', value: 'user' },
	],
	default: 'detect',
	description: 'What the items are',
};

/** The values are those of the cards, where the other choice is to fill in fields; here it is what a workflow without a choice does. */
const DATA_MODE: INodeProperties = {
	displayName: 'Data Mode',
	name: 'dataMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Map Input Columns',
			value: 'mapColumns',
			description: 'Take the columns of the records from other columns of the input, as mapped here. Empty cells count as absent.',
		},
		{
			name: 'Use Input as It Is',
			value: 'defineBelow',
			description: 'The columns of the input have the names of the records already',
		},
	],
	default: 'defineBelow',
	description: 'Where the columns of the records come from',
};

const COLUMNS = columnsField({
	method: 'getOrganizationColumns',
	words: { singular: 'column', plural: 'columns' },
	description: 'What is not mapped, and what is empty in an item, stays as it is in the service. Choose the record type first.',
	dependsOn: ['recordType'],
});

/** What input items are, and where their columns come from. */
export function recordFields(show: NonNullable<IDisplayOptions['show']> = {}): INodeProperties[] {
	return [RECORD_TYPE, DATA_MODE, COLUMNS].map((field) => {
		const conditions = { ...show, ...field.displayOptions?.show };
		return Object.keys(conditions).length === 0 ? field : { ...field, displayOptions: { show: conditions } };
	});
}
