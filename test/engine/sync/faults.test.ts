import type { IDataObject } from 'n8n-workflow';
import type { Emulator, EndpointId, FaultScript } from '../../emulator';
import { inFull } from '../../inFull';
import type { NodeRun, RunOptions } from '../../support/engine/n8n';
import { callsOf, failureOf, LOST_ANSWERS, MAY_HAVE_ARRIVED } from '../writes/support';
import { calledOf, departments, summaryOf, syncedCompany, TARO, told, users } from './support';

/** A sync that is cut off at any call is completed by the next run, and nobody is added twice. */

const { world, run } = syncedCompany();

/** Jiro is new in a department that is new; Taro leaves. Two imports, the second of which deletes Asia. */
const DIRECTORY: IDataObject[] = [
	{ UserId: 'hanako' },
	{ UserId: 'jiro', UserName: '山田 次郎', Email: 'jiro@example.com', DepartmentPath: 'Legal/Patents' },
	{ DepartmentPath: 'Legal' },
	{ DepartmentPath: 'Sales' },
];

const LEAVERS = { missingUsers: 'delete', missingDepartments: 'delete', options: { timeout: 60, pollInterval: 1 } };

async function apply(more: Partial<RunOptions> = {}): Promise<NodeRun> {
	return await run('apply', DIRECTORY, LEAVERS, more);
}

/** Lets every import that is submitted finish. */
function finishJobs({ imports }: Emulator): void {
	for (const { id } of imports.list()) for (let step = 0; step < 4; step += 1) imports.advance(id);
}

function expectAllDone(emulator: Emulator): void {
	expect(Object.keys(departments(emulator)).sort()).toEqual(['Legal', 'Patents', 'Sales']);
	expect(Object.keys(users(emulator)).sort()).toEqual(['hanako', 'jiro']);
	const sizes = (['department', 'user'] as const).map((kind) => emulator.organizationRecords(kind).size);
	expect(sizes).toEqual([3, 2]);
	expect(users(emulator).jiro?.DepartmentId).toBe(departments(emulator).Patents);
}

/** The calls of an undisturbed apply. */
const CALLS: EndpointId[] = ['E12', 'E11', 'E14', 'E13', 'E15', 'E16', 'E14', 'E13', 'E15', 'E16', 'E12', 'E11'];

it('takes these calls when nothing goes wrong', async () => {
	expect(summaryOf(await apply()).converged).toBe(true);
	expect(calledOf(world.emulator)).toBe(CALLS.join(' '));
	expectAllDone(world.emulator);
});

const TROUBLES: ReadonlyArray<readonly [string, Omit<FaultScript, 'endpoint'>?]> = [
	['a 500 that did nothing', { kind: 'status', status: 500 }],
	['a refusal', { kind: 'status', status: 400, code: 'invalid_value' }],
	['a reset before anything was done', { kind: 'reset' }],
	...LOST_ANSWERS.map(([name, fault]) => [name, fault] as const),
	['the end of the execution'],
];

/** What breaks off an answer does nothing to one without a body: that of a check which finds nothing. */
const MATRIX = CALLS.flatMap((endpoint, index) =>
	TROUBLES.filter(([, fault]) => endpoint !== 'E14' || fault?.kind !== 'resetMidBody').map(([name, fault]) => {
		const skip = CALLS.slice(0, index).filter((before) => before === endpoint).length;
		return [index + 1, endpoint, name, fault && { ...fault, endpoint, skip, times: Infinity }] as const;
	}),
);

it.each(MATRIX.filter((_, index) => index % inFull(1, 13) === 0))(
	'is completed by the next run after call %i, to %s, met %s',
	async (number, _endpoint, _name, fault) => {
		const { emulator } = world;
		let cancel = () => {};
		if (fault) emulator.faults.add(fault);
		else emulator.onBeforeCall(({ n }) => void (n === number && cancel()));
		// Without the patience to wait for what never comes. On a busy machine it may end with another call: no harm.
		const impatient = { ...LEAVERS, requestOptions: { timeout: fault?.kind === 'hang' ? 300 : 10_000 } };
		const first = await run('apply', DIRECTORY, impatient, { onStart: (end) => void (cancel = end) });
		if (fault) expect(failureOf(first).description ?? '').not.toBe('');
		else expect(emulator.calls).toHaveLength(number);
		// Once for each import: a failed submission ends the run.
		expect(callsOf(emulator, 'E13').length).toBeLessThanOrEqual(2);
		emulator.faults.clear();
		finishJobs(emulator);
		expect(summaryOf(await apply()).converged).toBe(true);
		expectAllDone(emulator);
		// What the first run did is not done again.
		emulator.clearLog();
		expect(summaryOf(await apply()).changes).toEqual([]);
		expect(calledOf(emulator)).toBe('E12 E11');
	},
);

