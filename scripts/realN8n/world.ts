import { mkdir, rm } from 'node:fs/promises';
import { startEmulator } from '../../test/emulator';
import { N8nClient } from './client';
import { installPackage, type Progress } from './install';
import { N8nInstance } from './instance';
import { freePort } from './processes';
import { waitFor } from './wait';
import { credentialName, credentialType } from './workflows';

/** The emulated service and an n8n that has our package, an owner and a credential for the service. */
export type World = Awaited<ReturnType<typeof startWorld>>;

/**
 * Starts the emulated service and a fresh n8n beside it.
 *
 * @param userFolder n8n's folder; emptied first. Our packed package lies beside it
 * @param port of n8n's editor, if it is free
 * @throws when either does not start; nothing is left running then
 */
export async function startWorld(userFolder: string, progress: Progress = () => undefined, port?: number) {
	await rm(userFolder, { recursive: true, force: true });
	await mkdir(userFolder, { recursive: true });
	progress('installing the packed package into n8n');
	await installPackage(userFolder);
	const emulator = await startEmulator();
	const n8n = new N8nInstance(userFolder, await freePort(port));
	const client = new N8nClient(n8n.baseUrl);
	/** Ends both. Can be called at any time and more than once. */
	const stop = async (): Promise<void> => {
		await n8n.stop();
		await emulator.close();
	};
	/** Waits until there is something to see; when it does not come, the end of n8n's log is told. */
	const until = async <T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> =>
		await waitFor(what, look, { explain: () => n8n.logTail() });
	try {
		progress('starting n8n');
		await n8n.start();
		await client.setUpOwner();
		const { baseUrl, apiKey, appId } = emulator;
		const credentialFields = { baseUrl, apiKey, appId };
		const credential = await client.createCredential(credentialName, credentialType, credentialFields);
		return { emulator, n8n, client, credential, credentialFields, until, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
