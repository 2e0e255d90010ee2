import { QUESTIONS } from '../../scripts/probe/questions';
import { report } from '../../scripts/probe/main';
import { Service } from '../../scripts/probe/service';
import { startEmulator, SWITCH_VALUES, type Emulator, type Switches } from '../emulator';

/** `npm run probe` against the emulator: the right answer under every switch, and nothing in the report that is nobody's business. */

let emulator: Emulator;

afterEach(async () => await emulator.close());

async function company(switches: Partial<Switches> = {}): Promise<Service> {
	emulator = await startEmulator({ rateLimit: false, switches });
	const { id } = emulator.addTag({ type: 'public' });
	const now = emulator.clock.now();
	for (let day = 3; day > 0; day -= 1) {
		const times = { registeredTime: now - day * 86_400_000, updatedTime: now - day * 1_000 };
		emulator.addCard({ lastName: '髙橋', tagIds: [id], ...times });
	}
	emulator.addOrganizationRecord('user', { UserId: 'taro', UserName: '髙橋', Email: 'taro@example.jp' });
	return new Service({ baseUrl: emulator.baseUrl, apiKey: emulator.apiKey }, 0);
}

const ASKED = QUESTIONS.filter(({ point }) => point in SWITCH_VALUES && point !== 'retryAfterPlace');
const CASES = ASKED.flatMap(({ point, ask }) =>
	SWITCH_VALUES[point as keyof Switches].map((value) => [point, value, ask] as const),
);

test.each(CASES)('finds out that %s is %s', async (point, value, ask) => {
	expect(await ask(await company({ [point]: value }))).toBe(String(value));
});

test.each(SWITCH_VALUES.retryAfterPlace)('finds out that the time of a 429 stands in %s', async (retryAfterPlace) => {
	const service = await company({ retryAfterPlace });
	emulator.faults.add({ kind: 'status', status: 429 });
	await service.get('/v3.2/bizCards/x');
	expect(await QUESTIONS.find(({ point }) => point === 'retryAfterPlace')?.ask(service)).toBe(retryAfterPlace);
});

test('reports without address, key or record', async () => {
	const text = (await report(await company())).join('\n');
	expect(text).toContain('| `bounds` | inclusive | As expected |');
	for (const secret of [emulator.apiKey, emulator.baseUrl, '髙橋', 'taro']) expect(text).not.toContain(secret);
	expect(new Set(emulator.calls.map(({ method }) => method))).toEqual(new Set(['GET']));
});