describe('an error', () => {
	it('says what the imports before it have done', async () => {
		world.emulator.faults.add({ kind: 'status', status: 500, endpoint: 'E13', skip: 1 });
		const { description, context } = failureOf(await apply());
		expect(description).toMatch(MAY_HAVE_ARRIVED);
		expect(description).toContain('department Legal/Patents added, user jiro added, user taro deleted');
		const done = [
			{ type: 'department', action: 'added', key: 'Legal/Patents' },
			{ type: 'user', action: 'added', key: 'jiro' },
			{ type: 'user', action: 'deleted', key: 'taro' },
		];
		expect(context).toMatchObject({ importIds: [world.emulator.imports.list()[0]?.id], done });
	});

	it.each<[string, (emulator: Emulator) => unknown]>([
		[
			'the check of the service refuses',
			({ faults }) => {
				const body = `1,,u1,false,UserId jiro is used by another user\r\n1,${TARO},,false,Locked\r\n`;
				faults.add({ kind: 'status', status: 200, endpoint: 'E14', body });
			},
		],
		[
			'the import refuses, because somebody adds the same user between check and import',
			(emulator) => {
				const other = { UserId: 'jiro', UserName: 'J', Email: 'other@example.com', DepartmentId: 'D3' };
				emulator.onBeforeCall(({ endpoint }) => {
					if (endpoint === 'E13') emulator.addOrganizationRecord('user', other);
				});
			},
		],
	])('names the records and items that %s', async (_, trouble) => {
		const { emulator } = world;
		trouble(emulator);
		const { message, description, context } = failureOf(await apply());
		expect(message).toMatch(/import 1 of 2.*\nuser jiro \(item 1\): UserId jiro is used by another user.*\nuser taro: /s);
		const [{ id } = { id: undefined }] = emulator.imports.list();
		const errors: unknown = expect.arrayContaining([
			expect.objectContaining({ Type: 1, TempId: 'u1', Completed: false }),
		]);
		expect(context).toMatchObject({ done: [], importIds: id === undefined ? [] : [id], errors });
		expect(context?.importId).toBe(id);
		expect(description).not.toMatch(/Done before|published workflow/);
	});
});

describe('a retry of n8n', () => {
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	it('waits for the import whose answer was lost instead of importing it again', async () => {
		const { emulator } = world;
		emulator.faults.add({ kind: 'reset', endpoint: 'E13', process: true });
		emulator.onBeforeCall(({ endpoint }) => {
			if (endpoint === 'E12' && callsOf(emulator, 'E12').length === 5) finishJobs(emulator);
		});
		// The first import has been done by then; what is left is the second.
		expect(told(summaryOf(await apply({ settings })))).toEqual(['department Sales/Asia deleted']);
		// It waits no longer than for that import, and looks once more at the end.
		expect(callsOf(emulator, 'E12')).toHaveLength(6);
		expect(callsOf(emulator, 'E13')).toHaveLength(2);
		expectAllDone(emulator);
	});

	it('does not wait after a refusal', async () => {
		world.emulator.faults.add({ kind: 'status', status: 400, endpoint: 'E13', code: 'invalid_value' });
		expect(summaryOf(await apply({ settings })).converged).toBe(true);
		expect(calledOf(world.emulator)).toBe(`E12 E11 E14 E13 ${CALLS.join(' ')}`);
	});
});

describe('the next run of a published workflow', () => {
	it('waits for the import that the last one left running, adds nobody twice, and a plan waits for nothing', async () => {
		const { emulator } = world;
		const staticData = {};
		emulator.faults.add({ kind: 'status', status: 200, endpoint: 'E15', body: { importStatus: 1 }, times: Infinity });
		// The second night begins while the import still runs: nothing is submitted.
		for (let night = 0; night < 2; night += 1) {
			const { message, description } = failureOf(await apply({ staticData }));
			expect(message).toContain('did not finish within 60 s');
			expect(description).toContain('The next run of a published workflow waits until this import has finished');
		}
		expect(callsOf(emulator, 'E13')).toHaveLength(1);
		emulator.clearLog();
		const shown = summaryOf(await run('plan', DIRECTORY, LEAVERS, { staticData }));
		expect(told(shown)).toEqual(['department Sales/Asia deleted']);
		expect(calledOf(emulator)).toBe('E12 E11');
		emulator.faults.clear();
		expect(summaryOf(await apply({ staticData })).converged).toBe(true);
		expect(staticData).toEqual({ 'node:Card 0': {} });
		expectAllDone(emulator);
	});

	it('goes on where the service does not know that import any more', async () => {
		const staticData = { 'node:Card 0': { runningImport: 'gone' } };
		expect(summaryOf(await apply({ staticData })).converged).toBe(true);
		expect(staticData).toEqual({ 'node:Card 0': {} });
	});
});
