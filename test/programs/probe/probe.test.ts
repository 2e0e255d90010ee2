import { isTold } from '../../../scripts/probe/answer';
import { openPoints } from '../../../scripts/probe/openPoints';
import { readOptions } from '../../../scripts/probe/options';
import { toConsole, toMarkdown } from '../../../scripts/probe/report';
import { NothingToRead, probe, QUESTIONS, type ProbeResult } from '../../../scripts/probe/run';
import { DEFAULT_SWITCHES, startEmulator, type Emulator, type Switches } from '../../emulator';
import { inFull } from '../../inFull';
import { leapOverPauses } from '../../support/engine/leapClock';
import { CONFIGURATIONS, type Configuration } from '../../engine/unknowns/configurations';
import { expectedAnswers, fill, holdTheBurst, PERSONAL } from './company';

/** `npm run probe` against the emulator: the right answer under every switch, and nothing in the report that is nobody's business. */

leapOverPauses();

let emulator: Emulator | undefined;

async function service(switches: Partial<Switches> = {}): Promise<Emulator> {
	emulator = await startEmulator({ rateLimit: false, switches });
	fill(emulator);
	holdTheBurst(emulator);
	return emulator;
}

afterEach(async () => {
	await emulator?.close();
	emulator = undefined;
});

async function run({ baseUrl, apiKey, appId }: Emulator, importId?: string): Promise<ProbeResult> {
	return await probe({ credential: { baseUrl, apiKey, appId, callsPerSecond: 10 }, out: '', importId });
}

/** The answers by point, null where a point stays open. */
function answersOf({ findings }: ProbeResult): Record<string, string | null> {
	return Object.fromEntries(findings.map(({ point, answer }) => [point, isTold(answer) ? answer.answer : null]));
}

function verdictOf({ findings }: ProbeResult, wanted: string): string | undefined {
	const answer = findings.find(({ point }) => point === wanted)?.answer;
	return answer && isTold(answer) ? answer.verdict : answer?.open;
}

const DEFAULTS: Configuration = { name: 'the defaults', differences: 'none', switches: DEFAULT_SWITCHES };

it.each([DEFAULTS, ...inFull(CONFIGURATIONS, CONFIGURATIONS.slice(0, 1))].map((each) => [each.name, each] as const))('names the right answers: %s', async (_, { switches, differences }) => {
	const present = await service(switches);
	present.faults.add({ kind: 'status', status: 429, endpoint: 'E9' });
	const result = await run(present);
	const { errorBodies, ...answers } = answersOf(result);
	const { errorBodies: bodies = '', events, ...expected } = expectedAnswers(switches);
	expect({ differences, events, ...answers }).toEqual({ differences, events, ...expected });
	// More statuses may be met on the way than those that are sure to be.
	expect(String(errorBodies).split(', ')).toEqual(expect.arrayContaining(String(bodies).split(', ')));
	for (const report of [toMarkdown(result), toConsole(result)]) {
		const secrets = [present.apiKey, present.appId, present.baseUrl, ...present.company.cards.values()].map((each) =>
			typeof each === 'string' ? each : each.email,
		);
		expect([...PERSONAL, ...secrets].filter((text) => report.includes(text))).toEqual([]);
	}
});

it('asks with reads alone, as many at a time as the limit allows, and few in all', async () => {
	const present = await service();
	const { calls } = await run(present);
	expect(present.calls.every(({ method }) => method === 'GET')).toBe(true);
	expect(calls).toBe(present.calls.length);
	expect(calls).toBeLessThan(80);
});

it('has a question for every open point that docs/internals/decisions.md lists, and names its switches', () => {
	const asked = QUESTIONS.map(({ row, point }) => `${row} ${point}`).sort();
	const listed = openPoints().flatMap(({ number, switches }) => (switches.length > 0 ? switches : ['events']).map((name) => `${number} ${name}`));
	expect(asked).toEqual(listed.sort());
});

