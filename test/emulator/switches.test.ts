import { ManualClock } from './clock';
import { IMPORT_STATUS } from './organization/jobs';
import { IMPORT_ROWS, type Switches } from './switches';
import { ALWAYS, emulatorPerTest, errorsOf, type TestAnswer, type TestQuery } from './testClient';

/** The switches for what the specification leaves open, each with its other answers. */

const clock = new ManualClock();
const context = emulatorPerTest({ clock });

function turn(switches: Partial<Switches>): void {
	Object.assign(context.emulator.switches, switches);
}

async function upload(path: string, csv: string): Promise<TestAnswer> {
	const body = new FormData();
	body.append('department', new Blob([csv]), 'departments.csv');
	return await context.client.send(path, { method: 'POST', body });
}

function departments(count: number): string {
	return Array.from({ length: count }, (_, index) => `d${index},,Department ${index},,,,\r\n`).join('');
}

async function reserve(version = '2.0'): Promise<string> {
	return String((await upload(`/v${version}/organization/jobs`, departments(1))).json.importId);
}

describe('listOrder', () => {
	const order = async (query: Record<string, string>) => await context.client.ids('/v3.2/bizCards', { ...ALWAYS, ...query });

	beforeEach(() => {
		const { emulator } = context;
		for (const [index, id] of ['a', 'b', 'c'].entries()) {
			emulator.addCard({ id, registeredTime: index * 1_000, updatedTime: (10 - index) * 1_000 + 1e12 });
		}
	});

	it.each([
		['parameters', ['c', 'b', 'a'], ['a', 'b', 'c']],
		['registeredDesc', ['c', 'b', 'a'], ['c', 'b', 'a']],
		['registeredDescUnlessAsked', ['c', 'b', 'a'], ['a', 'b', 'c']],
	] as const)('%s', async (listOrder, unasked, asked) => {
		turn({ listOrder });
		expect(await order({})).toEqual(unasked);
		expect(await order({ orderDirection: 'desc' })).toEqual(asked);
	});
});

describe('besideToken', () => {
	const second = async (more: TestQuery) => {
		const first = await context.client.get('/v3.2/bizCards', { ...ALWAYS, limit: '1' });
		return await context.client.get('/v3.2/bizCards', { nextPageToken: String(first.json.nextPageToken), ...more });
	};

	beforeEach(() => {
		context.emulator.addCard();
		context.emulator.addCard();
	});

	it('inherited: with or without them', async () => {
		expect((await second({})).json.data).toHaveLength(1);
		expect((await second({ ...ALWAYS })).json.data).toHaveLength(1);
	});

	it('refused: without them alone, and no breach of the interface', async () => {
		turn({ besideToken: 'refused' });
		expect((await second({})).status).toBe(200);
		expect(errorsOf(await second({ ...ALWAYS }))).toEqual(['invalid_value updatedFrom']);
		expect(errorsOf(await second({ limit: '1' }))).toEqual(['invalid_value limit']);
		expect(context.emulator.violations).toEqual([]);
	});

	it('required: with the required ones alone', async () => {
		turn({ besideToken: 'required' });
		expect(errorsOf(await second({}))).toEqual(['required updatedFrom']);
		expect((await second({ ...ALWAYS })).status).toBe(200);
	});
});

it('tagSchema: only private tags may have an owner', async () => {
	context.emulator.addTag({ type: 'private' });
	context.emulator.addTag({ type: 'public' });
	turn({ tagSchema: 'ownerOfPrivate' });
	const { json } = await context.client.get('/v2.5/tags', { type: ['private', 'public'] });
	expect(json.data.map(({ owner }) => owner === null)).toEqual([false, true]);
});

it('reportFieldTypes: null may stand for nothing', async () => {
	context.emulator.addReport({ title: 'Title' });
	turn({ reportFieldTypes: 'null' });
	const { json } = await context.client.get('/v3.2/reports', ALWAYS);
	expect(json.data[0]).toMatchObject({ title: 'Title', location: null, memo: null, categories: null });
});

it('extremeLoad: calls at the same moment may be too many without a call limit', async () => {
	turn({ extremeLoad: 'atOnce' });
	context.emulator.latencyMs = 200;
	const answers = await Promise.all(Array.from({ length: 8 }, async () => await context.client.get('/v2.5/tags')));
	expect(answers.map(({ status }) => status)).toContain(429);
});

it.each(['plain', 'short', 'long', 'symbols'] as const)('appIdForm %s: the id that is known', async (appIdForm) => {
	turn({ appIdForm });
	const { emulator, client } = context;
	const answer = async (appId: string) =>
		(await client.with({ 'X-Service-Api-Key': emulator.apiKey, 'X-Service-App-Id': appId }).get('/v2.5/tags')).status;
	expect(await answer(emulator.appId)).toBe(200);
	expect(await answer(`${emulator.appId}0`)).toBe(401);
});

it.each([
	['direct', ['completed', 'completed', 'completed']],
	['viaUnreadable', ['unreadable', 'completed', 'completed']],
	['reopened', ['completed', 'processing', 'completed']],
] as const)('entryStatusPath %s: data entry that ends by itself', async (entryStatusPath, path) => {
	turn({ entryStatusPath });
	const { emulator, client } = context;
	emulator.digitizationMs = 1_000;
	const body = new FormData();
	body.append('frontImage', new Blob([Buffer.from('ffd8ffd9', 'hex')]), 'front.jpg');
	const { json } = await client.send('/v3.2/bizCards/images', { method: 'POST', body });
	const seen: unknown[] = [];
	while (seen.length < path.length) {
		clock.advance(1_000);
		seen.push((await client.get(`/v3.2/bizCards/${String(json.data[0]?.id)}`)).json.entryStatus);
	}
	expect(seen).toEqual(path);
});

