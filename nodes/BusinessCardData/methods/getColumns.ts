import type { ILoadOptionsFunctions, INodeProperties, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { columnLabel, DEPARTMENT_PATH, fieldsOf } from '../../shared';
import type { OrganizationField, OrganizationRecordKind } from '../../shared';
import { ADDITIONAL_FIELDS, NAME_FIELDS } from '../resources/businessCard/cardFields';

/** What is said of every column. */
const COLUMN = { required: false, defaultMatch: false, canBeUsedToMatch: false, display: true } as const;

/**
 * The columns of a card (spec: E6), as its fields stand in the panel. Permissions are left out until they are added,
 * and a list each: n8n sets a switch to "no" by itself, and would take permissions away that nobody has touched.
 */
function cardColumns(): ResourceMapperField[] {
	return [...NAME_FIELDS, ...ADDITIONAL_FIELDS].flatMap(
		({ name, displayName, type, options }): ResourceMapperField[] => {
			if (type === 'dateTime') return [{ ...COLUMN, id: name, displayName, type }];
			if (type !== 'collection') {
				return [
					{ ...COLUMN, id: name, displayName: type === 'string' ? displayName : `${displayName} ID`, type: 'string' },
				];
			}
			return (options as INodeProperties[]).map((permission) => ({
				...COLUMN,
				id: `${name}.${permission.name}`,
				displayName: `Others Can See: ${permission.displayName}`,
				type: 'options',
				options: [
					{ name: 'Yes', value: true },
					{ name: 'No', value: false },
				],
				removed: true,
			}));
		},
	);
}

/** A column of a record, in the words of its table; a path is a text. */
type Column = Pick<OrganizationField, 'name' | 'type' | 'values'>;

/** The columns of a kind; a sync finds the ids of records by itself, and takes paths. */
function columnsOf(kind: OrganizationRecordKind, isSync: boolean): Column[] {
	// The service ignores what the removed column says.
	const columns: Column[] = fieldsOf(kind).filter(({ type }) => type !== 'none');
	if (!isSync) return columns;
	const given = columns.filter(({ name }) => name !== 'TempId' && name !== 'UserUuid');
	return [{ name: DEPARTMENT_PATH, type: 'string' }, ...given];
}

/**
 * Numbers with a meaning are left out until they are added: few want to map permissions, and nobody by accident. Other
 * numbers are texts: n8n's editor fills a number with 0 by itself, and would reorder departments that way.
 */
function shown({ name, type, values }: Column): ResourceMapperField {
	const column = { ...COLUMN, id: name, displayName: columnLabel(name) };
	if (!values) return { ...column, type: type === 'date' ? 'dateTime' : 'string' };
	const options = Object.entries(values).map(([value, meaning]) => ({
		name: `${value} (${meaning})`,
		value: Number(value),
	}));
	return { ...column, type: 'options', options, removed: true };
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
