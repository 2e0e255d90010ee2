import type { ILoadOptionsFunctions, INodeProperties, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { columnLabel, DEPARTMENT_PATH, ORGANIZATION_FIELDS } from '../../shared';
import type { OrganizationField, OrganizationRecordKind } from '../../shared';
import { ADDITIONAL_FIELDS, NAME_FIELDS, SHARING_PERMISSIONS } from '../resources/businessCard/cardFields';

/** The own part of a column. Numbers are texts: n8n's editor fills a number with 0, which would be sent. */
type Column = Pick<ResourceMapperField, 'id' | 'displayName' | 'type' | 'options'>;

const KINDS = ['user', 'department'] as const;

/** The values of a permission. It is a list, because n8n sets a switch to "no" by itself. */
const YES_NO = [
	{ name: 'Yes', value: true },
	{ name: 'No', value: false },
];

/** The columns of a sync that come first: they identify a user, and nearly every directory has them. */
const FIRST_COLUMNS = ['UserId', 'UserName', 'Email'];

/** Columns that a sync does without: it finds the IDs of records by itself. */
const NOT_IN_SYNC = ['TempId', 'UserUuid'];

/** The columns of a card (spec: E6), as its fields stand in the panel. */
function cardColumns(): Column[] {
	const columns: Column[] = [];

	const fields = [...NAME_FIELDS, ...ADDITIONAL_FIELDS];

	for (const field of fields) {
		const isPermissions = field.name === SHARING_PERMISSIONS.name;
		if (isPermissions) columns.push(...permissionColumns());
		else columns.push(cardColumn(field));
	}
	return columns;
}

function cardColumn(field: INodeProperties): Column {
	const { name, displayName, type } = field;
	const isRecord = type === 'resourceLocator';

	return {
		id: name,
		displayName: isRecord ? `${displayName} ID` : displayName,
		type: type === 'dateTime' ? 'dateTime' : 'string',
	};
}

/** Makes a column for each permission of a card: a mapping has no collections. */
function permissionColumns(): Column[] {
	return SHARING_PERMISSIONS.options.map((permission) => ({
		id: `${SHARING_PERMISSIONS.name}.${permission.name}`,
		displayName: `Visible to Others: ${permission.displayName}`,
		type: 'options',
		options: YES_NO,
	}));
}

/** Makes a column of users or departments. A column with documented values offers them with their meanings. */
function recordColumn(rule: OrganizationField): Column {
	const { name, values } = rule;
	const displayName = columnLabel(name);
	if (!values) {
		const type = rule.type === 'date' ? 'dateTime' : 'string';
		return { id: name, displayName, type };
	}

	const entries = Object.entries(values);
	const options = entries.map(([value, meaning]) => ({
		name: `${value} (${meaning})`,
		value: Number(value),
	}));
	return {
		id: name,
		displayName,
		type: 'options',
		options,
	};
}

/** The columns of a kind in an import. The service ignores a removed permission, so it is left out. */
function importColumns(kind: OrganizationRecordKind): Column[] {
	const rules = ORGANIZATION_FIELDS[kind].filter((rule) => rule.type !== 'none');
	return rules.map(recordColumn);
}

/** The columns of a kind in a sync, which finds the IDs of records by itself, and takes paths. */
function syncColumns(kind: OrganizationRecordKind): Column[] {
	const columns = importColumns(kind).filter((column) => !NOT_IN_SYNC.includes(column.id));
	const first = columns.filter((column) => FIRST_COLUMNS.includes(column.id));
	const others = columns.filter((column) => !FIRST_COLUMNS.includes(column.id));

	const path: Column = {
		id: DEPARTMENT_PATH,
		displayName: columnLabel(DEPARTMENT_PATH),
		type: 'string',
	};
	return [...first, path, ...others];
}

/** The columns of the chosen kind; of both kinds where the items or an expression tell the kind. */
function organizationColumns(operation: unknown, recordType: unknown): Column[] {
	const chosen = KINDS.filter((kind) => kind === recordType);
	const kinds = chosen.length > 0 ? chosen : KINDS;
	const columnsOf = operation === 'sync' ? syncColumns : importColumns;

	return kinds.flatMap(columnsOf);
}

/** A column as n8n's mapping shows it: none is required, and none finds records. */
function toMapperField(column: Column): ResourceMapperField {
	return {
		...column,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		// A column with choices is left out until it is added: few want to map permissions, and nobody by accident.
		removed: 'options' in column,
	};
}

/**
 * Lists the columns to which the columns of the input can be mapped, by the service's names: those of a card, or those of
 * users and departments (spec: record tables).
 */
export async function getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const resource = this.getCurrentNodeParameter('resource');
	const operation = this.getCurrentNodeParameter('operation');
	const recordType = this.getCurrentNodeParameter('recordType');

	// A card is n8n's default, which it may leave out.
	const isOrganization = resource === 'organization' || resource === 'organizationImport';
	const columns = isOrganization ? organizationColumns(operation, recordType) : cardColumns();

	// Users and departments share some columns.
	const byId = new Map<string, Column>();
	for (const column of columns) byId.set(column.id, column);

	const unique = [...byId.values()];
	return { fields: unique.map(toMapperField) };
}
