import type { INodeProperties } from 'n8n-workflow';
import { SYNCED } from '../../outputs/organization';
import { withHint } from '../../../panel/builderHint';
import { mappingFields, recordTypeField } from '../organizationRecords';
import type { OperationDescription } from '../types';
import { SYNC_OPTIONS } from './syncOptions';

/** What each mode does, where a person chooses it. */
function modeNotice(mode: string, displayName: string): INodeProperties {
	return { displayName, name: `${mode}Notice`, type: 'notice', default: '', displayOptions: { show: { mode: [mode] } } };
}

function missingField(kind: 'User' | 'Department', what: string): INodeProperties {
	const plural = `${kind}s`;
	return {
		displayName: `Missing ${plural}`,
		name: `missing${plural}`,
		type: 'options',
		options: [
			{ name: 'Delete', value: 'delete', description: `Delete ${what}. Deletes none if no item is about a ${kind.toLowerCase()}.` },
			{ name: 'Keep', value: 'keep', description: `Leave ${what} as they are` },
		],
		default: 'keep',
		description: `What to do with ${what}`,
	};
}

const FIELDS: readonly INodeProperties[] = [
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		options: [
			{
				name: 'Apply',
				value: 'apply',
				description: 'Change the organization to match the input items',
				/* On the field itself n8n refuses a hint: it would not load the package. */
				...withHint("Keep 'plan' until the person has seen its output: 'apply' edits and may delete users and departments of the company."),
			},
			{ name: 'Plan', value: 'plan', description: 'Show what would change, without changing anything' },
		],
		default: 'plan',
		description: 'Whether the changes are shown or made',
	},
	modeNotice('plan', 'This changes nothing. The output shows what <b>Apply</b> would add, edit and delete, or why it would refuse.'),
	modeNotice(
		'apply',
		'This adds and edits users and departments of the company, and deletes them where you choose so below. A deleted record that you add again gets a new ID. Try <b>Plan</b> first.',
	),
	recordTypeField(),
	{
		displayName: 'Match Users By',
		name: 'matchUsersBy',
		type: 'options',
		options: [
			{ name: 'Email', value: 'Email', description: 'The email address, in upper or lower case' },
			{ name: 'User ID', value: 'UserId', description: 'The UserId that people see. Upper and lower case must match.' },
		],
		default: 'UserId',
		description: 'The column that identifies the user of an item',
	},
	missingField('User', 'users that no item names'),
	missingField('Department', 'departments that no item names'),
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
	// A mapping is long: what else there is to choose stands before it.
	...mappingFields(),
	SYNC_OPTIONS,
];

/** Makes the service's users and departments what the input items say (spec: E11 to E16). */
export const sync: OperationDescription = {
	endpoint: 'organization.sync',
	name: 'Sync',
	action: 'Sync organization',
	description: 'Change users and departments to match the input items, or show what would change. Processes all input items together.',
	fields: FIELDS,
	output: SYNCED,
};
