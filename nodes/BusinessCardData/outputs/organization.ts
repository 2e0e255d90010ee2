import { fieldsOf } from '../../shared';
import type { OrganizationField, OrganizationKind } from '../../shared';
import { fields, FLAG, INTEGER, listOf, TEXT, TEXT_OR_NULL } from './schema';
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
	return fields(Object.fromEntries(fieldsOf(kind).map(({ name, type }) => [name, CELL_TYPES[type]])));
}

/** How far an import has come (spec: Import status). */
export const IMPORT_PROGRESS = { importId: TEXT, importStatus: INTEGER, status: TEXT } as const;

/** What a check has found (spec: E14). */
export const CHECKED = fields({ valid: FLAG, errors: listOf(rowOf('result')) });

/** A reserved import; all but the id only when its end was waited for (spec: E13). */
export const IMPORTED = fields({ ...IMPORT_PROGRESS, results: listOf(rowOf('result')) });

/** What a sync shows of a record: every column but the id, and those that say how a row is imported. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['TempId', 'UserUuid', 'CrmIntegrationPrivilege', 'DeleteFlag']);

function changedColumns(): ObjectSchema {
	const shown = [...fieldsOf('user'), ...fieldsOf('department')].filter(({ name }) => !NOT_SHOWN.has(name));
	return fields(Object.fromEntries(shown.map(({ name, type }) => [name, fields({ from: CELL_TYPES[type], to: CELL_TYPES[type] })])));
}

const COUNTS = fields({ added: INTEGER, edited: INTEGER, deleted: INTEGER, unchanged: INTEGER, kept: INTEGER, skipped: INTEGER });

const CHANGE = fields({
	type: TEXT,
	action: TEXT,
	key: TEXT,
	name: TEXT,
	done: FLAG,
	id: TEXT_OR_NULL,
	fields: changedColumns(),
	message: TEXT_OR_NULL,
});

/** The summary of a sync (contract: Summary). */
export const SYNCED = fields({
	mode: TEXT,
	counts: fields({ users: COUNTS, departments: COUNTS }),
	changes: listOf(CHANGE),
	kept: listOf(fields({ type: TEXT, key: TEXT, name: TEXT, reason: TEXT })),
	refusals: listOf(TEXT),
	importIds: listOf(TEXT),
	converged: { type: ['boolean', 'null'] },
});
