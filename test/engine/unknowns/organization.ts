import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { fieldNames, type OrganizationKind } from '../../../nodes/shared';
import { IMPORT_ROWS, type Emulator, type ImportJob, type Switches } from '../../emulator';
import { DEPARTMENT, itemsOf, USER } from '../writes/support';
import type { Deed } from './deeds';
import { CELL, outcomeOf, type Stage } from './stage';

/** The operations of the organization, and what each gives whatever is open. */

/** Users whose department does not exist: only the service can know. */
const FAULTY = itemsOf(
	...['1', '2'].map((number) => ({
		TempId: `u${number}`,
		DepartmentId: 'D999999',
		UserId: `nobody${number}`,
		UserName: 'Nobody',
		Email: `nobody${number}@example.co.jp`,
		EffectiveDateFrom: '2099-04-01',
	})),
);

const TOO_MANY = itemsOf(
	...Array.from({ length: IMPORT_ROWS + 1 }, (_, number) => ({ TempId: `d${number}`, DepartmentName: `Department ${number}` })),
);

/** The columns as the service has them: where that is not the order of the tables, a person says so once. */
function columns({ csvColumnOrder }: Switches, kind: OrganizationKind): INodeParameters {
	return csvColumnOrder === 'fieldTable' ? {} : { columnOrder: [...fieldNames(kind)].reverse().join() };
}

/**
 * A department with a name of its own, and a user in it. Items of one kind are imported where the option can name the columns
 * of one kind alone.
 */
function job({ switches, world }: Stage) {
	const DepartmentName = `${CELL}${world.emulator.imports.list().length}`;
	const items = itemsOf({ ...DEPARTMENT, DepartmentName, Order: 1 }, USER);
	return switches.csvColumnOrder === 'fieldTable' ? items : items.slice(0, 1);
}

function optionsFor({ switches }: Stage, kind: OrganizationKind, more: INodeParameters = {}): INodeParameters {
	return { options: { ...columns(switches, kind), ...more } };
}

/** Lets imports come along by status calls alone: each is one step, so that every status is seen. */
function stepByStep(emulator: Emulator): void {
	emulator.imports.pace = 'manual';
}

function finished({ status }: ImportJob): boolean {
	return status === 2 || status === 9;
}

function finish(emulator: Emulator): void {
	for (const { id } of emulator.imports.list()) {
		for (let step = 0; step < 10 && !finished(emulator.imports.advance(id)); step += 1);
	}
}

async function reserve(stage: Stage, version = '2.0'): Promise<string | undefined> {
	const parameters = { apiVersion: version, ...optionsFor(stage, 'department') };
	const { items } = await stage.run('organizationImport.create', parameters, { items: job(stage).slice(0, 1) });
	const [id] = items.map(({ json }) => json.importId);
	return typeof id === 'string' ? id : undefined;
}

function sorted(rows: unknown): IDataObject[] {
	const records = Array.isArray(rows) ? (rows as IDataObject[]) : [];
	return [...records].sort((a, b) => String(a.TempId).localeCompare(String(b.TempId)));
}

/** The refusal of a version that is no longer there, or else what `otherwise` says. */
function unlessRetired(otherwise: unknown): (switches: Switches) => unknown {
	return ({ retired20 }) => (retired20 === 'no' ? otherwise : { refused: String(retired20) });
}

const RETIRED = { by: ['retired20'], row: 18 } as const;

/** Imports an edit of the one department to its end, and gives what the service then has of it. */
async function edited(stage: Stage, edit: IDataObject, options: INodeParameters): Promise<unknown> {
	const { emulator } = stage.world;
	stepByStep(emulator);
	finish(emulator);
	const remove = emulator.onBeforeCall(({ endpoint }) => {
		if (endpoint === 'E15') finish(emulator);
	});
	const before = { ...emulator.organizationRecords('department').get('D1') };
	emulator.addOrganizationRecord('department', { ...before, DepartmentNamePhonetic: 'Eigyo', Order: '2' });
	const jobs = emulator.imports.list().length;
	const parameters = { recordType: 'department', options: { ...options, waitForCompletion: true } };
	const run = await stage.run('organizationImport.create', parameters, { items: itemsOf({ DepartmentId: 'D1', ...edit }) });
	remove();
	const { DepartmentName, DepartmentNamePhonetic, Order } = { ...emulator.organizationRecords('department').get('D1') };
	emulator.addOrganizationRecord('department', before);
	const outcome = outcomeOf(run, () => [DepartmentName, DepartmentNamePhonetic, Order]);
	return Array.isArray(outcome) ? outcome : [outcome, emulator.imports.list().length - jobs];
}

