import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { columnLabel, DEPARTMENT_PATH, ORGANIZATION_FIELDS } from '../../shared';
import type { OrganizationField, OrganizationRecordKind } from '../../shared';
import { ADDITIONAL_FIELDS, NAME_FIELDS, SHARING_PERMISSIONS } from '../resources/businessCard/cardFields';

function column(id: string, displayName: string, type: 'string' | 'dateTime' | 'options'): ResourceMapperField {
	return { id, displayName, type, required: false, defaultMatch: false, canBeUsedToMatch: false, display: true };
}

/** A column with choices, left out until it is added: few want to map permissions, and nobody by accident. */
function choice(id: string, displayName: string, options: ResourceMapperField['options']): ResourceMapperField {
	return { ...column(id, displayName, 'options'), options, removed: true };
}

/** A permission of a card is a list, because n8n sets a switch to "no" by itself. */
const YES_NO = [
	{ name: 'Yes', value: true },
	{ name: 'No', value: false },
];

/** The columns of a card (spec: E6), as its fields stand in the panel. */
function cardColumns(): ResourceMapperField[] {
	const { name: group, options: permissions } = SHARING_PERMISSIONS;
	return [...NAME_FIELDS, ...ADDITIONAL_FIELDS].flatMap(({ name, displayName, type }): ResourceMapperField[] => {
		if (name !== group) {
			const label = type === 'resourceLocator' ? `${displayName} ID` : displayName;
			return [column(name, label, type === 'dateTime' ? type : 'string')];
		}
		return permissions.map((each) => choice(`${group}.${each.name}`, `Others Can See: ${each.displayName}`, YES_NO));
	});
}

/** A column of a record, in the words of its table; a path is a text. */
type Column = Pick<OrganizationField, 'name' | 'type' | 'values'>;

/** What names a record in a sync, and nearly every directory has, comes first; the rest is for who looks for it. */
const isFirst = ({ name }: Column) => ['UserId', 'UserName', 'Email'].includes(name);

/** The columns of a kind; a sync finds the ids of records by itself, and takes paths. */
function columnsOf(kind: OrganizationRecordKind, isSync: boolean): Column[] {
	// The service ignores what the removed column says.
	const columns: Column[] = ORGANIZATION_FIELDS[kind].filter(({ type }) => type !== 'none');
	if (!isSync) return columns;
	const given = columns.filter(({ name }) => name !== 'TempId' && name !== 'UserUuid');
	const path: Column = { name: DEPARTMENT_PATH, type: 'string' };
	return [...given.filter(isFirst), path, ...given.filter((each) => !isFirst(each))];
}

/** Numbers without a meaning are texts: n8n's editor fills a number with 0, and would reorder departments that way. */
function shown({ name, type, values }: Column): ResourceMapperField {
	const label = columnLabel(name);
	if (!values) return column(name, label, type === 'date' ? 'dateTime' : 'string');
	const options = Object.entries(values).map(([value, meaning]) => {
		return { name: `${value} (${meaning})`, value: Number(value) };
	});
	return choice(name, label, options);
}

/**
 * The columns to which the columns of the input can be mapped, by the service's names: those of a card, or those of
 * users and departments (spec: record tables); of both kinds where the items or an expression tell the kind.
 */
export async function getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const resource = String(this.getCurrentNodeParameter('resource'));
	// A card is n8n's default, which it may leave out.
	if (!['organization', 'organizationImport'].includes(resource)) return { fields: cardColumns() };
	const isSync = this.getCurrentNodeParameter('operation') === 'sync';
	const chosen = this.getCurrentNodeParameter('recordType');
	const kinds: readonly OrganizationRecordKind[] =
		chosen === 'user' || chosen === 'department' ? [chosen] : ['user', 'department'];
	const columns = new Map(kinds.flatMap((kind) => columnsOf(kind, isSync)).map((column) => [column.name, column]));
	return { fields: [...columns.values()].map(shown) };
}
