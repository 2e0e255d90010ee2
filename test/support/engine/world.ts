import type { INodeParameters } from 'n8n-workflow';
import { startEmulator, type Emulator, type EmulatorOptions, type EmulatorPace } from '../../emulator';
import { PolledTrigger, runNode, type CredentialData, type NodeRun, type RunOptions } from './n8n';
import { leapOverPauses } from './leapClock';

/** In every test that has a world pauses take no time; the service measures the pace of the calls with the same clock. */
export const leapClock = leapOverPauses();

const pace: EmulatorPace = { now: leapClock.now, sleep: leapClock.holdBack };

/** One emulated service and our nodes against it. */
export interface World {
	readonly emulator: Emulator;
	/** A filled-in credential. */
	credential(changes?: Partial<CredentialData>): CredentialData;
	/** Runs the node once. */
	run(parameters: INodeParameters, options?: Partial<RunOptions>): Promise<NodeRun>;
	trigger(parameters?: INodeParameters, id?: string): PolledTrigger;
	/** Another key of the same user: a long story gets through without waiting for one key's allowance. */
	freshKey(): string;
	/** Says that this test means to break the rules of the interface, which otherwise fails it. */
	allowViolations(): void;
	/** A second service, with its own address and log. */
	another(options?: EmulatorOptions): Promise<World>;
}

/** A term that holds every record. */
export const ALWAYS = { updatedFrom: '2000-01-01T00:00:00Z', updatedTo: '2099-12-31T23:59:59Z' } as const;

function worldOf(emulator: Emulator, tools: Pick<World, 'another' | 'allowViolations'>): World {
	let keys = 0;
	const credential = (changes: Partial<CredentialData> = {}): CredentialData => ({
		baseUrl: emulator.baseUrl,
		apiKey: emulator.apiKey,
		appId: '',
		...changes,
	});
	return {
		...tools,
		emulator,
		credential,
		run: async (parameters, options = {}) => await runNode({ credential: credential(), parameters, ...options }),
		trigger: (parameters, id) => new PolledTrigger(credential(), parameters, id),
		freshKey() {
			keys += 1;
			const apiKey = `AnotherKeyOfTheSameUser${String(keys).padStart(9, '0')}`;
			const { id, name, email } = emulator.user;
			emulator.addUser({ apiKey, id, name, email, role: 'admin' });
			return apiKey;
		},
	};
}

/** A world for one story, closed when it has been told: for stories that are told side by side. */
export async function withWorld<T>(story: (world: World) => Promise<T>, options: EmulatorOptions = {}): Promise<T> {
	const emulator = await startEmulator({ rateLimit: false, pace, ...options });
	const another = async () => await Promise.reject(new Error('One world to a story'));
	try {
		return await story(worldOf(emulator, { allowViolations: () => undefined, another }));
	} finally {
		await emulator.close();
	}
}

/**
 * A fresh world for each test of a file, without rate limit unless asked for. A test in which the service was called
 * in a way its interface does not have fails.
 */
export function worldPerTest(options: EmulatorOptions = {}): World {
	let present: World | undefined;
	let emulators: Emulator[] = [];
	let lenient = false;

	async function open(more: EmulatorOptions = {}): Promise<World> {
		const emulator = await startEmulator({ rateLimit: false, pace, ...options, ...more });
		emulators.push(emulator);
		return worldOf(emulator, {
			another: open,
			allowViolations() {
				lenient = true;
			},
		});
	}

	beforeEach(async () => {
		lenient = false;
		present = await open();
	});

	afterEach(async () => {
		const violations = emulators.flatMap((emulator) => emulator.violations.map(({ rule }) => rule));
		await Promise.all(emulators.map(async (emulator) => await emulator.close()));
		emulators = [];
		present = undefined;
		if (!lenient) expect(violations).toEqual([]);
	});

	const now = (): World => {
		if (!present) throw new Error('Only within a test');
		return present;
	};
	return {
		get emulator() {
			return now().emulator;
		},
		credential: (changes) => now().credential(changes),
		run: async (parameters, runOptions) => await now().run(parameters, runOptions),
		trigger: (parameters, id) => now().trigger(parameters, id),
		freshKey: () => now().freshKey(),
		allowViolations: () => now().allowViolations(),
		another: async (more) => await now().another(more),
	};
}