const STATUS_NAMES = { stepwise: 'reserved running completed', skipsRunning: 'reserved completed', requeued: 'reserved running reserved running completed' };

const IMPORTED = { status: 'completed', results: [[0, true, true]] };

export const ORGANIZATION: Readonly<Record<string, Deed>> = {
	'user.getAll': {
		async act(stage) {
			return outcomeOf(await stage.run('user.getAll', optionsFor(stage, 'user', { delimiter: 'tab' })), (rows) =>
				rows.map(({ UserUuid, UserId, UserName, Culture, SubEmail }) => [UserUuid, UserId, UserName, Culture, SubEmail]),
			);
		},
		outcome: [['u-1', '007', CELL, 1, null]],
	},
	'department.getAll': {
		async act(stage) {
			return outcomeOf(await stage.run('department.getAll', optionsFor(stage, 'department')), (rows) =>
				rows.map(({ DepartmentId, DepartmentName, Order }) => [DepartmentId, DepartmentName, Order]),
			);
		},
		outcome: [['D1', CELL, 2]],
	},
	'department.getAll: columns in another order that nobody named': {
		act: async ({ run }) => outcomeOf(await run('department.getAll'), (rows) => rows.map(({ DepartmentName }) => DepartmentName)),
		outcome: [CELL],
		otherwise: {
			by: ['csvColumnOrder'],
			row: 4,
			outcome: ({ csvColumnOrder }) => (csvColumnOrder === 'fieldTable' ? [CELL] : { refused: 'none' }),
		},
	},
	'organizationImport.check: a job without errors': {
		async act(stage) {
			const options = optionsFor(stage, 'department', { encoding: 'sjis', delimiter: 'semicolon' });
			return outcomeOf(await stage.run('organizationImport.check', options, { items: job(stage) }), ([result]) => result);
		},
		outcome: { valid: true, errors: [] },
		otherwise: { ...RETIRED, outcome: unlessRetired({ valid: true, errors: [] }) },
	},
	'organizationImport.check: a job with errors': {
		async act(stage) {
			const options = optionsFor(stage, 'user', { delimiter: 'tab' });
			return outcomeOf(await stage.run('organizationImport.check', options, { items: FAULTY }), ([{ valid, errors } = {}]) => [
				valid,
				sorted(errors).map(({ Type, TempId, Completed }) => [Type, TempId, Completed]),
			]);
		},
		outcome: [false, [[1, 'u1', false], [1, 'u2', false]]],
		otherwise: { ...RETIRED, outcome: unlessRetired([false, [[1, 'u1', false], [1, 'u2', false]]]) },
	},
	'organizationImport.create: followed to its end': {
		async act(stage) {
			const { emulator } = stage.world;
			stepByStep(emulator);
			let looks = 0;
			const remove = emulator.onBeforeCall(({ endpoint }) => {
				if (endpoint !== 'E15') return;
				looks += 1;
				if (looks > 1) finish(emulator);
			});
			const options = optionsFor(stage, 'department', { waitForCompletion: true, pollInterval: 1 });
			const run = await stage.run('organizationImport.create', options, { items: job(stage).slice(0, 1) });
			remove();
			return outcomeOf(run, ([{ status, results } = {}]) => ({
				status,
				results: sorted(results).map(({ Type, Id, Completed }) => [Type, typeof Id === 'string', Completed]),
			}));
		},
		outcome: IMPORTED,
		otherwise: { ...RETIRED, outcome: unlessRetired(IMPORTED) },
	},
	'organizationImport.create: a job with errors, followed to its end': {
		async act(stage) {
			const { emulator } = stage.world;
			stepByStep(emulator);
			const remove = emulator.onBeforeCall(({ endpoint }) => {
				if (endpoint === 'E15') finish(emulator);
			});
			const options = optionsFor(stage, 'user', { waitForCompletion: true });
			const { error } = await stage.run('organizationImport.create', options, { items: FAULTY });
			remove();
			return [error?.httpCode, /u1[^\n]*D999999[^]*u2[^\n]*D999999|u2[^\n]*D999999[^]*u1[^\n]*D999999/.test(error?.message ?? '')];
		},
		outcome: ['none', true],
		otherwise: { ...RETIRED, outcome: ({ retired20 }) => (retired20 === 'no' ? ['none', true] : [String(retired20), false]) },
	},
	'organizationImport.create: more rows than the service may take': {
		async act(stage) {
			const { emulator } = stage.world;
			const before = emulator.imports.list().length;
			const parameters = { apiVersion: '2.5', ...optionsFor(stage, 'department') };
			const run = await stage.run('organizationImport.create', parameters, { items: TOO_MANY });
			return [outcomeOf(run, ([{ importId } = {}]) => typeof importId), emulator.imports.list().length - before];
		},
		outcome: ['string', 1],
		otherwise: {
			by: ['importLimit'],
			row: 16,
			outcome: ({ importLimit }) => (importLimit === 'none' ? ['string', 1] : [{ refused: String(importLimit) }, 0]),
		},
	},
	'organizationImport.create: an edit that has one column': {
		act: async (stage) => await edited(stage, { Order: 5 }, columns(stage.switches, 'department')),
		outcome: [CELL, 'Eigyo', '5'],
		otherwise: { ...RETIRED, outcome: ({ retired20 }) => (retired20 === 'no' ? [CELL, 'Eigyo', '5'] : [{ refused: String(retired20) }, 0]) },
	},
	'organizationImport.create: an edit that has one column, in an order of columns that nobody named': {
		act: async (stage) => await edited(stage, { Order: 5 }, {}),
		outcome: [CELL, 'Eigyo', '5'],
		otherwise: {
			by: ['csvColumnOrder', 'retired20'],
			row: 4,
			outcome({ csvColumnOrder, retired20 }) {
				if (retired20 !== 'no') return [{ refused: String(retired20) }, 0];
				return csvColumnOrder === 'fieldTable' ? [CELL, 'Eigyo', '5'] : [{ refused: 'none' }, 0];
			},
		},
	},
	'organizationImport.create: an edit that has a blank': {
		act: async (stage) => await edited(stage, { DepartmentNamePhonetic: null }, columns(stage.switches, 'department')),
		outcome: [CELL, '', '2'],
		otherwise: {
			by: ['blankOnEdit', 'retired20'],
			row: 44,
			outcome({ blankOnEdit, retired20 }) {
				if (retired20 !== 'no') return [{ refused: String(retired20) }, 0];
				return [CELL, blankOnEdit === 'clears' ? '' : 'Eigyo', '2'];
			},
		},
	},
	'organizationImport.getStatus: on the way to the end': {
		async act(stage) {
			const { emulator } = stage.world;
			finish(emulator);
			stepByStep(emulator);
			const importId = await reserve(stage);
			if (importId === undefined) return 'not reserved';
			const seen: unknown[] = [];
			for (let look = 0; look < 10 && seen.at(-1) !== 'completed'; look += 1) {
				const run = await stage.run('organizationImport.getStatus', { importId });
				seen.push(outcomeOf(run, ([{ status } = {}]) => status));
				emulator.imports.advance(importId);
			}
			return seen.join(' ');
		},
		outcome: STATUS_NAMES.stepwise,
		otherwise: {
			by: ['importStatusPath', 'retired20'],
			row: 6,
			outcome: ({ importStatusPath, retired20 }) => (retired20 === 'no' ? STATUS_NAMES[importStatusPath] : 'not reserved'),
		},
	},
	'organizationImport.getStatus: of an import that 2.5 reserved': {
		async act(stage) {
			finish(stage.world.emulator);
			const importId = (await reserve(stage, '2.5')) ?? 'not reserved';
			return outcomeOf(await stage.run('organizationImport.getStatus', { importId }), ([{ status } = {}]) => status);
		},
		outcome: 'reserved',
		otherwise: {
			by: ['jobVisibleAcrossVersions', 'unknownId', 'retired20'],
			row: 43,
			outcome({ jobVisibleAcrossVersions, unknownId, retired20 }) {
				if (retired20 !== 'no') return { refused: String(retired20) };
				return jobVisibleAcrossVersions ? 'reserved' : { refused: String(unknownId) };
			},
		},
	},
	'organizationImport.getResult': {
		async act(stage) {
			const { emulator } = stage.world;
			finish(emulator);
			const importId = (await reserve(stage)) ?? 'not reserved';
			finish(emulator);
			return outcomeOf(await stage.run('organizationImport.getResult', { importId }), (rows) =>
				sorted(rows).map(({ Type, TempId, Completed, ErrorMessage }) => [Type, TempId, Completed, ErrorMessage]),
			);
		},
		outcome: [[0, 'd1', true, null]],
		otherwise: { ...RETIRED, outcome: unlessRetired([[0, 'd1', true, null]]) },
	},
};
