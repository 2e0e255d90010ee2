import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { fieldNames, fieldsOf, ID_FIELD, type OrganizationField, type OrganizationRecordKind } from '../../../nodes/shared';
import type { OrganizationRecord } from '../../emulator';
import { inFull } from '../../inFull';
import { openWorld } from '../../../tools/engine/world';
import { callsOf, cellsOf, importing, itemsOf, WHOLE_USER } from './support';

/**
 * Every column of the record tables x every kind of cell x rows that add, edit and delete: each is refused before a call,
 * naming item, column and rule, or means on the wire exactly what is documented. The columns come from the tables, so a new
 * one is in it by itself.
 */

const KINDS = ['user', 'department'] as const;
const MODES = ['add', 'edit', 'delete'] as const;
type Mode = (typeof MODES)[number];

const ZONE = 'Asia/Tokyo';
const LONG = 'a'.repeat(inFull(1_000_000, 10_000));
/** In Tokyo it is the next day. */
const MOMENT = '2099-03-31T15:30:00Z';
const DAY = '2099-04-01';

/** The kinds of cells, each with a value; a right one depends on the column. */
const CELLS = {
	undefined: undefined,
	null: null,
	'empty text': '',
	'white space': ' \t\u3000',
	NaN: Number.NaN,
	'unsafe number': 2 ** 53,
	'safe number': 1,
	'text of a switch': 'true',
	'text of a number': '1',
	switch: true,
	list: ['a'],
	object: { a: 1 },
	Date: new Date(MOMENT),
	DateTime: DateTime.fromISO(MOMENT, { zone: 'utc' }),
	'invalid Date': new Date(Number.NaN),
	'long text': LONG,
	'right value': 'right',
} as const;
type CellKind = keyof typeof CELLS;

const BLANKS: readonly CellKind[] = ['null', 'empty text', 'white space'];
const DATES: readonly CellKind[] = ['Date', 'DateTime'];
/** What is no text, number or switch. */
const NEVER: readonly CellKind[] = ['NaN', 'unsafe number', 'list', 'object', 'invalid Date'];

const PRESENT: Readonly<Record<OrganizationRecordKind, OrganizationRecord>> = {
	department: { DepartmentId: 'D2', DepartmentName: 'Now', DepartmentNamePhonetic: 'now', ParentDepartmentId: 'D1', Order: '7' },
	user: WHOLE_USER,
};

function rightValue(kind: OrganizationRecordKind, field: OrganizationField): string {
	if (field.name === ID_FIELD[kind]) return kind === 'user' ? WHOLE_USER.UserUuid : 'D2';
	if (field.date) return DAY;
	if (field.type === 'int') return '0';
	return field.departments ? 'D1' : 'right';
}

/** What a row has besides the cell that is looked at. */
function baseOf(kind: OrganizationRecordKind, mode: Mode): Record<string, string | number> {
	const id = { [ID_FIELD[kind]]: PRESENT[kind][ID_FIELD[kind]] ?? '' };
	if (mode === 'edit') return id;
	const required = fieldsOf(kind).filter((field) => field.required === 'always' || (mode === 'add' && field.required === 'adding'));
	const values = Object.fromEntries(required.map((field) => [field.name, rightValue(kind, field)]));
	return mode === 'add' ? values : { ...values, ...id, DeleteFlag: 1 };
}

const REFUSED = Symbol('refused before a call');
const ABSENT = Symbol('as the service has it');

const isFlag = ({ values }: OrganizationField) => values !== undefined && Object.keys(values).join() === '0,1';

/** The text that a value is, whatever the row does; REFUSED for what is no value of the column. */
function textOf(kind: OrganizationRecordKind, field: OrganizationField, cell: CellKind): string | typeof REFUSED {
	if (field.type === 'none' || cell === 'undefined' || BLANKS.includes(cell)) return '';
	if (NEVER.includes(cell)) return REFUSED;
	if (DATES.includes(cell)) return field.date ? DAY : REFUSED;
	if (cell === 'right value') return rightValue(kind, field);
	if (field.type === 'uuid' || field.date) return REFUSED;
	if (cell === 'long text') return field.type === 'int' || field.max !== undefined ? REFUSED : LONG;
	if (cell === 'safe number' || cell === 'text of a number') return '1';
	if (field.type === 'int') return isFlag(field) ? '1' : REFUSED;
	return cell === 'switch' ? REFUSED : 'true';
}

