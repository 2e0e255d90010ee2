import type { INodeProperties } from 'n8n-workflow';
import { POLL_INTERVAL, TIMEOUT } from '../organizationImport/waiting';
import { COLUMN_ORDER, queryFields } from '../../../panel/fields';

function columnOrder(kind: 'user' | 'department', displayName: string): INodeProperties {
	return {
		...COLUMN_ORDER,
		displayName,
		name: `${kind}ColumnOrder`,
		placeholder: kind === 'user' ? 'e.g. TempId,UserUuid,DepartmentId' : 'e.g. TempId,DepartmentId,DepartmentName',
		description: `Names of all columns of the CSV of ${kind}s from left to right, separated by commas. Only needed when your service has another order than its documentation.`,
	};
}

function whole(name: string, displayName: string, standard: number, description: string): INodeProperties {
	return { displayName, name, type: 'number', typeOptions: { minValue: 0 }, default: standard, description };
}

const OPTIONS: readonly INodeProperties[] = [
	{
		displayName: 'Blank Cells',
		name: 'blankCells',
		type: 'options',
		options: [
			{ name: 'Clear', value: 'clear', description: 'Empty the column, if it is a text that is not required' },
			{ name: 'Keep', value: 'keep', description: 'Leave the column as it is' },
		],
		default: 'keep',
		description: 'What a blank cell of an item means. Columns that an item lacks always stay as they are.',
	},
	{
		displayName: 'Create Missing Departments',
		name: 'createMissingDepartments',
		type: 'boolean',
		default: true,
		description: 'Whether to make departments that only the paths of users name. Otherwise the plan is refused.',
	},
	...queryFields('organizationImport.create', 'delimiter'),
	...queryFields('organizationImport.create', 'encoding', {
		description: 'Character set of the CSV that is imported. Reading finds out by itself.',
	}),
	columnOrder('department', 'Department Column Order'),
	columnOrder('user', 'User Column Order'),
	{
		displayName: 'Include Administrators',
		name: 'includeAdministrators',
		type: 'boolean',
		default: false,
		description: 'Whether system administrators may be deleted, or lose that user type, like anybody else',
	},
	{
		displayName: 'Include Backup',
		name: 'includeBackup',
		type: 'boolean',
		default: true,
		description: 'Whether to add the CSV files of users and departments as they were before to the summary',
	},
	whole('maxChanges', 'Max Changes', 0, 'Refuse a plan with more changes than this. 0 is no limit.'),
	whole('maxDeletions', 'Max Deletions', 10, 'Refuse a plan with more deletions than this, users and departments together. 0 allows none.'),
	{
		displayName: 'Path Separator',
		name: 'pathSeparator',
		type: 'string',
		default: '/',
		placeholder: 'e.g. /',
		description: 'What stands between the names of a DepartmentPath',
	},
	{ ...POLL_INTERVAL, description: 'Time between two looks at the status of an import' },
	{
		displayName: 'Protected User IDs',
		name: 'protectedUserIds',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. admin,reception',
		description: 'The UserIds of users who are never deleted, separated by commas',
	},
	{
		...TIMEOUT,
		description: 'Longest wait for the end of an import. It goes on after that, and the next run finds what it did.',
	},
];

/** Protections, and what few have to set. */
export const SYNC_OPTIONS: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...OPTIONS].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
};
