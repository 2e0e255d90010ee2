import type { IDataObject } from 'n8n-workflow';
import type { Emulator } from '../../emulator';
import { callsOf, failureOf } from '../writes/support';
import { calledOf, departments, summaryOf, syncedCompany, told, users } from './support';

/** Several runs of one sync: in turn where they can know of each other, and what is said where they cannot. */

const { world, run, apply, plan } = syncedCompany();

const OPTIONS = { options: { timeout: 60, pollInterval: 1 } };

/** Taro moves to a department that is to be made. */
const MOVE: IDataObject[] = [{ UserId: 'taro', DepartmentPath: 'Legal/Patents' }, { UserId: 'hanako' }];

/** The ids of all departments called Patents, in their order. */
function patents({ organizationRecords }: Emulator): string[] {
	const all = [...organizationRecords('department').values()];
	return all.flatMap(({ DepartmentName, DepartmentId = '' }) => (DepartmentName === 'Patents' ? [DepartmentId] : []));
}

/** Lets every import that is reserved come to its end. */
function finishJobs({ imports }: Emulator): void {
	for (const { id } of imports.list()) for (let step = 0; step < 4; step += 1) imports.advance(id);
}

describe('runs of one process', () => {
	it('take turns where they have the same key and address: the second one finds nothing to do', async () => {
		const [first, second] = (await Promise.all([run('apply', MOVE), run('apply', MOVE)])).map(summaryOf);
		expect([first?.changes.length, second?.changes.length]).toEqual([2, 0]);
		expect([first?.converged, second?.converged]).toEqual([true, true]);
		expect(patents(world.emulator)).toHaveLength(1);
		expect(callsOf(world.emulator, 'E13')).toHaveLength(1);
	});

	it('do not wait for one that has failed, and a plan waits for none', async () => {
		world.emulator.faults.add({ kind: 'status', status: 400, endpoint: 'E13', code: 'invalid_value' });
		const [failed, second, shown] = await Promise.all([run('apply', MOVE), run('apply', MOVE), plan(MOVE)]);
		expect(failureOf(failed).httpCode).toBe('400');
		expect(told(summaryOf(second))).toEqual(['department Legal/Patents added', 'user taro edited']);
		expect(told(shown)).toHaveLength(2);
	});
});

