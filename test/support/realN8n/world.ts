import { mkdir, rm } from 'node:fs/promises';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator';
import { N8nClient, type Owner } from './client';
import { N8nInstance } from './instance';
import { credentialName, credentialType } from './names';
import { installPackage, shareWorkflowLibrary } from './package';
import { chosenVersion } from './versions';
import type { CredentialReference } from './types';

/** The fields of our credential. */
export interface CredentialFields {
	baseUrl: string;
	apiKey: string;
	appId: string;
}

/** The emulated service and an n8n that has our package, an owner and a credential for the service. */
export interface World {
	emulator: Emulator;
	n8n: N8nInstance;
	client: N8nClient;
	owner: Owner;
	credential: CredentialReference;
	credentialFields: CredentialFields;
	/** Ends both. Can be called at any time and more than once. */
	stop(): Promise<void>;
}

/** Options of {@link startWorld}. */
export interface WorldOptions {
	/** The script that starts n8n. */
	program: string;
	/** Our packed package. */
	tarball: string;
	/** n8n's folder; emptied first. */
	userFolder: string;
	/** Port of n8n's editor; a free one when left out. */
	port?: number;
	/** More variables for n8n. */
	env?: Readonly<Record<string, string>>;
	emulator?: EmulatorOptions;
	/** Told what is being done. */
	progress?: (message: string) => void;
	signal?: AbortSignal;
}

const owner: Owner = {
	email: 'owner@example.com',
	password: 'Business-cards-1',
	firstName: 'Demo',
	lastName: 'Owner',
};

/**
 * Starts the emulated service and a fresh n8n beside it.
 * @throws when either does not start; nothing is left running then
 */
export async function startWorld(options: WorldOptions): Promise<World> {
	const { program, tarball, userFolder, port, env, progress = () => undefined, signal } = options;
	const emulator = await startEmulator(options.emulator);
	const n8n = new N8nInstance({ program, userFolder, port, env });
	const stop = async (): Promise<void> => {
		await n8n.stop();
		await emulator.close();
	};
	try {
		await rm(userFolder, { recursive: true, force: true });
		await mkdir(userFolder, { recursive: true });
		progress('installing the packed package into n8n');
		await shareWorkflowLibrary(userFolder, program);
		await installPackage(userFolder, tarball, signal);
		progress('starting n8n');
		await n8n.start(signal);
		const client = new N8nClient(n8n.baseUrl, chosenVersion);
		await client.setUpOwner(owner);
		const credentialFields = {
			baseUrl: emulator.baseUrl,
			apiKey: emulator.apiKey,
			appId: emulator.appId,
		};
		const credential = await client.createCredential(credentialName, credentialType, credentialFields);
		return { emulator, n8n, client, owner, credential, credentialFields, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
