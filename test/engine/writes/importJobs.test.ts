import type { INodeParameters } from 'n8n-workflow';
import type { FaultScript, OrganizationRecord } from '../../emulator';
import { worldPerTest } from '../../support/engine/world';
import {
	callsOf,
	DEPARTMENT,
	failureOf,
	finishImportsAtOnce,
	importing,
	itemsOf,
	onlyCall,
	outputOf,
	USER,
} from './support';

/** What becomes of an import: the reservation, waiting for its end, its status and its result. */

const world = worldPerTest();
const JOB = itemsOf(DEPARTMENT, USER);
const PAIRED_WITH_ALL = [{ item: 0 }, { item: 1 }];

function create(options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters {
	return importing('create', { options, ...more });
}

const WAITING = create({ waitForCompletion: true });

/** The id of the import that was reserved. */
function reservedId(): string {
	return world.emulator.imports.list()[0]?.id ?? '';
}

/** The records that an import of `JOB` has made. */
function made() {
	const [[departmentId] = [], [userUuid] = []] = (['department', 'user'] as const).map((kind) => [
		...world.emulator.organizationRecords(kind).keys(),
	]);
	return [
		{ Type: 0, Id: departmentId, TempId: 'd1', Completed: true, ErrorMessage: null },
		{ Type: 1, Id: userUuid, TempId: 'u1', Completed: true, ErrorMessage: null },
	];
}

describe('the reservation', () => {
	it.each(['2.0', '2.5'])('gives the id of the import in version %s, paired with every item', async (apiVersion) => {
		const { items } = await world.run(create({}, { apiVersion }), { items: JOB });
		expect(items).toEqual([{ json: { importId: reservedId() }, pairedItem: PAIRED_WITH_ALL }]);
		expect(onlyCall(world.emulator).path).toBe(`/v${apiVersion}/organization/jobs`);
	});

	it('takes no number for the import ID that has lost digits: it would be the one of another import', async () => {
		const transform = () => ({ importId: Number('7100000000000000293') });
		world.emulator.faults.add({ kind: 'transform', endpoint: 'E13', transform });
		expect(failureOf(await world.run(WAITING, { items: JOB })).message).toBe(
			'The service accepted the import, but returned no import ID',
		);
		expect(world.emulator.calls).toHaveLength(1);
	});
});

describe('waiting for the end', () => {
	it('looks until the import has finished, once an interval, and gives its result, paired with every item', async () => {
		const { emulator, run } = world;
		const seen: unknown[] = [];
		const transform = (body: unknown) => (seen.push(body), body);
		emulator.faults.add({ kind: 'transform', endpoint: 'E15', times: Infinity, transform });
		const { items } = await run(create({ waitForCompletion: true, pollInterval: 1 }), { items: JOB });
		const json = { importId: reservedId(), importStatus: 2, status: 'completed', results: made() };
		expect(items).toEqual([{ json, pairedItem: PAIRED_WITH_ALL }]);
		expect(seen).toEqual([{ importStatus: 0 }, { importStatus: 1 }, { importStatus: 2 }]);
		expect(emulator.calls.map(({ endpoint }) => endpoint)).toEqual(['E13', 'E15', 'E15', 'E15', 'E16']);
	});

	it('fails with the messages of the records when the import ends with an error', async () => {
		finishImportsAtOnce(world.emulator);
		// The service alone knows that this department does not exist.
		const items = itemsOf(DEPARTMENT, { ...USER, DepartmentId: 'tempId:d1;D404' });
		const { name, message, description, context } = failureOf(await world.run(WAITING, { items }));
		expect([name, context?.importId]).toEqual(['NodeApiError', reservedId()]);
		expect(message).toBe(
			`The import ${reservedId()} failed and nothing was imported.\ndepartment d1: Not imported because other records have errors;\nuser u1: DepartmentId D404 does not exist`,
		);
		expect(description).toMatch(/^Correct the named records and import again/);
	});

	const status = (code: number): FaultScript => ({ kind: 'status', status: code, retryAfter: 3_600 });
	const transformed = (change: (body: unknown) => unknown): FaultScript => ({ kind: 'transform', transform: change });
	const LATE = 'did not finish within 1 s (status:';
	const UNREAD = 'was accepted, but its status cannot be read:';
	const READ_BOTH =
		/The import continues in the service\. Check it later with Organization Import: Get Status and this import ID/;

	it.each<[string, FaultScript, string, RegExp]>([
		['has not finished in time', transformed((body) => body), `${LATE} reserved)`, READ_BOTH],
		['has not finished, and the service is silent', { kind: 'hang' }, `${LATE} not known)`, READ_BOTH],
		[
			'has not finished, and must not be looked at',
			status(429),
			`${LATE} not known)`,
			/^The last check of its status failed: Too many requests/,
		],
		['has no status', status(404), `${UNREAD} Scripted answer 404`, READ_BOTH],
		['has a status that makes no sense', transformed(() => ({ state: 1 })), `${UNREAD} The service sent`, READ_BOTH],
		[
			'has no result',
			{ ...status(404), endpoint: 'E16' },
			'has finished with status completed, but its result cannot be read: Scripted answer 404',
			/Do not import again\. Read the result later with this import ID\.$/,
		],
	])('keeps the ID of an import that %s', async (_name, fault, said, description) => {
		const { emulator } = world;
		if (fault.endpoint === 'E16') finishImportsAtOnce(emulator);
		else emulator.imports.pace = 'manual';
		emulator.faults.add({ endpoint: 'E15', times: Infinity, ...fault });
		// A switch may come from an expression as a text.
		const error = failureOf(await world.run(create({ waitForCompletion: 'true', timeout: 1 }), { items: JOB }));
		expect([error.name, error.context?.importId]).toEqual(['NodeApiError', reservedId()]);
		expect(error.message).toContain(`The import ${reservedId()} ${said}`);
		expect(error.description).toMatch(description);
		expect(error.httpCode).toBe(/Scripted answer (\d+)/.exec(said)?.[1] ?? 'none');
		expect(callsOf(emulator, 'E13')).toHaveLength(1);
	});

	it('says that it was cancelled, with the ID of the import, and not that the time is over', async () => {
		const { emulator } = world;
		emulator.imports.pace = 'manual';
		let cancel = () => {};
		emulator.onBeforeCall(() => void (callsOf(emulator, 'E15').length === 2 && setImmediate(() => cancel())));
		const parameters = create({ waitForCompletion: true, pollInterval: 1 });
		const error = failureOf(await world.run(parameters, { items: JOB, onStart: (stop) => (cancel = stop) }));
		expect(error.message).toBe(`Waiting for the import ${reservedId()} was cancelled (status: reserved)`);
		expect(error.context?.importId).toBe(reservedId());
	});

	it.each([
		[
			'waitForCompletion',
			true,
			{ apiVersion: '={{ "2.5" }}' },
			'API version 2.5 does not report the status of an import: to wait for the end, choose API version 2.0 or Auto',
		],
		['pollInterval', 0, {}, /^Wait Interval \(Seconds\) is 0: it must be a whole number of at least 1/],
		['timeout', 2_073_601, {}, /^Wait Timeout \(Seconds\) is 2073601: .* of at least 1 and at most 2,073,600/],
	])('refuses a %s of %j before any call', async (name, value, more, message) => {
		const error = failureOf(await world.run(create({ waitForCompletion: true, [name]: value }, more), { items: JOB }));
		expect([error.name, error.context?.parameter]).toEqual(['NodeOperationError', name]);
		expect(error.message).toMatch(message);
		expect(world.emulator.calls).toEqual([]);
	});
});

/** Reserves an import through the node and takes it so many steps on; nothing of it stays in the log. */
async function reserved(steps: number, ...rows: OrganizationRecord[]): Promise<string> {
	const { imports } = world.emulator;
	imports.pace = 'manual';
	outputOf(await world.run(create(), { items: itemsOf(...rows) }));
	for (let step = 0; step < steps; step += 1) imports.advance(reservedId());
	world.emulator.clearLog();
	return reservedId();
}

describe('getStatus', () => {
	it.each([
		['reserved', 0, 0, DEPARTMENT],
		['unknown', 5, 0, DEPARTMENT],
		['running', 1, 1, DEPARTMENT],
		['completed', 2, 2, DEPARTMENT],
		['error', 9, 2, { ...DEPARTMENT, ParentDepartmentId: 'D404' }],
	])('says %s for %i', async (status, importStatus, steps, row) => {
		const importId = await reserved(steps, row);
		if (status === 'unknown') world.emulator.faults.add({ kind: 'transform', transform: () => ({ importStatus }) });
		const { items } = await world.run(importing('getStatus', { importId }));
		expect(items).toEqual([{ json: { importId, importStatus, status }, pairedItem: { item: 0 } }]);
		const { method, path, query } = onlyCall(world.emulator);
		expect([method, path, query]).toEqual(['GET', `/v2.0/organization/jobs/${importId}`, []]);
	});
});

describe('getResult', () => {
	it('gives one typed item a record, with the ids that were generated', async () => {
		const importId = await reserved(2, DEPARTMENT, USER);
		const { items } = await world.run(importing('getResult', { importId }));
		expect(items).toEqual(made().map((json) => ({ json, pairedItem: { item: 0 } })));
		expect(onlyCall(world.emulator).path).toBe(`/v2.0/organization/jobs/${importId}/result`);
	});

	it('gives the messages of an import that failed', async () => {
		const importId = await reserved(2, { ...DEPARTMENT, ParentDepartmentId: '営業, "A"\n部' });
		world.emulator.switches.csvCharset = 'sjis';
		const ErrorMessage = 'ParentDepartmentId 営業, "A"\n部 does not exist';
		const [result] = outputOf(await world.run(importing('getResult', { importId })));
		expect(result).toEqual({ Type: 0, Id: null, TempId: 'd1', Completed: false, ErrorMessage });
	});

	it('says that the import is not finished', async () => {
		const importId = await reserved(1, DEPARTMENT);
		const error = failureOf(await world.run(importing('getResult', { importId })));
		expect([error.name, error.httpCode, error.message]).toEqual(['NodeApiError', '400', 'The import is not finished']);
		expect(error.description).toMatch(/^invalid_value: importId<br>\n/);
	});
});
