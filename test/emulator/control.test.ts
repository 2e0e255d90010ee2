import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { OffsetClock } from './index';
import { ALWAYS, emulatorPerTest } from './testClient';

const context = emulatorPerTest({ clock: new OffsetClock() });

async function control(
	method: string,
	path: string,
	body?: unknown,
): Promise<Record<string, unknown>> {
	const answer = await context.client.send(`/__control${path}`, {
		method,
		...(body !== undefined && {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	});
	const json = JSON.parse(answer.text) as Record<string, unknown>;
	if (answer.status !== 200) throw new Error(String(json.error));
	return json;
}

it('adds, changes, collates and deletes records', async () => {
	const { client, emulator } = context;
	await control('POST', '/cards', [{ id: 'a', updatedTime: '2024-01-01T00:00:00Z' }, { id: 'b' }]);
	expect(await control('PATCH', '/cards/a', { memo: 'x', touch: false })).toMatchObject({
		memo: 'x',
		updatedTime: Date.parse('2024-01-01T00:00:00Z'),
	});
	await control('POST', '/cards/collate', { oldId: 'a', newId: 'b' });
	expect((await client.get('/v3.2/bizCards/a')).json.id).toBe('b');
	expect(await control('DELETE', '/cards/b')).toEqual({ deleted: true });
	expect(await control('GET', '/cards/a')).toMatchObject({ id: 'a' });
	await control('POST', '/tags', { id: 't' });
	await control('PATCH', '/tags/t', { name: 'T' });
	await control('POST', '/reports', { id: 'r' });
	await control('PATCH', '/reports/r', { title: 'R' });
	expect(await control('GET', '/tags')).toMatchObject([{ name: 'T' }]);
	expect(await control('GET', '/reports')).toMatchObject([{ title: 'R' }]);
	await control('DELETE', '/tags/t');
	await control('DELETE', '/reports/r');
	await control('PUT', '/cards/a/image/back', {
		base64: Buffer.from([255, 216, 255]).toString('base64'),
	});
	expect((await client.get('/v3.2/bizCards/a/image', { side: 'back' })).bytes).toEqual(
		Buffer.from([255, 216, 255]),
	);
	await control('PATCH', '/cards/a', { entryStatus: 'processing' });
	expect(await control('POST', '/cards/a/complete', { title: '部長' })).toMatchObject({
		entryStatus: 'completed',
		title: '部長',
	});
	expect(emulator.violations).toEqual([]);
});

it('scripts faults, shows calls, sets switches and settings', async () => {
	const { client, emulator } = context;
	expect(
		await control('POST', '/faults', [{ kind: 'status', status: 503 }, { kind: 'reset' }]),
	).toEqual({ waiting: 2 });
	expect((await client.get('/v3.2/bizCards', ALWAYS)).status).toBe(503);
	expect(await control('DELETE', '/faults')).toEqual({ waiting: 0 });
	await client.post('/v3.2/bizCards', { lastName: 'A' });
	await client.get('/v3.2/bizCards');
	expect(await control('GET', '/calls?since=1')).toMatchObject([
		{ n: 2, endpoint: 'E6', bodyText: '{"lastName":"A"}', bodyBytes: 16, status: 201 },
		{ n: 3, endpoint: 'E1', status: 400 },
	]);
	expect(await control('GET', '/state')).toMatchObject({
		calls: 3,
		cards: 1,
		violations: [{ call: 3, rule: 'updatedFrom: required' }],
	});
	expect(await control('DELETE', '/calls')).toMatchObject({ calls: 0, violations: [] });
	await control('PATCH', '/switches', { timestampOffset: 'Z' });
	expect(emulator.switches.timestampOffset).toBe('Z');
	const settings = {
		latencyMs: 1,
		rateLimit: { calls: 1, windowMs: 60_000 },
		digitizationMs: 5,
		capacity: { cards: 9 },
		importPace: 'manual',
		importStepMs: 3,
	};
	expect(await control('PATCH', '/settings', settings)).toMatchObject({
		latencyMs: 1,
		rateLimit: { calls: 1 },
	});
	expect([
		emulator.digitizationMs,
		emulator.capacity.cards,
		emulator.imports.pace,
		emulator.imports.stepMs,
	]).toEqual([5, 9, 'manual', 3]);
	const before = emulator.clock.now();
	await control('PATCH', '/settings', { clockOffsetMs: 3_600_000 });
	expect(emulator.clock.now()).toBeGreaterThanOrEqual(before + 3_600_000);
});

it('issues keys, seeds, and looks after the organization', async () => {
	const { client } = context;
	const apiKey = 'K'.repeat(32);
	await control('POST', '/users', { apiKey, role: 'admin' });
	expect(
		(await client.with({ 'X-Service-Api-Key': apiKey }).get('/v2.0/organization/users')).status,
	).toBe(200);
	expect(await control('POST', '/seed', { cards: 3, reports: 2 })).toMatchObject({
		cards: 3,
		reports: 2,
	});
	expect(
		await control('POST', '/organization/department', { DepartmentId: 'X', DepartmentName: 'x' }),
	).toEqual({ id: 'X' });
	expect(await control('GET', '/organization/department')).toEqual(
		expect.arrayContaining([expect.objectContaining({ DepartmentId: 'X' })]),
	);
	await control('PATCH', '/settings', { importPace: 'manual' });
	const form = new FormData();
	form.append('department', new Blob(['d1,,x,,,,\r\n']), 'a.csv');
	const { json } = await client.send('/v2.5/organization/jobs', { method: 'POST', body: form });
	expect(await control('GET', '/imports')).toMatchObject([{ id: json.importId, status: 0 }]);
	expect(await control('POST', `/imports/${String(json.importId)}/advance`)).toMatchObject({
		status: 1,
	});
});

it('says what it cannot do', async () => {
	await expect(control('PATCH', '/cards/none', {})).rejects.toThrow('There is no record none');
	await expect(control('POST', '/faults', { kind: 'x' })).rejects.toThrow('no fault called x');
	await expect(control('PATCH', '/settings', { speed: 1 })).rejects.toThrow('no setting speed');
	await expect(control('POST', '/imports/none/advance')).rejects.toThrow('There is no import none');
});

it('runs as a program, drips cards, and ends when told to', async () => {
	const root = resolve(__dirname, '../..');
	const args = ['--import', 'tsx', 'test/emulator/main.ts', '--cards', '3', '--drip', '0.05'];
	const program = spawn(process.execPath, args, {
		cwd: root,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const [line] = (await once(createInterface(program.stdout), 'line')) as [string];
	const { baseUrl, apiKey } = JSON.parse(line) as { baseUrl: string; apiKey: string };
	let cards = 0;
	for (let asked = 0; asked < 200 && cards < 5; asked += 1) {
		const answer = await fetch(`${baseUrl}/__control/state`);
		cards = ((await answer.json()) as { cards: number }).cards;
		await new Promise((wake) => setTimeout(wake, 20));
	}
	expect(cards).toBeGreaterThanOrEqual(5);
	const search = await fetch(`${baseUrl}/v3.2/bizCards/search`, {
		headers: { 'X-Service-Api-Key': apiKey },
	});
	expect(search.status).toBe(200);
	program.kill('SIGTERM');
	expect(await once(program, 'exit')).toEqual([0, null]);
});
