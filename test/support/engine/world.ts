import type { INodeParameters } from 'n8n-workflow';
import { startEmulator, type Emulator, type EmulatorOptions, type EmulatorPace } from '../../emulator';
import { leapClock } from './leapClock';
import { runNode, type NodeError, type NodeRun, type RunOptions } from './n8n';
import type { CredentialData } from './supplies';
import { PolledTrigger } from './trigger';

export { leapClock };

/** The service measures the pace of the calls with the clock that leaps over the pauses of the nodes. */
const pace: EmulatorPace = {
	now: () => leapClock.now(),
	sleep: async (ms, signal) => await leapClock.holdBack(ms, signal),
};

/** A term that holds every record. */
export const ALWAYS = { updatedFrom: '2000-01-01T00:00:00Z', updatedTo: '2099-12-31T23:59:59Z' } as const;

/** Parameters of what many tests let the node do. */
export const CARD: INodeParameters = { resource: 'businessCard', operation: 'get', businessCardId: 'c1' };
export const IMAGE: INodeParameters = { ...CARD, operation: 'getImage' };
export const CARDS: INodeParameters = { resource: 'businessCard', operation: 'getAll', ...ALWAYS };
export const SEARCH: INodeParameters = { resource: 'businessCard', operation: 'search' };
export const REPORTS: INodeParameters = { resource: 'report', operation: 'getAll', ...ALWAYS };
export const CREATE: INodeParameters = { resource: 'businessCard', operation: 'create', lastName: '髙橋' };
export const UPLOAD: INodeParameters = { resource: 'businessCard', operation: 'uploadImage' };

/** An emulated service, and our nodes against it; a fresh one for each test. */
class World {
	private emulators: Emulator[] = [];

	private isLenient = false;

	private keys = 0;

	constructor(private readonly options: EmulatorOptions) {}

	get emulator(): Emulator {
		const [emulator] = this.emulators;
		if (!emulator) throw new Error('Only within a test');
		return emulator;
	}

	/** A filled-in credential. */
	credential(changes: Partial<CredentialData> = {}): CredentialData {
		const { baseUrl, apiKey } = this.emulator;
		return { baseUrl, apiKey, appId: '', ...changes };
	}

	/** Runs the node once. */
	readonly run = async (parameters: INodeParameters, options: Partial<RunOptions> = {}): Promise<NodeRun> =>
		await runNode({ credential: this.credential(), parameters, ...options });

	/** The error of a run that is refused before any call. */
	async refusal(parameters: INodeParameters, options?: Partial<RunOptions>): Promise<NodeError> {
		const { items, error = new Error('The node did not fail') } = await this.run(parameters, options);
		expect([error.name, items, this.emulator.calls]).toEqual(['NodeOperationError', [], []]);
		return error;
	}

	trigger(parameters?: INodeParameters, id?: string): PolledTrigger {
		return new PolledTrigger(this.credential(), parameters, id);
	}

	/** Another key of the same user: a long story gets through without waiting for one key's allowance. */
	freshKey(): string {
		this.keys += 1;
		const apiKey = `AnotherKeyOfTheSameUser${String(this.keys).padStart(9, '0')}`;
		const { id, name, email } = this.emulator.user;
		this.emulator.addUser({ apiKey, id, name, email, role: 'admin' });
		return apiKey;
	}

	/** Says that this test means to break the rules of the interface, which otherwise fails it. */
	allowViolations(): void {
		this.isLenient = true;
	}

	/** One more service, with its own address and log. */
	async another(): Promise<Emulator> {
		const emulator = await startEmulator({ rateLimit: false, pace, ...this.options });
		this.emulators.push(emulator);
		return emulator;
	}

	/** Ends all services, and gives the rules of the interface that were broken. */
	async close(): Promise<string[]> {
		const { emulators, isLenient } = this;
		[this.emulators, this.isLenient] = [[], false];
		await Promise.all(emulators.map(async (emulator) => await emulator.close()));
		return isLenient ? [] : emulators.flatMap(({ violations }) => violations.map(({ rule }) => rule));
	}
}

export type { World };

/**
 * A fresh world for each test of a file, without rate limit unless asked for. A test in which the service was called
 * in a way its interface does not have fails.
 */
export function worldPerTest(options: EmulatorOptions = {}): World {
	const world = new World(options);
	beforeEach(async () => void (await world.another()));
	afterEach(async () => expect(await world.close()).toEqual([]));
	return world;
}