/** What the tables say about a cell of a row: its text on the wire, or that the row is refused. */
function meaningOf(kind: OrganizationRecordKind, field: OrganizationField, cell: CellKind, mode: Mode): string | typeof REFUSED | typeof ABSENT {
	const text = textOf(kind, field, cell);
	if (text === REFUSED) return REFUSED;
	if (field.name === ID_FIELD[kind]) {
		// A row that adds becomes an edit by an id, and the TempId is too much then; one that edits becomes an addition without it.
		if (mode === 'add') return text === '' ? '' : REFUSED;
		// Deletions are the service's to judge: nothing has to be read for them.
		return text === rightValue(kind, field) || (mode === 'delete' && text !== '') ? text : REFUSED;
	}
	if (field.name === 'TempId') return (mode === 'add') === (text !== '') ? text : REFUSED;
	// What does not exist cannot be deleted.
	if (field.name === 'DeleteFlag') return mode === 'add' && text === '1' ? REFUSED : text;
	// Blanks of these leave the record alone, so nothing has to be put there.
	const isBlankWhenAbsent = field.type === 'none' || field.date !== undefined;
	const isRequired = field.required === 'always' || (field.required === 'adding' && mode === 'add');
	// A deletion is completed with what is required.
	if (cell === 'undefined' && (mode === 'edit' || (mode === 'delete' && isRequired)) && !isBlankWhenAbsent) return ABSENT;
	return isRequired && text === '' ? REFUSED : text;
}

/** The whole row on the wire. */
function expectedCells(kind: OrganizationRecordKind, field: OrganizationField, meaning: string | typeof ABSENT, mode: Mode): string[] {
	const base = baseOf(kind, mode);
	// A deletion that is none has to be completed like every other edit, and an edit that deletes with what is required.
	const deletes = field.name === 'DeleteFlag' ? meaning === '1' : mode === 'delete';
	return fieldsOf(kind).map(({ name, date, required }) => {
		if (name === field.name && meaning !== ABSENT) return meaning;
		const given = name === field.name ? undefined : base[name];
		if (given !== undefined) return String(given);
		const isCompleted = mode !== 'add' && (deletes ? required === 'always' : !date);
		return isCompleted ? (PRESENT[kind][name] ?? '') : '';
	});
}

const place = openWorld();
beforeAll(async () => {
	await place.open();
	const { emulator } = place.world;
	emulator.imports.pace = 'manual';
	emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: 'Top' });
	for (const kind of KINDS) emulator.addOrganizationRecord(kind, PRESENT[kind]);
});
afterAll(async () => {
	expect(place.world.emulator.violations).toEqual([]);
	await place.close();
});

interface Cell {
	readonly kind: OrganizationRecordKind;
	readonly field: OrganizationField;
	readonly mode: Mode;
	readonly cell: CellKind;
}

async function outcomeOf({ kind, field, mode, cell }: Cell): Promise<unknown> {
	const { emulator, run, credential, freshKey } = place.world;
	emulator.clearLog();
	const value = cell === 'right value' ? rightValue(kind, field) : CELLS[cell];
	const row = { ...baseOf(kind, mode), [field.name]: value } as IDataObject;
	const { error } = await run(importing('create', { recordType: kind }), {
		items: itemsOf(row),
		timezone: ZONE,
		credential: credential({ apiKey: freshKey() }),
	});
	const [job] = callsOf(emulator, 'E13');
	if (job) return cellsOf(job, kind)[0];
	if (!error) return 'neither sent nor refused';
	// A row whose id or deletion is not what it should be is told what it is taken for, and so why other columns are wrong.
	const isId = field.name === ID_FIELD[kind];
	const decides = isId || field.name === 'DeleteFlag';
	const where = `${kind} row 1 (item 0): `;
	const isNamed = decides ? error.message.startsWith(where) && error.message.includes(field.name) : error.message.includes(`${where}${field.name} `);
	const isShort = error.message.length < 2_000;
	// Only what the service shows can tell that a record is not there.
	const wasRead = emulator.calls.length > 0 && !isId;
	return error.name === 'NodeOperationError' && isNamed && isShort && !wasRead ? 'refused' : `refused otherwise: ${error.message.slice(0, 300)}`;
}

const COLUMNS = KINDS.flatMap((kind) => fieldsOf(kind).flatMap((field) => MODES.map((mode) => [kind, field.name, mode, field] as const)));

it('has every column of both tables', () => {
	expect(COLUMNS).toHaveLength((fieldNames('user').length + fieldNames('department').length) * MODES.length);
});

const KINDS_OF_CELLS = Object.keys(CELLS) as CellKind[];

/** Every twelfth kind of cell, and for the next column the one after. */
function someCells(field: OrganizationField, mode: Mode): CellKind[] {
	const turn = KINDS.flatMap((kind) => fieldNames(kind)).indexOf(field.name) + MODES.indexOf(mode);
	return KINDS_OF_CELLS.filter((_, index) => (index + turn) % 12 === 0);
}

it.each(COLUMNS)('%s.%s of rows that %s', async (kind, _name, mode, field) => {
	const found: Record<string, unknown> = {};
	const expected: Record<string, unknown> = {};
	for (const cell of inFull(KINDS_OF_CELLS, someCells(field, mode))) {
		const meaning = meaningOf(kind, field, cell, mode);
		expected[cell] = meaning === REFUSED ? 'refused' : expectedCells(kind, field, meaning, mode);
		found[cell] = await outcomeOf({ kind, field, mode, cell });
	}
	expect(found).toEqual(expected);
});
