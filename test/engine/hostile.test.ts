import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultScript } from '../emulator';
import { namesOf } from '../description/contract';
import { furnishAll, SUBJECTS, type Outcome } from './faults/subjects';
import { openWorld } from '../../tools/engine/world';

/**
 * Answers that nobody sends by mistake: deep ones, and ones that would change the objects
 * of the process. Each ends in an error that says what it is, or is read like any other; the process goes on.
 */

const one = openWorld();

beforeAll(async () => {
	await one.open();
	furnishAll(one.world);
});

afterAll(async () => await one.close());

afterEach(() => {
	one.world.emulator.faults.clear();
	expect(Object.keys(Object.prototype)).toEqual([]);
	expect(({} as IDataObject).polluted).toBeUndefined();
});

const NO_JSON = 'The service sent a response that is not complete JSON';

function subject(name: string) {
	const found = SUBJECTS.find((each) => each.name === name);
	if (!found) throw new Error(`There is no subject ${name}`);
	return found;
}

/** What comes of a subject whose every answer is spoilt so, and how many calls were made. */
async function meet(name: string, script: FaultScript): Promise<Outcome & { calls: number }> {
	const actor = await subject(name).prepare(one.world);
	one.world.emulator.faults.add({ ...script, times: Infinity });
	const outcome = await actor.attempt();
	one.world.emulator.faults.clear();
	return { ...outcome, calls: one.world.emulator.calls.length };
}

function plain(body: string | Buffer, headers: Record<string, string> = {}): FaultScript {
	return { kind: 'status', status: 200, body, headers };
}

describe('an answer of odd shape', () => {
	const DEEP = 100_000;
	const deep = `${'{"a":['.repeat(DEEP)}${']}'.repeat(DEEP)}`;

	test.each(['businessCard.getAll', 'businessCard.get', 'person.get', 'tag.getAll', 'organizationImport.getStatus', 'a poll'])(
		'%s: a depth of 100,000 is no answer',
		async (name) => {
			expect((await meet(name, plain(deep))).error?.message).toBe(NO_JSON);
			const record = `{"hasMore":false,"nextPageToken":null,"id":"c1","importStatus":0,"data":[{"id":"c1","memo":${deep}}]}`;
			expect((await meet(name, plain(record))).error?.message).toBe(NO_JSON);
		},
	);

	test('a depth of 100,000 in a refusal is a refusal without words', async () => {
		const { error } = await meet('businessCard.get', { kind: 'status', status: 403, body: deep });
		expect(error?.message).toBe('The user of the API key has no permission for this (status 403)');
	});

	test('a depth of 100,000 in a refusal for too many calls is waited out', async () => {
		const actor = await subject('businessCard.get').prepare(one.world);
		one.world.emulator.faults.add({ kind: 'status', status: 429, body: deep });
		const { output, error } = await actor.attempt();
		expect([error, output]).toEqual([undefined, actor.expected]);
	});

	test('a page of two million records is no page', async () => {
		const body = `{"hasMore":false,"nextPageToken":null,"data":[${'{},'.repeat(2_000_000)}{}]}`;
		expect((await meet('businessCard.getAll', plain(body))).error?.message).toBe(NO_JSON);
	});

	test.each([
		['a million columns', ','.repeat(999_999), 1, '1,000,000'],
		['a hundred thousand rows of two cells', 'a,b\r\n'.repeat(100_000), 1, '2'],
		['a right row, and then a million columns', `${','.repeat(21)}\r\n${','.repeat(999_999)}`, 2, '1,000,000'],
	])('a CSV of %s is an error that names the row', async (_, body, row, columns) => {
		const { error } = await meet('user.getAll', plain(body));
		expect(error?.message).toBe(
			`Row ${row} of the user CSV has ${columns} columns instead of 22; check Delimiter and Column Order`,
		);
	});
});

describe('keys that mean something to objects', () => {
	const EVIL = '{"polluted":true,"toString":"x"}';
	const evil = (more: string) =>
		`{"__proto__":${EVIL},"constructor":{"prototype":${EVIL}},"prototype":${EVIL},"hasOwnProperty":1,${more}}`;
	const TAG = `{"Id":"t1","__proto__":${EVIL},"name":"x"}`;
	const RECORD = evil(`"id":"c1","updatedTime":"2026-01-01T00:00:00Z","tags":[${TAG}],"owner":{"__proto__":${EVIL}}`);
	const ANSWER = evil(
		`"hasMore":false,"nextPageToken":null,"id":"c1","importStatus":2,"importId":"i1","headBizCard":${RECORD},"tags":[${TAG}],"data":[${RECORD}]`,
	);

	test.each(SUBJECTS.filter(({ row }) => ['list', 'record', 'json'].includes(row.response)).map(({ name }) => name))(
		'%s: they change nothing but the record that has them, and none gets another prototype',
		async (name) => {
			const { error, output, traces } = await meet(name, plain(ANSWER));
			expect(error).toBeUndefined();
			expect(output.length).toBeGreaterThan(0);
			expect(JSON.stringify(output)).not.toContain('__proto__');
			for (const prototype of prototypesIn(traces)) expect(prototype).toBe(false);
		},
	);

	test('in a refusal they are no words of it', async () => {
		const body = `{"__proto__":{"message":"evil"},"error":[{"__proto__":{"Code":"evil"},"field":"memo"}]}`;
		const { error } = await meet('businessCard.get', { kind: 'status', status: 400, body });
		expect(error?.message).toBe('The service did not accept the request (status 400)');
		expect(error?.description).not.toContain('evil');
	});

	test('in an input item they are no fields of a record', async () => {
		const json = JSON.parse('{"__proto__":{"DepartmentName":"evil"},"TempId":"d9","constructor":"x"}') as IDataObject;
		const parameters: INodeParameters = { ...namesOf('organizationImport.check'), recordType: 'department' };
		const { error, items } = await one.world.run(parameters, { items: [{ json }] });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/DepartmentName/);
	});
});

/** For each record of a run, whether it has what only its prototype could give it. */
function prototypesIn(traces: unknown): boolean[] {
	const items = (traces as { items?: Array<{ json: IDataObject }> }).items ?? [];
	return items.map(({ json }) => !Object.hasOwn(json, 'polluted') && json.polluted !== undefined);
}