it.each(['lower', 'capital', 'digit'] as const)('reads the result of an import when it is told one: completedSpelling %s', async (completedSpelling) => {
	const present = await service({ completedSpelling });
	const { id } = present.imports.reserve({ department: [['d1', '', 'Department', '', '', '', '']] }, '2.0');
	for (let step = 0; step < 2; step += 1) present.imports.advance(id);
	const answers = answersOf(await run(present, id));
	expect([answers.completedSpelling, answers.importFlowIn25]).toEqual([completedSpelling, 'false']);
});

it('says what contradicts our choices and what confirms them', async () => {
	const present = await service({ csvColumnOrder: 'reversed', tagsAndOrganizationIn32: true, besideToken: 'refused', retired20: 410 });
	const result = await run(present);
	for (const point of ['csvColumnOrder', 'tagsAndOrganizationIn32', 'besideToken', 'retired20']) {
		expect([point, verdictOf(result, point)]).toEqual([point, 'contradicts']);
		expect(toConsole(result)).toContain(point);
	}
	expect(verdictOf(result, 'hasMore')).toBe('confirms');
	expect(verdictOf(result, 'tokenKind')).toBe('reads');
	expect(toMarkdown(result)).toMatch(/## Contradicts our choice[^]*`csvColumnOrder`[^]*## Confirms our choice[^]*`hasMore`/);
});

it('leaves open what an empty company does not show', async () => {
	emulator = await startEmulator({ rateLimit: false });
	const answers = answersOf(await run(emulator));
	for (const point of ['updatedFrom', 'listOrder', 'tagIdMatch', 'categoryMatch', 'csvCharset', 'hasMore', 'retryAfterPlace']) {
		expect([point, answers[point]]).toEqual([point, null]);
	}
});

it('leaves the organization open for a key without that right', async () => {
	const present = await service();
	const apiKey = 'KeyOfSomebodyWhoIsNoAdministratr';
	present.addUser({ apiKey, role: 'user', sees: 'all' });
	const result = await probe({ credential: { baseUrl: present.baseUrl, apiKey, appId: '', callsPerSecond: 10 }, out: '', importId: undefined });
	const answers = answersOf(result);
	expect([answers.csvColumnOrder, answers.csvCharset, answers.appIdForm, answers.listOrder]).toEqual([null, null, null, 'parameters']);
});

it('says so when no version answers', async () => {
	const present = await service();
	const apiKey = 'KeyThatTheServiceHasNeverIssued0';
	const asked = probe({ credential: { baseUrl: present.baseUrl, apiKey, appId: '', callsPerSecond: 10 }, out: '', importId: undefined });
	await expect(asked).rejects.toThrow(NothingToRead);
	await expect(asked).rejects.not.toThrow(apiKey);
});

describe('command line', () => {
	const key = 'KeyFromTheEnvironment00000000000';
	const environment = { BUSINESS_CARD_DATA_API_KEY: key };

	it('takes address and options, and the key from the environment', () => {
		const args = ['--base-url', 'https://cards.example.com/', '--app-id', 'App1', '--import-id', 'i', '--out', 'r.md'];
		expect(readOptions(args, environment)).toEqual({
			credential: { baseUrl: 'https://cards.example.com', apiKey: key, appId: 'App1', callsPerSecond: 10 },
			importId: 'i',
			out: 'r.md',
		});
	});

	it.each([
		['no key', ['--base-url', 'https://cards.example.com'], {}],
		['a key in the wrong place', ['--base-url', 'https://cards.example.com', key], environment],
		['an unknown option', ['--api-key', key], environment],
		['no address', [], environment],
		['an address without TLS', ['--base-url', 'http://cards.example.com'], environment],
		['a key that is cut off', ['--base-url', 'https://cards.example.com'], { BUSINESS_CARD_DATA_API_KEY: key.slice(1) }],
	])('refuses %s without showing the key', (_, args, given) => {
		let message = '';
		try {
			readOptions(args, given);
		} catch (error) {
			message = String(error);
		}
		expect(message).not.toBe('');
		expect(message).not.toContain(key.slice(1));
	});
});