it.each([
	['stepwise', [1, 2, 2]],
	['skipsRunning', [2, 2, 2]],
	['requeued', [1, 0, 1, 2]],
] as const)('importStatusPath %s', async (importStatusPath, path) => {
	turn({ importStatusPath });
	const { imports } = context.emulator;
	imports.pace = 'manual';
	const id = await reserve();
	expect(path.map(() => imports.advance(id).status)).toEqual(path);
	expect(imports.get(id)?.status).toBe(IMPORT_STATUS.completed);
});

it.each([
	['clears', { DepartmentNamePhonetic: '', Order: '' }],
	['keeps', { DepartmentNamePhonetic: 'Eigyo', Order: '3' }],
] as const)('blankOnEdit %s: blanks of an edit, but for the parent, which a blank takes away', async (blankOnEdit, rest) => {
	turn({ blankOnEdit });
	const { emulator } = context;
	const top = emulator.addOrganizationRecord('department', { DepartmentName: '本社' });
	const id = emulator.addOrganizationRecord('department', {
		DepartmentName: '営業部',
		DepartmentNamePhonetic: 'Eigyo',
		ParentDepartmentId: top,
		Order: '3',
	});
	emulator.imports.pace = 'manual';
	const { json } = await upload('/v2.0/organization/jobs', `,${id},販売部,,,,\r\n`);
	emulator.imports.advance(String(json.importId));
	emulator.imports.advance(String(json.importId));
	expect(emulator.organizationRecords('department').get(id)).toMatchObject({
		DepartmentName: '販売部',
		ParentDepartmentId: '',
		...rest,
	});
});

it.each([400, 413] as const)('importLimit %i: more rows than the bound', async (importLimit) => {
	turn({ importLimit });
	for (const path of ['/v2.0/organization/jobs', '/v2.0/organization/check']) {
		expect((await upload(path, departments(IMPORT_ROWS))).status).toBe(200);
		expect((await upload(path, departments(IMPORT_ROWS + 1))).status).toBe(importLimit);
	}
});

it.each([
	['tagsAndOrganizationIn32', '/v3.2/tags', 200],
	['tagsAndOrganizationIn32', '/v3.2/organization/users', 200],
	['importFlowIn25', '/v2.5/organization/jobs/unknown', 400],
] as const)('%s: %s is there or not', async (name, path, status) => {
	turn({ unknownId: 400 });
	expect((await context.client.get(path)).status).toBe(404);
	turn({ [name]: true });
	expect((await context.client.get(path)).status).toBe(status);
});

it.each([404, 410] as const)('retired20 %i: the paths of 2.0 and no others', async (retired20) => {
	turn({ retired20 });
	expect((await context.client.get('/v2.0/tags')).status).toBe(retired20);
	expect((await context.client.get('/v2.5/tags')).status).toBe(200);
});

it('createdCard noBody: the card is there although the answer is empty', async () => {
	turn({ createdCard: 'noBody' });
	const answer = await context.client.post('/v3.2/bizCards', { companyName: 'Example' });
	expect([answer.status, answer.text, context.emulator.company.cards.size]).toEqual([201, '', 1]);
});

it.each([
	['lower', 'true'],
	['capital', 'True'],
	['digit', '1'],
] as const)('completedSpelling %s', async (completedSpelling, word) => {
	turn({ completedSpelling });
	const id = await reserve();
	for (let step = 0; step < 2; step += 1) context.emulator.imports.advance(id);
	const { text } = await context.client.get(`/v2.0/organization/jobs/${id}/result`);
	expect(text.split(',')[3]).toBe(word);
});

describe('CSV', () => {
	const read = async (switches: Partial<Switches>) => {
		turn(switches);
		context.emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: 'a\nb', Order: '1' });
		return (await context.client.get('/v2.0/organization/departments')).text;
	};

	it('quotes a cell with a lone line break, whatever ends its lines', async () => {
		expect(await read({})).toBe(',D1,"a\nb",,,1,\r\n');
		expect(await read({ csvLineEnd: 'lf' })).toBe(',D1,"a\nb",,,1,\n');
	});

	it('may quote every cell', async () => {
		expect(await read({ csvQuotes: 'always' })).toBe('"","D1","a\nb","","","1",""\r\n');
	});
});

it('errorBodies otherJson: an error as other services write it, with the values of a 429', async () => {
	const { emulator, client } = context;
	const style = 'otherJson';
	turn({ errorBodies: { ...emulator.switches.errorBodies, 401: style, 429: style } });
	const stranger = await client.with({}).get('/v2.5/tags');
	expect(stranger.json.error).toEqual({ code: 'invalid_api_key', message: 'The API key is not valid' });
	emulator.faults.add({ kind: 'status', status: 429, retryAfter: 3 });
	expect((await client.get('/v2.5/tags')).json.error).toMatchObject({ code: 'too_many_request', retry_after: 3 });
});
