import { ORGANIZATION_FIELDS } from '../../shared';
import type { OrganizationField, OrganizationKind } from '../../shared';
import { fields, FLAG, INTEGER, listOf, TEXT } from './schema';
import type { ObjectSchema, ValueSchema } from './schema';

const CELL_TYPES: Readonly<Record<OrganizationField['type'], ValueSchema>> = {
	string: { type: ['string', 'null'] },
	uuid: { type: ['string', 'null'] },
	none: { type: ['string', 'null'] },
	int: { type: ['integer', 'null'] },
	bool: { type: ['boolean', 'null'] },
};

/** A row of a CSV as the node gives it, from the table of its columns: blank cells are null. */
export function rowOf(kind: OrganizationKind): ObjectSchema {
	const columns: readonly OrganizationField[] = ORGANIZATION_FIELDS[kind];
	return fields(Object.fromEntries(columns.map(({ name, type }) => [name, CELL_TYPES[type]])));
}

/** How far an import has come (spec: Import status). */
export const IMPORT_PROGRESS = { importId: TEXT, importStatus: INTEGER, status: TEXT } as const;

/** What a check has found (spec: E14). */
export const CHECKED = fields({ valid: FLAG, errors: listOf(rowOf('result')) });

/** A reserved import; all but the id only when its end was waited for (spec: E13). */
export const IMPORTED = fields({ ...IMPORT_PROGRESS, results: listOf(rowOf('result')) });
