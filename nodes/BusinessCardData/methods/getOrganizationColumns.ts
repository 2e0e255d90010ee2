import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { DEPARTMENT_PATH, fieldsOf } from '../../shared';
import type { OrganizationField, OrganizationRecordKind } from '../../shared';
import { COLUMN_NAMES } from '../resources/organizationColumns';
import type { OrganizationColumn } from '../resources/organizationColumns';
import { COLUMN } from './getCardColumns';

/** A column of a record, in the words of its table; a path is a text. */
type Column = Pick<OrganizationField, 'name' | 'type' | 'values' | 'date'>;

const PATH: Column = { name: DEPARTMENT_PATH, type: 'string' };

/** Columns that a sync makes up or finds by itself. */
const MADE_BY_SYNC: ReadonlySet<string> = new Set(['TempId', 'UserUuid']);

/** What names a record of a sync and what nearly every directory has stands first. */
const FIRST_OF_SYNC: readonly string[] = ['UserId', 'UserName', 'Email', DEPARTMENT_PATH];

function columnsOf(kind: OrganizationRecordKind, isSync: boolean): Column[] {
	// The service ignores what the removed column says.
	const columns = fieldsOf(kind).filter(({ type }) => type !== 'none');
	if (!isSync) return columns;
	const own = [PATH, ...columns.filter(({ name }) => !MADE_BY_SYNC.has(name))];
	const isFirst = ({ name }: Column) => FIRST_OF_SYNC.includes(name);
	const first = own.filter(isFirst).sort((one, other) => FIRST_OF_SYNC.indexOf(one.name) - FIRST_OF_SYNC.indexOf(other.name));
	return [...first, ...own.filter((column) => !isFirst(column))];
}

function typeOf({ type, values, date }: Column): ResourceMapperField['type'] {
	if (values) return 'options';
	if (date) return 'dateTime';
	return type === 'int' ? 'number' : 'string';
}

/** Numbers with a meaning are left out until they are added: few want to map permissions, and nobody by accident. */
function shown(column: Column): ResourceMapperField {
	const { name, values } = column;
	return {
		...COLUMN,
		id: name,
		displayName: COLUMN_NAMES[name as OrganizationColumn],
		type: typeOf(column),
		...(values ? { options: Object.entries(values).map(([value, meaning]) => ({ name: `${value} (${meaning})`, value: Number(value) })), removed: true } : {}),
	};
}

/**
 * The columns of users and departments to which input can be mapped, by their own names (spec: record tables): those of the
 * chosen record type, or of both where the items or an expression tell.
 */
export async function getOrganizationColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const isSync = this.getCurrentNodeParameter('operation') === 'sync';
	const chosen = this.getCurrentNodeParameter('recordType');
	const kinds: readonly OrganizationRecordKind[] = chosen === 'user' || chosen === 'department' ? [chosen] : ['user', 'department'];
	const columns = new Map(kinds.flatMap((kind) => columnsOf(kind, isSync)).map((column) => [column.name, column]));
	return { fields: [...columns.values()].map(shown) };
}
