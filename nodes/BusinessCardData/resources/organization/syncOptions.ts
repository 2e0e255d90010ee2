import type { INodeProperties } from 'n8n-workflow';
import { POLL_INTERVAL, TIMEOUT } from '../organizationImport/waiting';
import { COLUMN_ORDER, optionsOf, queryFields } from '../../../panel/fields';

function columnOrder(kind: 'user' | 'department', displayName: string): INodeProperties {
	return {
		...COLUMN_ORDER,
		displayName,
		name: `${kind}ColumnOrder`,
		placeholder: kind === 'user' ? 'e.g. TempId,UserUuid,DepartmentId' : 'e.g. TempId,DepartmentId,DepartmentName',
		description: `Names of all columns of the ${kind} CSV from left to right, separated by commas. Only needed if your service uses another order than its documentation.`,
	};
}

function whole(name: string, displayName: string, standard: number, description: string): INodeProperties {
	return { displayName, name, type: 'number', typeOptions: { minValue: 0 }, default: standard, description };
}

/** Protections, and what few have to set. */
export const SYNC_OPTIONS: INodeProperties = optionsOf([
	{
		displayName: 'Blank Cells',
		name: 'blankCells',
		type: 'options',
		options: [
			{ name: 'Clear', value: 'clear', description: 'Clear the column if it holds text and is not required' },
			{ name: 'Keep', value: 'keep', description: 'Leave the column as it is' },
		],
		default: 'keep',
		description: 'What to do with a blank cell of an item. Columns that an item lacks always stay as they are.',
	},
	{
		displayName: 'Create Missing Departments',
		name: 'createMissingDepartments',
		type: 'boolean',
		default: true,
		description: 'Whether to create departments that only the paths of users name. Otherwise such a path stops the node.',
	},
	...queryFields('organizationImport.create', 'delimiter'),
	...queryFields('organizationImport.create', 'encoding', {
		description: 'Encoding of the CSV that is imported. The node detects the encoding of what it reads.',
	}),
	columnOrder('department', 'Department Column Order'),
	columnOrder('user', 'User Column Order'),
	{
		displayName: 'Include Administrators',
		name: 'includeAdministrators',
		type: 'boolean',
		default: false,
		description: 'Whether the node may delete system administrators and change their user type',
	},
	{
		displayName: 'Include Backup',
		name: 'includeBackup',
		type: 'boolean',
		default: true,
		description: 'Whether the summary includes CSV files of the users and departments as they were before',
	},
	whole('maxChanges', 'Max Changes', 0, 'Make no change if the plan has more changes than this. 0 means no limit.'),
	whole('maxDeletions', 'Max Deletions', 10, 'Make no change if the plan has more deletions than this, users and departments together. 0 allows none.'),
	{
		displayName: 'Path Separator',
		name: 'pathSeparator',
		type: 'string',
		default: '/',
		placeholder: 'e.g. /',
		description: 'Separator between the names of a DepartmentPath',
	},
	{ ...POLL_INTERVAL, description: 'Time between two checks of the status of an import' },
	{
		displayName: 'Protected User IDs',
		name: 'protectedUserIds',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. admin,reception',
		description: 'UserIds of users that the node never deletes, separated by commas',
	},
	{
		...TIMEOUT,
		description: 'How long to wait for the end of an import. The import continues after that, and the next run sees its result.',
	},
]);
