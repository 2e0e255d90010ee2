import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../test/emulator';
import { N8nClient, type CredentialReference } from './client';
import { installPackage, type Progress } from './install';
import { N8nInstance } from './instance';
import { freePort } from './processes';
import { runFolder } from './versions';
import { waitFor } from './wait';
import { credentialName, credentialType } from './workflows';

/** The emulated service and an n8n that has our package, an owner and a credential for the service. */
export interface World {
	readonly emulator: Emulator;
	readonly n8n: N8nInstance;
	readonly client: N8nClient;
	readonly credential: CredentialReference;
	/** The fields of the credential. */
	readonly credentialFields: { readonly baseUrl: string; readonly apiKey: string; readonly appId: string };
	/** Waits until there is something to see; when it does not come, the end of n8n's log is told. */
	until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T>;
	/** Ends both. Can be called at any time and more than once. */
	stop(): Promise<void>;
}

/** Options of {@link startWorld}; everything has a default. */
export interface WorldOptions {
	/** Port of n8n's editor, if it is free. */
	readonly port?: number;
	/** More variables for n8n. */
	readonly env?: Readonly<Record<string, string>>;
	/** Told what is being done. */
	readonly progress?: Progress;
}

/**
 * Starts the emulated service and a fresh n8n beside it.
 *
 * @param userFolder n8n's folder; emptied first. Our packed package lies beside it
 * @throws when either does not start; nothing is left running then
 */
export async function startWorld(
	userFolder: string,
	{ port, env, progress = () => undefined }: WorldOptions = {},
): Promise<World> {
	const emulator = await startEmulator();
	const n8n = new N8nInstance(userFolder, await freePort(port), env);
	const stop = async (): Promise<void> => {
		await n8n.stop();
		await emulator.close();
	};
	try {
		await rm(userFolder, { recursive: true, force: true });
		await mkdir(userFolder, { recursive: true });
		progress('installing the packed package into n8n');
		await installPackage(userFolder);
		progress('starting n8n');
		await n8n.start();
		const client = new N8nClient(n8n.baseUrl);
		await client.setUpOwner();
		const { baseUrl, apiKey, appId } = emulator;
		const credentialFields = { baseUrl, apiKey, appId };
		const credential = await client.createCredential(credentialName, credentialType, credentialFields);
		const until: World['until'] = async (what, look) => await waitFor(what, look, { explain: () => n8n.logTail() });
		return { emulator, n8n, client, credential, credentialFields, until, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/**
 * The world of the tests of a file, in a folder of its own that stays for looking at it afterwards. A test fails in which the
 * service was asked for anything that its interface does not have, and the next one finds no calls.
 */
export function worldPerFile(name: string, env?: WorldOptions['env']): World {
	const world = {} as World;
	let present: World | undefined;
	beforeAll(async () => {
		present = await startWorld(join(runFolder, name), { env });
		Object.assign(world, present);
	});
	afterEach(() => {
		const found = world.emulator.violations.map(({ call, rule }) => `${call.method} ${call.path}: ${rule}`);
		world.emulator.clearLog();
		expect(found).toEqual([]);
	});
	afterAll(async () => await present?.stop());
	return world;
}
