import type { IDataObject } from 'n8n-workflow';
import type { Emulator, EndpointId, FaultScript } from '../../emulator';
import { someOf } from '../../inFull';
import type { NodeRun, RunOptions } from '../../support/engine/n8n';
import { callsOf, failureOf, LOST_ANSWERS, MAY_HAVE_ARRIVED } from '../writes/support';
import { calledOf, departments, summaryOf, syncedCompany, told, users } from './support';

/** A sync that is cut off at any call is completed by the next run, and nobody is added twice. */

const { world, run } = syncedCompany();

/** Jiro is new in a department that is new; Taro leaves. Two jobs, the second of which deletes Asia. */
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

/** Lets every job that is reserved come to its end. */
function finishJobs({ imports }: Emulator): void {
	for (const { id } of imports.list()) for (let step = 0; step < 4; step += 1) imports.advance(id);
}

/** Does something before the given call to read departments. */
function onRead(number: number, deed: () => void): void {
	let reads = 0;
	world.emulator.onBeforeCall(({ endpoint }) => {
		if (endpoint === 'E12' && (reads += 1) === number) deed();
	});
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

/** Every call, by its endpoint and the number of calls to that endpoint before it. */
const PLACES = CALLS.map((endpoint, index): [number, EndpointId, number] => {
	return [index + 1, endpoint, CALLS.slice(0, index).filter((before) => before === endpoint).length];
});

const FAILURES: ReadonlyArray<readonly [string, Omit<FaultScript, 'endpoint'>]> = [
	['a 500 that did nothing', { kind: 'status', status: 500 }],
	['a refusal', { kind: 'status', status: 400, code: 'invalid_value' }],
	['a reset before anything was done', { kind: 'reset' }],
	...LOST_ANSWERS.map(([name, fault]) => [name, fault] as const),
];

/** What breaks off an answer does nothing to one without a body: that of a check which finds nothing. */
const MATRIX = PLACES.flatMap(([number, endpoint, skip]) =>
	FAILURES.filter(([, { kind }]) => endpoint !== 'E14' || kind !== 'resetMidBody').map(
		([name, fault]) => [number, endpoint, name, { ...fault, endpoint, skip, times: Infinity }] as const,
	),
);

it.each(someOf(MATRIX, 18))(
	'is completed by the next run after call %i, to %s, met %s',
	async (_number, _endpoint, _name, fault) => {
		const { emulator } = world;
		emulator.faults.add(fault);
		// Without the patience to wait for what never comes. On a busy machine it may end with another call: no harm.
		const impatient = { ...LEAVERS, requestOptions: { timeout: 300 } };
		expect(failureOf(await run('apply', DIRECTORY, impatient)).description ?? '').not.toBe('');
		// Once for each job: a failed reservation ends the run.
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
	it('says what the jobs before it have done', async () => {
		world.emulator.faults.add({ kind: 'status', status: 500, endpoint: 'E13', skip: 1 });
		const error = failureOf(await apply());
		expect(error.description).toMatch(MAY_HAVE_ARRIVED);
		expect(error.description).toContain(
			'Done before: department Legal/Patents added, user jiro added, user taro deleted. Nothing is undone.',
		);
		const [{ id } = { id: '' }] = world.emulator.imports.list();
		const done = [
			{ type: 'department', action: 'added', key: 'Legal/Patents' },
			{ type: 'user', action: 'added', key: 'jiro' },
			{ type: 'user', action: 'deleted', key: 'taro' },
		];
		expect(error.context).toMatchObject({ importIds: [id], done });
	});

	it('names the records and items that the check of the service refuses', async () => {
		const refusal = '1,,u1,false,Email is used by another user\r\n';
		world.emulator.faults.add({ kind: 'status', status: 200, endpoint: 'E14', body: refusal });
		const error = failureOf(await apply());
		expect(error.message).toBe(
			'The service refused job 1 of 2 and imported none of its rows: user jiro (item 1): Email is used by another user',
		);
		expect(error.context).toMatchObject({ done: [], errors: [{ Type: 1, TempId: 'u1', Completed: false }] });
		expect(callsOf(world.emulator, 'E13')).toEqual([]);
	});

	it('names them, and the import, where the job ends in an error', async () => {
		const { emulator } = world;
		// Somebody else adds the same user between the check and the import.
		const other = { UserId: 'jiro', UserName: 'J', Email: 'other@example.com', DepartmentId: 'D3' };
		emulator.onBeforeCall(({ endpoint }) => {
			if (endpoint === 'E13') emulator.addOrganizationRecord('user', other);
		});
		const error = failureOf(await apply());
		expect(error.message).toMatch(
			/^The service refused job 1 of 2 and imported none of its rows: .*user jiro \(item 1\): UserId jiro is used by another user/s,
		);
		expect(error.context?.importId).toBe(emulator.imports.list()[0]?.id);
	});
});

describe('a retry of n8n', () => {
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	it('waits for the job whose answer was lost instead of importing it again', async () => {
		world.emulator.faults.add({ kind: 'reset', endpoint: 'E13', process: true });
		onRead(5, () => finishJobs(world.emulator));
		const summary = summaryOf(await apply({ settings }));
		// The first job has been done by then; what is left is the second.
		expect(told(summary)).toEqual(['department Sales/Asia deleted']);
		expect(callsOf(world.emulator, 'E13')).toHaveLength(2);
		expectAllDone(world.emulator);
	});

	it('does not wait after a refusal', async () => {
		world.emulator.faults.add({ kind: 'status', status: 400, endpoint: 'E13', code: 'invalid_value' });
		expect(summaryOf(await apply({ settings })).converged).toBe(true);
		expect(calledOf(world.emulator)).toBe(`E12 E11 E14 E13 ${CALLS.join(' ')}`);
	});
});

it('waits in the next run of a published workflow for the job whose answer was lost, until it can be imported no more', async () => {
	const { emulator } = world;
	const staticData = {};
	emulator.faults.add({ kind: 'reset', endpoint: 'E13', process: true });
	emulator.imports.pace = 'manual';
	expect(failureOf(await apply({ staticData })).description).toMatch(MAY_HAVE_ARRIVED);
	emulator.clearLog();
	// A plan shows what there is, and does not wait.
	expect(told(summaryOf(await run('plan', DIRECTORY, LEAVERS, { staticData })))).toHaveLength(4);
	expect(calledOf(emulator)).toBe('E12 E11');
	onRead(4, () => {
		finishJobs(emulator);
		emulator.imports.pace = 'auto';
	});
	const summary = summaryOf(await apply({ staticData }));
	expect(told(summary)).toEqual(['department Sales/Asia deleted']);
	expect(callsOf(emulator, 'E13')).toHaveLength(1);
	expect(staticData).toEqual({ 'node:Card 0': {} });
	expectAllDone(emulator);
});

it('waits on the next night for the import that the last one left running, and adds nobody twice', async () => {
	const { emulator } = world;
	const staticData = {};
	emulator.imports.pace = 'manual';
	emulator.faults.add({ kind: 'status', status: 200, endpoint: 'E15', body: { importStatus: 1 }, times: Infinity });
	const night = async (at: string) => failureOf(await apply({ staticData })).message.includes(at);
	expect(await night('did not end within 60 s')).toBe(true);
	// The second night begins while the import still runs: nothing is reserved.
	expect(await night('did not end within 60 s')).toBe(true);
	expect(callsOf(emulator, 'E13')).toHaveLength(1);
	emulator.faults.clear();
	expect(summaryOf(await apply({ staticData })).converged).toBe(true);
	expect(staticData).toEqual({ 'node:Card 0': {} });
	expectAllDone(emulator);
});

it('goes on where the service does not know an import of the last night any more', async () => {
	const staticData = { 'node:Card 0': { runningImport: 'gone' } };
	expect(summaryOf(await apply({ staticData })).converged).toBe(true);
	expect(staticData).toEqual({ 'node:Card 0': {} });
});

it.each(someOf(PLACES, 10))(
	'is completed by the next run after an execution that was cancelled at call %i, to %s',
	async (number) => {
		const { emulator } = world;
		let cancel = () => {};
		let calls = 0;
		const remove = emulator.onBeforeCall(() => {
			if ((calls += 1) === number) cancel();
		});
		await apply({ onStart: (end) => void (cancel = end) });
		remove();
		expect(calls).toBe(number);
		finishJobs(emulator);
		expect(summaryOf(await apply()).converged).toBe(true);
		expectAllDone(emulator);
	},
);
