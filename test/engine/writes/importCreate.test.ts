import type { INodeParameters } from 'n8n-workflow';
import { worldPerTest } from '../../support/engine/world';
import { callsOf, DEPARTMENT, failureOf, finishImportsAtOnce, importing, itemsOf, onlyCall, outputOf, USER } from './support';
import { labelOf } from '../labels';

/** organizationImport.create: the reservation, and following it to its end. */

const world = worldPerTest();
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const JOB = itemsOf(DEPARTMENT, USER);
const PAIRED_WITH_ALL = [{ item: 0 }, { item: 1 }];
/** The service alone knows that this department does not exist. */
const LOST_JOB = itemsOf(DEPARTMENT, { ...USER, DepartmentId: 'tempId:d1;D404' });

function create(options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters {
	return importing('create', { options, ...more });
}

const WAITING = create({ waitForCompletion: true });

/** The id of the import that was reserved. */
function reservedId(): string {
	return world.emulator.imports.list()[0]?.id ?? '';
}

/** How often the status was asked for. */
function looks(): number {
	return callsOf(world.emulator, 'E15').length;
}

describe('the reservation', () => {
	it.each(['2.0', '2.5'])('gives the id of the import in version %s, paired with every item', async (apiVersion) => {
		const { emulator, run } = world;
		const { items } = await run(create({}, { apiVersion }), { items: JOB });
		const [job] = emulator.imports.list();
		expect(items).toEqual([{ json: { importId: job?.id }, pairedItem: PAIRED_WITH_ALL }]);
		expect(job?.id).toMatch(UUID);
		expect(onlyCall(emulator).path).toBe(`/v${apiVersion}/organization/jobs`);
	});

	it('says that another import is under way, in the version that tells', async () => {
		const { emulator, run } = world;
		emulator.imports.pace = 'manual';
		const parameters = create({}, { apiVersion: '2.5' });
		outputOf(await run(parameters, { items: JOB }));
		const error = failureOf(await run(parameters, { items: JOB }));
		expect([error.name, error.httpCode, error.message]).toEqual(['NodeApiError', '409', 'Another import is not finished']);
		expect(error.description).toMatch(/^conflict<br>\n.*try again when it has finished/);
		expect(emulator.calls).toHaveLength(2);
	});

	it('becomes one error item for all items with Continue On Fail', async () => {
		const { emulator, run } = world;
		const { items, error } = await run(create(), {
			items: itemsOf(DEPARTMENT, { ...USER, Email: '' }),
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0]?.json.error).toMatch(/^Item 1: Email is empty; it is required/);
		expect(emulator.calls).toHaveLength(0);
	});
});

describe('waiting for the end', () => {
	it('gives the result of a completed import, paired with every item', async () => {
		const { emulator, run } = world;
		finishImportsAtOnce(emulator);
		const { items } = await run(WAITING, { items: JOB });
		const [departmentId] = emulator.organizationRecords('department').keys();
		const [userUuid] = emulator.organizationRecords('user').keys();
		expect(items).toEqual([
			{
				json: {
					importId: reservedId(),
					importStatus: 2,
					status: 'completed',
					results: [
						{ Type: 0, Id: departmentId, TempId: 'd1', Completed: true, ErrorMessage: null },
						{ Type: 1, Id: userUuid, TempId: 'u1', Completed: true, ErrorMessage: null },
					],
				},
				pairedItem: PAIRED_WITH_ALL,
			},
		]);
		expect(emulator.calls.map(({ endpoint }) => endpoint)).toEqual(['E13', 'E15', 'E16']);
	});

	it('looks until the import has ended, once an interval', async () => {
		const { emulator, run } = world;
		emulator.imports.stepMs = Infinity;
		const seen: unknown[] = [];
		emulator.faults.add({ kind: 'transform', endpoint: 'E15', times: Infinity, transform: (body) => (seen.push(body), body) });
		const [result] = outputOf(await run(create({ waitForCompletion: true, pollInterval: 1 }), { items: JOB }));
		expect(result?.status).toBe('completed');
		expect(seen).toEqual([{ importStatus: 0 }, { importStatus: 1 }, { importStatus: 2 }]);
		expect(emulator.calls.map(({ endpoint }) => endpoint)).toEqual(['E13', 'E15', 'E15', 'E15', 'E16']);
	});

	it('does not wait for an interval that is longer than the timeout, and does not look more often for it', async () => {
		const { emulator, run } = world;
		emulator.imports.pace = 'manual';
		failureOf(await run(create({ waitForCompletion: true, pollInterval: 3_600, timeout: 1 }), { items: JOB }));
		// At the beginning and at the end; a timer that fires a fraction early makes one more.
		expect(looks()).toBeGreaterThanOrEqual(2);
		expect(looks()).toBeLessThanOrEqual(3);
	});

	it('fails with the messages of the records when the import ends with an error', async () => {
		const { emulator, run } = world;
		finishImportsAtOnce(emulator);
		const error = failureOf(await run(WAITING, { items: LOST_JOB }));
		const importId = reservedId();
		expect(error.name).toBe('NodeApiError');
		expect(error.message).toBe(
			`The import ${importId} failed and nothing was imported: department d1: Not imported because other records have errors;\nuser u1: DepartmentId D404 does not exist`,
		);
		expect(error.description).toMatch(/^Correct the named records and import again/);
		expect(error.context?.importId).toBe(importId);
		expect(emulator.organizationRecords('department').size).toBe(0);
	});

	it('lists the messages of 50 records and counts the others', async () => {
		const { emulator, run } = world;
		finishImportsAtOnce(emulator);
		const rows = Array.from({ length: 57 }, (_, index) => ({ TempId: `d${index}`, DepartmentName: 'x', ParentDepartmentId: 'D404' }));
		const { message } = failureOf(await run(WAITING, { items: itemsOf(...rows) }));
		const lines = message.split(';\n');
		expect(lines).toHaveLength(51);
		expect(lines[49]).toBe('department d49: ParentDepartmentId D404 does not exist');
		expect(lines[50]).toBe('and 7 more');
	});

	it('fails readably when the result of a failed import names no record', async () => {
		const { emulator, run } = world;
		finishImportsAtOnce(emulator);
		emulator.faults.add({ kind: 'empty', endpoint: 'E16', status: 200 });
		const error = failureOf(await run(WAITING, { items: LOST_JOB }));
		const importId = reservedId();
		expect(error.message).toBe(`The import ${importId} failed and nothing was imported: the service names no record`);
	});

	it('gives the import ID when the time is over, so that nothing is lost', async () => {
		const { emulator, run } = world;
		emulator.imports.pace = 'manual';
		const error = failureOf(await run(create({ waitForCompletion: true, timeout: 1 }), { items: JOB }));
		const importId = reservedId();
		expect(error.message).toBe(`The import ${importId} did not end within 1 s (status: reserved)`);
		expect(error.description).toMatch(/^The import continues in the service\. Read its status and result with this import ID/);
		expect(error.context?.importId).toBe(importId);

		emulator.imports.advance(importId);
		emulator.imports.advance(importId);
		const [status] = outputOf(await run(importing('getStatus', { importId })));
		expect(status).toEqual({ importId, importStatus: 2, status: 'completed' });
		expect(outputOf(await run(importing('getResult', { importId })))).toHaveLength(2);
	});

	it.each([
		['the status cannot be read', { endpoint: 'E15', kind: 'status', status: 404 }, '404'],
		['the right is taken away', { endpoint: 'E15', kind: 'status', status: 403 }, '403'],
		['the status makes no sense', { endpoint: 'E15', kind: 'transform', transform: () => ({ state: 'done' }) }, 'none'],
		['the result cannot be read', { endpoint: 'E16', kind: 'status', status: 404 }, '404'],
		['the result fails', { endpoint: 'E16', kind: 'status', status: 500 }, '500'],
		['the result makes no sense', { endpoint: 'E16', kind: 'status', status: 200, body: 'a,b' }, 'none'],
	] as const)('keeps the import ID when %s', async (_name, fault, httpCode) => {
		const { emulator, run } = world;
		finishImportsAtOnce(emulator);
		emulator.faults.add({ ...fault, times: Infinity });
		const error = failureOf(await run(WAITING, { items: JOB }));
		const importId = reservedId();
		expect(error.message).toMatch(new RegExp(`^The import ${importId} was accepted, but its end cannot be read: .+`));
		expect(error.context?.importId).toBe(importId);
		expect(error.httpCode).toBe(httpCode);
		expect(error.description).toMatch(/Read its status and result with this import ID before you import again\.$/);
		expect(callsOf(emulator, 'E13')).toHaveLength(1);
	});

	it('says why the time is over when the service asks for a longer wait than is left', async () => {
		const { emulator, run } = world;
		emulator.imports.pace = 'manual';
		emulator.faults.add({ kind: 'status', status: 429, retryAfter: 3_600, endpoint: 'E15' });
		const error = failureOf(await run(create({ waitForCompletion: true, timeout: 5 }), { items: JOB }));
		const importId = reservedId();
		expect(error.message).toBe(`The import ${importId} did not end within 5 s (status: not known)`);
		expect(error.description).toMatch(/^The last look at its status failed: Too many requests\.<br>\nThe import continues in the service\. /);
		expect(error.context?.importId).toBe(importId);
	});

	it('keeps the import ID when the service cannot be reached any more, after it was asked several times', async () => {
		const { emulator, run } = world;
		emulator.faults.add({ kind: 'reset', endpoint: 'E15', times: Infinity });
		const { items } = await run(WAITING, { items: JOB, onError: 'continueRegularOutput' });
		const importId = reservedId();
		expect(items).toHaveLength(1);
		expect(items[0]?.json.error).toMatch(new RegExp(`^The import ${importId} was accepted, but its end cannot be read: The connection`));
		expect(looks()).toBe(4);
	});

	it('keeps the import ID also when it cannot be put into an address', async () => {
		const { emulator, run } = world;
		emulator.faults.add({ kind: 'transform', endpoint: 'E13', transform: () => ({ importId: '..' }) });
		const error = failureOf(await run(WAITING, { items: JOB }));
		expect(error.message).toMatch(/^The import \.\. was accepted, but its end cannot be read: importId is "\.\."/);
		expect(error.context?.importId).toBe('..');
	});

	it('follows an import whose ID came as a number', async () => {
		const { emulator, run } = world;
		world.allowViolations();
		emulator.faults.add({ kind: 'transform', endpoint: 'E13', transform: () => ({ importId: 4711 }) });
		emulator.faults.add({ kind: 'transform', endpoint: 'E15', status: 200, transform: () => ({ importStatus: 2 }) });
		emulator.faults.add({ kind: 'status', endpoint: 'E16', status: 200, body: '0,D9,d1,true,\r\n' });
		expect(outputOf(await run(WAITING, { items: JOB }))[0]).toMatchObject({ importId: '4711', status: 'completed', results: [{ Id: 'D9' }] });
		expect(emulator.calls.slice(1).map(({ path }) => path)).toEqual(['/v2.0/organization/jobs/4711', '/v2.0/organization/jobs/4711/result']);
	});

	it('takes no number for the import ID that has lost digits: it would be the one of another import', async () => {
		const { emulator, run } = world;
		emulator.faults.add({ kind: 'transform', endpoint: 'E13', transform: () => ({ importId: Number('7100000000000000293') }) });
		expect(failureOf(await run(WAITING, { items: JOB })).message).toBe('The service accepted the import, but returned no import ID');
		expect(emulator.calls).toHaveLength(1);
	});

	it('is refused with version 2.5, which does not report the status of an import', async () => {
		const { emulator, run } = world;
		const parameters = create({ waitForCompletion: true }, { apiVersion: '={{ "2.5" }}' });
		const error = failureOf(await run(parameters, { items: JOB }));
		expect(error.name).toBe('NodeOperationError');
		expect(error.message).toBe(
			'API version 2.5 does not report the status of an import: to wait for the end, choose API version 2.0 or Auto',
		);
		expect(error.context?.parameter).toBe('waitForCompletion');
		expect(emulator.calls).toHaveLength(0);
	});

	it.each([
		['pollInterval', 2_073_600],
		['timeout', 2_073_600],
	])('waits with a %s of %j, the longest there is, without a call too many', async (name, value) => {
		const { emulator, run } = world;
		emulator.imports.pace = 'manual';
		const waiting = { timeout: 2, pollInterval: 1, [name]: value };
		emulator.onBeforeCall(({ endpoint }) => {
			const [job] = emulator.imports.list();
			if (endpoint !== 'E15' || !job || looks() < 2) return;
			emulator.imports.advance(job.id);
			emulator.imports.advance(job.id);
		});
		outputOf(await run(create({ waitForCompletion: true, ...waiting }), { items: JOB }));
		expect(looks()).toBe(2);
	});

	it('ends with the timeout although the service is silent when it is asked for the status', async () => {
		const { emulator, run } = world;
		emulator.faults.add({ kind: 'hang', endpoint: 'E15', times: Infinity });
		const error = failureOf(await run(create({ waitForCompletion: true, timeout: 1 }), { items: JOB }));
		const importId = reservedId();
		expect(error.message).toBe(`The import ${importId} did not end within 1 s (status: not known)`);
		expect(error.context?.importId).toBe(importId);
		// A silence is borne for a minute where nothing else ends it, which is longer than a test may take.
		expect(looks()).toBe(1);
	});

	it('says that it was cancelled, with the import ID, and not that the time is over', async () => {
		const { emulator, run } = world;
		emulator.imports.pace = 'manual';
		const stop: Array<() => void> = [];
		emulator.onBeforeCall(({ endpoint }) => {
			if (endpoint === 'E15' && looks() === 2) setImmediate(() => stop.forEach((cancel) => cancel()));
		});
		const error = failureOf(
			await run(create({ waitForCompletion: true, pollInterval: 1 }), { items: JOB, onStart: (cancel) => stop.push(cancel) }),
		);
		const importId = reservedId();
		expect(error.message).toMatch(new RegExp(`^Waiting for the import ${importId} was cancelled \\(status: reserved\\)`));
		expect(error.context?.importId).toBe(importId);
	});

	it.each([
		['pollInterval', 0],
		['pollInterval', 'soon'],
		['timeout', -1],
		// No timer holds these.
		['pollInterval', 2_073_601],
		['timeout', 2 ** 31],
		['timeout', '1e300'],
	])('refuses a %s of %j before any call', async (name, value) => {
		const { emulator, run } = world;
		const error = failureOf(await run(create({ waitForCompletion: true, [name]: value }), { items: JOB }));
		const label = labelOf({ resource: 'organizationImport', operation: 'create' }, name);
		expect(error.message).toBe(`${label} is ${JSON.stringify(value)}: it must be a whole number of at least 1 and at most 2,073,600`);
		expect(error.context?.parameter).toBe(name);
		expect(emulator.calls).toHaveLength(0);
	});
});
