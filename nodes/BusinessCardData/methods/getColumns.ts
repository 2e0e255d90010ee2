import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { columnLabel, DEPARTMENT_PATH, ORGANIZATION_FIELDS } from '../../shared';
import type { OrganizationRecordKind } from '../../shared';
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
	return [...NAME_FIELDS, ...ADDITIONAL_FIELDS].flatMap(({ name: id, displayName, type }): Column[] => {
		if (type === 'resourceLocator') return [{ id, displayName: `${displayName} ID`, type: 'string' }];
		if (id !== SHARING_PERMISSIONS.name) return [{ id, displayName, type: type === 'dateTime' ? type : 'string' }];
		return SHARING_PERMISSIONS.options.map((part) => {
			const label = `Visible to Others: ${part.displayName}`;
			return { id: `${id}.${part.name}`, displayName: label, type: 'options', options: YES_NO };
		});
	});
}

/** The columns of a sync that come first: they identify a user, and nearly every directory has them. */
const isFirst = ({ id }: Column) => ['UserId', 'UserName', 'Email'].includes(id);

/** The columns of a kind; a sync finds the ids of records by itself, and takes paths. */
function recordColumns(kind: OrganizationRecordKind, isSync: boolean): Column[] {
	// The service ignores what the removed column says.
	const fields = ORGANIZATION_FIELDS[kind].filter(({ type }) => type !== 'none');
	const columns = fields.map(({ name: id, type, values }): Column => {
		const displayName = columnLabel(id);
		if (!values) return { id, displayName, type: type === 'date' ? 'dateTime' : 'string' };
		const choices = Object.entries(values).map(([value, meaning]) => [`${value} (${meaning})`, Number(value)] as const);
		return { id, displayName, type: 'options', options: choices.map(([name, value]) => ({ name, value })) };
	});
	if (!isSync) return columns;
	const given = columns.filter(({ id }) => id !== 'TempId' && id !== 'UserUuid');
	const path: Column = { id: DEPARTMENT_PATH, displayName: columnLabel(DEPARTMENT_PATH), type: 'string' };
	return [...given.filter(isFirst), path, ...given.filter((each) => !isFirst(each))];
}

/**
 * The columns to which the columns of the input can be mapped, by the service's names: those of a card, or those of
 * users and departments (spec: record tables); of both kinds where the items or an expression tell the kind.
 */
export async function getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const [resource, operation, recordType] = ['resource', 'operation', 'recordType'].map((name) => {
		return this.getCurrentNodeParameter(name);
	});
	const kinds = KINDS.filter((kind) => kind === recordType);
	// A card is n8n's default, which it may leave out.
	const isOfRecords = resource === 'organization' || resource === 'organizationImport';
	const records = (kinds.length > 0 ? kinds : KINDS).flatMap((kind) => recordColumns(kind, operation === 'sync'));
	const byId = new Map((isOfRecords ? records : cardColumns()).map((column) => [column.id, column]));
	const same = { required: false, defaultMatch: false, canBeUsedToMatch: false, display: true };
	// One with choices is left out until it is added: few want to map permissions, and nobody by accident.
	return { fields: [...byId.values()].map((column) => ({ ...column, ...same, removed: 'options' in column })) };
}
