import type { Emulator, ImportJob, OrganizationRecord } from '../../emulator';
import { worldPerTest } from '../../support/engine/world';
import { DEPARTMENT, failureOf, importing, itemsOf, onlyCall, outputOf, USER } from './support';

/** organizationImport.getStatus and .getResult: what an import that was reserved earlier has come to. */

const world = worldPerTest();

/** Reserves an import through the node and takes it so many steps on; nothing of it stays in the log. */
async function reserved(emulator: Emulator, steps: number, ...rows: OrganizationRecord[]): Promise<ImportJob> {
	emulator.imports.pace = 'manual';
	const [result] = outputOf(await world.run(importing('create'), { items: itemsOf(...rows) }));
	const importId = String(result?.importId);
	for (let step = 0; step < steps; step += 1) emulator.imports.advance(importId);
	emulator.clearLog();
	const job = emulator.imports.get(importId);
	if (!job) throw new Error('The import was not reserved');
	return job;
}

const WRONG = { ...DEPARTMENT, ParentDepartmentId: 'D404' };

describe('getStatus', () => {
	it.each([
		['reserved', 0, 0, DEPARTMENT],
		['running', 1, 1, DEPARTMENT],
		['completed', 2, 2, DEPARTMENT],
		['error', 9, 2, WRONG],
	])('says %s for %i', async (status, importStatus, steps, row) => {
		const { emulator, run } = world;
		const { id } = await reserved(emulator, steps, row);
		const { items } = await run(importing('getStatus', { importId: id }));
		expect(items).toEqual([{ json: { importId: id, importStatus, status }, pairedItem: { item: 0 } }]);
		const call = onlyCall(emulator);
		expect([call.method, call.path, call.query]).toEqual(['GET', `/v2.0/organization/jobs/${id}`, []]);
	});

	it('says unknown for a number that the specification does not have', async () => {
		const { emulator, run } = world;
		const { id } = await reserved(emulator, 0, DEPARTMENT);
		emulator.faults.add({ kind: 'transform', transform: () => ({ importStatus: 5 }) });
		expect(outputOf(await run(importing('getStatus', { importId: id })))).toEqual([
			{ importId: id, importStatus: 5, status: 'unknown' },
		]);
	});
});

describe('getResult', () => {
	it('gives one typed item a record, with the ids that were generated', async () => {
		const { emulator, run } = world;
		const edited = emulator.addOrganizationRecord('department', { DepartmentName: 'old' });
		const { id } = await reserved(emulator, 2, DEPARTMENT, USER, { DepartmentId: edited, DepartmentName: 'new' });
		const { items } = await run(importing('getResult', { importId: id }));
		const [, added] = emulator.organizationRecords('department').keys();
		const [userUuid] = emulator.organizationRecords('user').keys();
		const pairedItem = { item: 0 };
		expect(items).toEqual([
			{ json: { Type: 0, Id: added, TempId: 'd1', Completed: true, ErrorMessage: null }, pairedItem },
			{ json: { Type: 0, Id: edited, TempId: null, Completed: true, ErrorMessage: null }, pairedItem },
			{ json: { Type: 1, Id: userUuid, TempId: 'u1', Completed: true, ErrorMessage: null }, pairedItem },
		]);
		expect(onlyCall(emulator).path).toBe(`/v2.0/organization/jobs/${id}/result`);
	});

	it('gives the messages of an import that failed', async () => {
		const { emulator, run } = world;
		const { id } = await reserved(emulator, 2, { ...DEPARTMENT, ParentDepartmentId: '営業, "A"\n部' }, USER);
		emulator.switches.csvCharset = 'sjis';
		expect(outputOf(await run(importing('getResult', { importId: id })))).toEqual([
			{
				Type: 0,
				Id: null,
				TempId: 'd1',
				Completed: false,
				ErrorMessage: 'ParentDepartmentId 営業, "A"\n部 does not exist',
			},
			{
				Type: 1,
				Id: null,
				TempId: 'u1',
				Completed: false,
				ErrorMessage: 'Not imported because other records have errors',
			},
		]);
	});

	it('says that the import is not finished', async () => {
		const { emulator, run } = world;
		const { id } = await reserved(emulator, 1, DEPARTMENT);
		const error = failureOf(await run(importing('getResult', { importId: id })));
		expect([error.name, error.httpCode, error.message]).toEqual(['NodeApiError', '400', 'The import is not finished']);
		expect(error.description).toMatch(/^invalid_value: importId<br>\n/);
	});
});
