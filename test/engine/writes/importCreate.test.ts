import type { INodeParameters } from 'n8n-workflow';
import type { FaultScript } from '../../emulator';
import type { RunOptions } from '../../support/engine/n8n';
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

/** The error of an import that was followed, which names the import; its ID as `ID`. */
async function lost(options: INodeParameters, items = JOB, more: Partial<RunOptions> = {}) {
	const { context, ...error } = failureOf(
		await world.run(create({ waitForCompletion: true, ...options }), { items, ...more }),
	);
	expect([error.name, context?.importId]).toEqual(['NodeApiError', reservedId()]);
	return { ...error, message: error.message.replace(reservedId(), 'ID') };
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
		expect([error.name, error.httpCode, error.message]).toEqual([
			'NodeApiError',
			'409',
			'Another import is not finished',
		]);
		expect(error.description).toMatch(/^conflict<br>\n.*try again when it has finished/);
		expect(emulator.calls).toHaveLength(2);
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
		emulator.faults.add({
			kind: 'transform',
			endpoint: 'E15',
			times: Infinity,
			transform: (body) => (seen.push(body), body),
		});
		const [result] = outputOf(await run(create({ waitForCompletion: true, pollInterval: 1 }), { items: JOB }));
		expect(result?.status).toBe('completed');
		expect(seen).toEqual([{ importStatus: 0 }, { importStatus: 1 }, { importStatus: 2 }]);
		expect(emulator.calls.map(({ endpoint }) => endpoint)).toEqual(['E13', 'E15', 'E15', 'E15', 'E16']);
	});

	it('fails with the messages of the records when the import ends with an error', async () => {
		finishImportsAtOnce(world.emulator);
		const { message, description } = await lost({}, LOST_JOB);
		expect(message).toBe(
			'The import ID failed and nothing was imported: department d1: Not imported because other records have errors;\nuser u1: DepartmentId D404 does not exist',
		);
		expect(description).toMatch(/^Correct the named records and import again/);
		expect(world.emulator.organizationRecords('department').size).toBe(0);
	});

	it.each<[string, Partial<FaultScript>, string, RegExp]>([
		[
			'has not ended in time',
			{},
			'did not end within 1 s (status: reserved)',
			/^The import continues in the service\. Read its status and result with this import ID/,
		],
		[
			'has not ended, and the service asks for a longer wait than is left',
			{ kind: 'status', status: 429, retryAfter: 3_600 },
			'did not end within 1 s (status: not known)',
			/^The last look at its status failed: Too many requests\.<br>\nThe import continues/,
		],
		[
			'has not ended, and the service is silent',
			{ kind: 'hang' },
			'did not end within 1 s (status: not known)',
			/^The import continues/,
		],
		[
			'has no status',
			{ kind: 'status', status: 404 },
			'was accepted, but its status cannot be read: Scripted answer 404',
			/Read its status and result with this import ID\.$/,
		],
		[
			'may not be looked at any more',
			{ kind: 'status', status: 403 },
			'was accepted, but its status cannot be read: Scripted answer 403',
			/Read its status and result with this import ID\.$/,
		],
		[
			'has a status that makes no sense',
			{ kind: 'transform', transform: () => ({ state: 'done' }) },
			'was accepted, but its status cannot be read: The service sent a response without the status',
			/Read its status and result with this import ID\.$/,
		],
		[
			'has no result',
			{ endpoint: 'E16', kind: 'status', status: 404 },
			'has ended (status: completed), but its result cannot be read: Scripted answer 404',
			/Do not import again\. Read the result later with this import ID\.$/,
		],
		[
			'has a result that makes no sense',
			{ endpoint: 'E16', kind: 'status', status: 200, body: 'a,b' },
			'has ended (status: completed), but its result cannot be read: Row 1 of the result CSV',
			/Do not import again\. Read the result later with this import ID\.$/,
		],
	])('keeps the ID of an import that %s', async (_name, fault, message, description) => {
		const { emulator } = world;
		if (fault.endpoint === 'E16') finishImportsAtOnce(emulator);
		else emulator.imports.pace = 'manual';
		if (fault.kind) emulator.faults.add({ endpoint: 'E15', times: Infinity, ...fault } as FaultScript);
		const error = await lost({ timeout: 1 });
		expect(error.message).toContain(`The import ID ${message}`);
		expect(error.description).toMatch(description);
		expect(error.httpCode).toBe(fault.status === 404 || fault.status === 403 ? String(fault.status) : 'none');
		expect(callsOf(emulator, 'E13')).toHaveLength(1);
	});

	it('takes no number for the import ID that has lost digits: it would be the one of another import', async () => {
		const { emulator, run } = world;
		emulator.faults.add({
			kind: 'transform',
			endpoint: 'E13',
			transform: () => ({ importId: Number('7100000000000000293') }),
		});
		expect(failureOf(await run(WAITING, { items: JOB })).message).toBe(
			'The service accepted the import, but returned no import ID',
		);
		expect(emulator.calls).toHaveLength(1);
	});

	it.each([
		[
			'waitForCompletion',
			true,
			{ apiVersion: '={{ "2.5" }}' },
			'API version 2.5 does not report the status of an import: to wait for the end, choose API version 2.0 or Auto',
		],
		[
			'pollInterval',
			0,
			{},
			'Wait Interval (Seconds) is 0: it must be a whole number of at least 1 and at most 2,073,600',
		],
		[
			'timeout',
			2_073_601,
			{},
			'Wait Timeout (Seconds) is 2073601: it must be a whole number of at least 1 and at most 2,073,600',
		],
	])('refuses a %s of %j before any call', async (name, value, more, message) => {
		const error = failureOf(await world.run(create({ waitForCompletion: true, [name]: value }, more), { items: JOB }));
		expect([error.name, error.message, error.context?.parameter]).toEqual(['NodeOperationError', message, name]);
		expect(world.emulator.calls).toEqual([]);
	});
});
