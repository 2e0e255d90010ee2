import type { ILoadOptionsFunctions, INodeProperties, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { columnLabel, DEPARTMENT_PATH, ORGANIZATION_FIELDS } from '../../shared';
import type { OrganizationField, OrganizationRecordKind } from '../../shared';
import { ADDITIONAL_FIELDS, NAME_FIELDS, SHARING_PERMISSIONS } from '../resources/businessCard/cardFields';

/** The own part of a column. Numbers are texts: n8n's editor fills a number with 0, which would be sent. */
type Column = Pick<ResourceMapperField, 'id' | 'displayName' | 'type' | 'options'>;

const KINDS = ['user', 'department'] as const;

/** A permission of a card is a list, because n8n sets a switch to "no" by itself. */
const YES_NO = [
	{ name: 'Yes', value: true },
	{ name: 'No', value: false },
];

/** The columns of a card (spec: E6), as its fields stand in the panel. */
function cardColumns(): Column[] {
	const fields = [...NAME_FIELDS, ...ADDITIONAL_FIELDS];
	return fields.flatMap((field) => (field.name === SHARING_PERMISSIONS.name ? permissionColumns() : cardColumn(field)));
}

function cardColumn(field: INodeProperties): Column {
	const { name: id, displayName, type } = field;
	if (type === 'resourceLocator') return { id, displayName: `${displayName} ID`, type: 'string' };

	return { id, displayName, type: type === 'dateTime' ? 'dateTime' : 'string' };
}

/** A column for each permission of a card: a mapping has no collections. */
function permissionColumns(): Column[] {
	return SHARING_PERMISSIONS.options.map(({ name, displayName }) => ({
		id: `${SHARING_PERMISSIONS.name}.${name}`,
		displayName: `Visible to Others: ${displayName}`,
		type: 'options',
		options: YES_NO,
	}));
}

/** The columns of a sync that come first: they identify a user, and nearly every directory has them. */
const isFirst = ({ id }: Column) => ['UserId', 'UserName', 'Email'].includes(id);

/** A column of users or departments. A column with documented values offers them with their meanings. */
function recordColumn(rule: OrganizationField): Column {
	const id = rule.name;
	const displayName = columnLabel(id);
	if (!rule.values) return { id, displayName, type: rule.type === 'date' ? 'dateTime' : 'string' };

	const options = Object.entries(rule.values).map(([value, meaning]) => {
		return { name: `${value} (${meaning})`, value: Number(value) };
	});
	return { id, displayName, type: 'options', options };
}

/** The columns of a kind in an import. The service ignores a removed permission, so it is left out. */
function importColumns(kind: OrganizationRecordKind): Column[] {
	return ORGANIZATION_FIELDS[kind].filter(({ type }) => type !== 'none').map(recordColumn);
}

/** The columns of a kind in a sync, which finds the IDs of records by itself, and takes paths. */
function syncColumns(kind: OrganizationRecordKind): Column[] {
	const columns = importColumns(kind).filter(({ id }) => id !== 'TempId' && id !== 'UserUuid');
	const path: Column = { id: DEPARTMENT_PATH, displayName: columnLabel(DEPARTMENT_PATH), type: 'string' };

	return [...columns.filter(isFirst), path, ...columns.filter((column) => !isFirst(column))];
}

/** The columns of the chosen kind; of both kinds where the items or an expression tell the kind. */
function organizationColumns(operation: unknown, recordType: unknown): Column[] {
	const chosen = KINDS.filter((kind) => kind === recordType);
	const kinds = chosen.length > 0 ? chosen : KINDS;

	return kinds.flatMap((kind) => (operation === 'sync' ? syncColumns(kind) : importColumns(kind)));
}

/**
 * The columns to which the columns of the input can be mapped, by the service's names: those of a card, or those of
 * users and departments (spec: record tables).
 */
export async function getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const resource = this.getCurrentNodeParameter('resource');
	// A card is n8n's default, which it may leave out.
	const isOrganization = resource === 'organization' || resource === 'organizationImport';
	const columns = isOrganization
		? organizationColumns(this.getCurrentNodeParameter('operation'), this.getCurrentNodeParameter('recordType'))
		: cardColumns();

	const byId = new Map(columns.map((column) => [column.id, column]));
	const fields = [...byId.values()].map((column) => ({
		...column,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		// A column with choices is left out until it is added: few want to map permissions, and nobody by accident.
		removed: 'options' in column,
	}));
	return { fields };
}
