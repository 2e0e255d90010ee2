import type { INodeProperties } from 'n8n-workflow';
import { ONLY_2_0, OPTIONS } from '../../../shared';
import { Sync } from '../../execution/organization/sync';
import { COLUMNS, DATA_MODE } from '../descriptions';
import type { Operation } from '../operation';
import { COLUMN_ORDER, DELIMITER, ENCODING, INTERVAL, RECORD_TYPE, TIMEOUT } from '../organizationRecords';

/** What becomes of the records of a kind that no item names. */
function missing(kinds: string): INodeProperties {
	return {
		displayName: `Missing ${kinds}`,
		name: `missing${kinds}`,
		type: 'options',
		options: [
			{ name: 'Delete', value: 'delete', description: 'Delete them. Without an item of this kind, none are deleted.' },
			{ name: 'Keep', value: 'keep', description: 'Leave them as they are' },
		],
		default: 'keep',
		description: `What to do with ${kinds.toLowerCase()} that no item names`,
	};
}

/**
 * Makes the service's users and departments what the input items say (contract: organization.sync; spec: E11 to E16).
 * It makes several calls, each with the method and address that it has in the specification; the first reads
 * departments.
 */
export const sync: Operation = {
	name: 'Sync',
	action: 'Sync organization',
	description:
		'Change users and departments to match the input items, or show what would change. Processes all input items ' +
		'together.',
	versions: ONLY_2_0,
	response: 'csv',
	effect: 'write',
	takesAllItems: true,
	routing: { request: { method: 'GET', url: '/organization/departments' } },
	fields: [
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			options: [
				{ name: 'Apply', value: 'apply', description: 'Change the organization to match the input items' },
				{ name: 'Plan', value: 'plan', description: 'Show what would change, without changing anything' },
			],
			default: 'plan',
			description: 'Whether the changes are shown or made',
		},
		{
			displayName:
				'This changes nothing. The output shows what <b>Apply</b> would add, edit and delete, or why it would refuse.',
			name: 'planNotice',
			type: 'notice',
			displayOptions: { show: { mode: ['plan'] } },
			default: '',
		},
		{
			displayName:
				'This adds and edits users and departments of the company, and deletes them where you choose so below. A deleted ' +
				'record that you add again gets a new ID. Try <b>Plan</b> first.',
			name: 'applyNotice',
			type: 'notice',
			displayOptions: { show: { mode: ['apply'] } },
			default: '',
		},
		RECORD_TYPE,
		{
			displayName: 'Match Users By',
			name: 'matchUsersBy',
			type: 'options',
			options: [
				{ name: 'Email', value: 'Email', description: 'The email address, in upper or lower case' },
				{
					name: 'User ID',
					value: 'UserId',
					description: 'The User ID that people see. Upper and lower case must match.',
				},
			],
			default: 'UserId',
			description: 'The column that identifies the user of an item',
		},
		missing('Users'),
		{
			displayName:
				'Deleting a user may also delete their business cards, contacts and tags in the service. Ask your administrator ' +
				'what becomes of them before you choose Delete.',
			name: 'deletionNotice',
			type: 'notice',
			displayOptions: { show: { missingUsers: ['delete'] } },
			default: '',
		},
		missing('Departments'),
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Changes', value: 'changes', description: 'One item per change, none if nothing changes' },
				{ name: 'Summary', value: 'summary', description: 'One item with all changes and their counts' },
			],
			default: 'summary',
		},
		DATA_MODE,
		COLUMNS,
		{
			...OPTIONS,
			options: [
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
					description:
						'Whether to create departments that only the paths of users name. Otherwise such a path stops the node.',
				},
				DELIMITER,
				{ ...COLUMN_ORDER, displayName: 'Department Column Order', name: 'departmentColumnOrder' },
				{
					...ENCODING,
					description: 'Encoding of the CSV that is imported. The node detects the encoding of what it reads.',
				},
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
				{
					displayName: 'Max Changes',
					name: 'maxChanges',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description: 'Make no change if the plan has more changes than this. 0 means no limit.',
				},
				{
					displayName: 'Max Deletions',
					name: 'maxDeletions',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 10,
					description:
						'Make no change if the plan has more deletions than this, users and departments together. 0 allows none.',
				},
				{
					displayName: 'Path Separator',
					name: 'pathSeparator',
					type: 'string',
					default: '/',
					placeholder: 'e.g. /',
					description: 'Separator between the names of a DepartmentPath',
				},
				{
					displayName: 'Protected User IDs',
					name: 'protectedUserIds',
					type: 'string',
					typeOptions: { rows: 2 },
					default: '',
					placeholder: 'e.g. admin,reception',
					description: 'User IDs that the node never deletes, separated by commas',
				},
				{
					...COLUMN_ORDER,
					displayName: 'User Column Order',
					name: 'userColumnOrder',
					placeholder: 'e.g. TempId,UserUuid,DepartmentId',
				},
				INTERVAL,
				TIMEOUT,
			],
		},
	],
	execute: async (run) => await new Sync(run).output(),
};