describe('a department that somebody else adds at the same time', () => {
	/** Another worker adds the department between the check and the import of this run. */
	function addMeanwhile(user?: IDataObject): void {
		const { emulator } = world;
		const other = { DepartmentId: 'D9', DepartmentName: 'Patents', ParentDepartmentId: 'D3' };
		emulator.onBeforeCall(({ endpoint }) => {
			if (endpoint !== 'E13' || patents(emulator).includes('D9')) return;
			emulator.addOrganizationRecord('department', other);
			if (user) emulator.addOrganizationRecord('user', { ...user, EffectiveDateFrom: '2020-04-01', DepartmentId: 'D9' });
		});
	}

	it('is said to exist twice, with both ids and what to do, and is not done', async () => {
		addMeanwhile();
		const summary = await apply(MOVE);
		expect(told(summary)).toEqual(['department Legal/Patents added not done', 'user taro edited']);
		expect(summary.converged).toBe(false);
		const [own] = patents(world.emulator).filter((id) => id !== 'D9');
		const message = String(summary.changes[0]?.message);
		expect(message).toMatch(/exists twice.*delete the one that is empty/);
		expect(message).toContain('D9');
		expect(message).toContain(own);
	});

	it('is no dead end while one is empty: the next run takes the one in use, and says so', async () => {
		addMeanwhile();
		await apply(MOVE);
		const [own = ''] = patents(world.emulator).filter((id) => id !== 'D9');
		const next = await apply([...MOVE, { UserId: 'hanako', DepartmentPath: 'Legal/Patents' }].slice(0, 1));
		expect(next).toMatchObject({ changes: [], converged: true, refusals: [] });
		expect(next.kept).toEqual([expect.objectContaining({ type: 'department', key: 'Legal/Patents' })]);
		for (const id of ['D9', own]) expect(next.kept[0]?.reason).toContain(id);
		// Where missing departments are deleted, the empty one goes.
		const rows = [...MOVE, ...['Sales', 'Sales/Asia', 'Legal/Patents'].map((DepartmentPath) => ({ DepartmentPath }))];
		expect(told(await apply(rows, { missingDepartments: 'delete' }))).toEqual(['department Legal/Patents deleted']);
		expect(patents(world.emulator)).toEqual([own]);
	});

	it('is refused by the next run where both are in use, and the last look of this one says so', async () => {
		addMeanwhile({ UserId: 'saburo', UserName: 'S', Email: 'saburo@example.com' });
		const summary = await apply(MOVE);
		expect(summary.converged).toBe(false);
		expect(told(summary)).toEqual([
			'department Legal/Patents added not done',
			expect.stringMatching(/^user taro edited/),
		]);
		expect(failureOf(await run('apply', MOVE)).message).toContain('fits 2 departments');
	});

	it('is said by the run after one that was killed while its import was pending', async () => {
		const { emulator } = world;
		// n8n stores what a node remembers when the execution ends: of one that is killed, nothing is left.
		emulator.faults.add({ kind: 'reset', endpoint: 'E13', process: true });
		await run('apply', MOVE, OPTIONS, { staticData: {} });
		expect([callsOf(emulator, 'E13').length, patents(emulator)]).toEqual([1, []]);
		// It is done between the look of the next run and its import.
		emulator.onBeforeCall(({ endpoint }) => void (endpoint === 'E14' && finishJobs(emulator)));
		const summary = summaryOf(await run('apply', MOVE, OPTIONS, { staticData: {} }));
		expect(patents(emulator)).toHaveLength(2);
		for (const id of patents(emulator)) expect(summary.changes[0]?.message).toContain(id);
		expect(summary.changes[0]?.done).toBe(false);
		expect(summaryOf(await run('apply', MOVE, OPTIONS)).converged).toBe(true);
	});
});

describe('what an earlier run has left behind holds up no later one for ever', () => {
	it('waits once at most for a lost import, also when the clock was set back by years', async () => {
		const until = Date.now() + 10 * 365 * 86_400_000;
		const staticData = { 'node:Card 0': { lostJob: { until, change: 'department Legal/Patents added' } } };
		expect(summaryOf(await run('apply', MOVE, OPTIONS, { staticData })).converged).toBe(true);
		// A look at the beginning, one a second for a minute, and the last one.
		expect(callsOf(world.emulator, 'E12').length).toBeLessThanOrEqual(63);
		expect(departments(world.emulator)).toHaveProperty('Patents');
	});

	it.each<[string, unknown, RegExp]>([
		['a status that is none of the documented ones', { importStatus: 5 }, /status: unknown, 5/],
		['no status', { importStatus: null }, /without the status of the import/],
		['a status that is a word', { importStatus: 'done' }, /without the status of the import/],
	])('goes on after an import with %s, which the run before has said', async (_name, body, message) => {
		const { emulator } = world;
		const staticData = {};
		emulator.faults.add({ kind: 'transform', endpoint: 'E15', times: Infinity, transform: () => body });
		const first = failureOf(await run('apply', MOVE, OPTIONS, { staticData }));
		expect(first.message).toMatch(message);
		expect(first.description).toContain('waits no longer than Wait Timeout');
		finishJobs(emulator);
		emulator.clearLog();
		const next = summaryOf(await run('apply', MOVE, OPTIONS, { staticData }));
		expect(next).toMatchObject({ changes: [], converged: true });
		expect(staticData).toEqual({ 'node:Card 0': {} });
		expect(users(emulator).taro?.DepartmentId).toBe(departments(emulator).Patents);
		expect(calledOf(emulator)).not.toContain('E13');
	});
});
