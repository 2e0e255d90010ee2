import type { INodeProperties } from 'n8n-workflow';
import { ONLY_2_0, OPTIONS } from '../../../shared';
import { Sync } from '../../execution/organization/sync';
import { COLUMNS, DATA_MODE } from '../descriptions';
import type { Operation } from '../operation';
import { COLUMN_ORDER, DELIMITER, ENCODING, INTERVAL, RECORD_TYPE, TIMEOUT } from '../organizationRecords';

/** The choice for records of a kind that no item names. */
function missing(kinds: string): INodeProperties {
	return {
		displayName: `Missing ${kinds}`,
		name: `missing${kinds}`,
		type: 'options',
		options: [
			{
				name: 'Delete',
				value: 'delete',
				description: 'Delete them. If the input has no item of this kind, the node deletes nothing.',
			},
			{ name: 'Keep', value: 'keep', description: 'Leave them as they are' },
		],
		default: 'keep',
		description: `What to do with ${kinds.toLowerCase()} that are not in the input items`,
	};
}

/**
 * Makes the service's users and departments what the input items say (contract: organization.sync; spec: E11 to E16).
 * It makes several calls, each with the method and address that it has in the specification; the first reads
 * departments.
 */
export const sync: Operation = {
	name: 'Sync',
	action: 'Sync users and departments',
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
				{ name: 'Apply', value: 'apply', description: 'Change users and departments to match the input items' },
				{ name: 'Plan', value: 'plan', description: 'Show what would change, without changing anything' },
			],
			default: 'plan',
			description: 'Whether to only show the changes or to make them',
		},
		{
			displayName:
				'Plan mode changes nothing. The output shows what <b>Apply</b> would add, edit and delete, and whether it would refuse ' +
				'to run.',
			name: 'planNotice',
			type: 'notice',
			displayOptions: { show: { mode: ['plan'] } },
			default: '',
		},
		{
			displayName:
				'Apply mode adds and edits users and departments in the service. It deletes them only if you choose so below. If ' +
				'you add a deleted record again, it gets a new ID. Try <b>Plan</b> first.',
			name: 'applyNotice',
			type: 'notice',
			displayOptions: { show: { mode: ['apply'] } },
			default: '',
		},
		RECORD_TYPE,
		DATA_MODE,
		COLUMNS,
		{
			displayName: 'Match Users By',
			name: 'matchUsersBy',
			type: 'options',
			options: [
				{ name: 'Email', value: 'Email', description: 'The email address. Not case-sensitive.' },
				{
					name: 'User ID',
					value: 'UserId',
					description: 'The User ID shown in the service, not the internal UserUuid. Case-sensitive.',
				},
			],
			default: 'UserId',
			description: 'The column that identifies a user',
		},
		missing('Users'),
		{
			displayName:
				'Deleting a user may also delete their business cards, contacts and tags in the service. Before you use <b>Apply</b>, ' +
				'ask the provider of the service what happens to them.',
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
		{
			...OPTIONS,
			options: [
				{
					displayName: 'Blank Cells',
					name: 'blankCells',
					type: 'options',
					options: [
						{ name: 'Clear', value: 'clear', description: 'Clear the column, if it is a text column and not required' },
						{ name: 'Keep', value: 'keep', description: 'Leave the column as it is' },
					],
					default: 'keep',
					description:
						"What to do if an item has a blank value in a column. Columns that an item doesn't have never change.",
				},
				{
					displayName: 'Create Missing Departments',
					name: 'createMissingDepartments',
					type: 'boolean',
					default: true,
					description:
						"Whether to create departments that appear in the Department Path of a user but don't exist. If off, such a " +
						'path causes an error.',
				},
				DELIMITER,
				{ ...COLUMN_ORDER, displayName: 'Department Column Order', name: 'departmentColumnOrder' },
				{
					...ENCODING,
					description: 'Encoding of the CSV that the node sends. The node detects the encoding of the CSV that it reads.',
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
					description: 'Whether to add CSV files of all users and departments before the changes to the summary',
				},
				{
					displayName: 'Max Changes',
					name: 'maxChanges',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description:
						'If the plan has more changes than this, the node changes nothing. 0 means no limit (in Max Deletions it allows none).',
				},
				{
					displayName: 'Max Deletions',
					name: 'maxDeletions',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 10,
					description:
						'If the plan has more deletions than this (users and departments together), the node changes nothing. 0 allows no ' +
						'deletion (in Max Changes it means no limit).',
				},
				{
					displayName: 'Path Separator',
					name: 'pathSeparator',
					type: 'string',
					default: '/',
					placeholder: 'e.g. /',
					description: 'The text between the department names in a Department Path',
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
