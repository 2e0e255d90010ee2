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
			{ name: 'Delete', value: 'delete', description: `Delete ${what}. Never when no item is about a ${kind.toLowerCase()}.` },
			{ name: 'Keep', value: 'keep', description: `Leave ${what} as they are` },
		],
		default: 'keep',
		description: `What becomes of ${what}`,
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
				description: 'Make the organization what the items say',
				/* On the field itself n8n refuses a hint: it would not load the package. */
				...withHint("Keep 'plan' until the person has seen its output: 'apply' edits and may delete users and departments of the company."),
			},
			{ name: 'Plan', value: 'plan', description: 'Show what would change, and change nothing' },
		],
		default: 'plan',
		description: 'Whether to change anything',
	},
	modeNotice('plan', 'Nothing is changed. The output shows what <b>Apply</b> would add, edit and delete, or why it would refuse to.'),
	modeNotice(
		'apply',
		'Users and departments of the company are added, edited and, where you say so below, deleted. A deleted record that is added again gets a new ID. Try <b>Plan</b> first.',
	),
	recordTypeField(),
	{
		displayName: 'Match Users By',
		name: 'matchUsersBy',
		type: 'options',
		options: [
			{ name: 'Email', value: 'Email', description: 'The email address, whatever its upper and lower case' },
			{ name: 'User ID', value: 'UserId', description: 'The UserId that people see, with upper and lower case' },
		],
		default: 'UserId',
		description: 'The column by which an item finds its user',
	},
	missingField('User', 'users whom no item names'),
	missingField('Department', 'departments that no item names'),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Changes', value: 'changes', description: 'One item for each change, none when nothing changes' },
			{ name: 'Summary', value: 'summary', description: 'One item with all changes and their numbers' },
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
	description: 'Make users and departments what the input items say, or show what would change. All input items are taken together.',
	fields: FIELDS,
	output: SYNCED,
};
