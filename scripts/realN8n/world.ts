import { mkdir, rm } from 'node:fs/promises';
import { startEmulator, type EmulatorOptions } from '../../test/emulator';
import { N8nClient, type CredentialReference } from './client';
import { installPackage, type Progress } from './install';
import { N8nInstance, zonesOf } from './instance';
import { freePort } from './processes';
import { waitFor } from './wait';
import { credentialName, credentialType } from './workflows';

/** The emulated service and an n8n that has our package, an owner and a credential for the service. */
export type World = Awaited<ReturnType<typeof startWorld>>;

/** How a world is started; everything has a default. */
export interface WorldOptions {
	readonly progress?: Progress;
	/** Of n8n's editor, if it is free. */
	readonly port?: number;
	/** Of n8n's workflows, as IANA names it. */
	readonly timeZone?: string;
	/** More variables to start n8n with. */
	readonly env?: Readonly<Record<string, string>>;
	/** Of the emulated service. */
	readonly service?: EmulatorOptions;
	/** Whether n8n goes on with what is in its folder, which is emptied first otherwise. */
	readonly isKept?: boolean;
}

/** The addresses at which the emulated service answers. */
const EMULATED = /^http:\/\/127\.0\.0\.1:/;

/** Finds the credential of an n8n that goes on, or creates one. Where the emulated service has moved, it gets the new address. */
async function keptCredential(client: N8nClient, fields: { baseUrl: string }): Promise<CredentialReference> {
	const found = await client.findCredential(credentialName, credentialType);
	if (!found) return await client.createCredential(credentialName, credentialType, fields);

	const stored = await client.credentialFields(found);
	const { baseUrl } = stored;
	if (baseUrl !== fields.baseUrl && EMULATED.test(baseUrl)) {
		await client.updateCredential(found, credentialType, { ...stored, ...fields });
	}
	return found;
}

/**
 * Starts the emulated service, and n8n beside it.
 *
 * @param userFolder n8n's folder. Our packed package lies beside it
 * @throws when either does not start; nothing is left running then
 */
export async function startWorld(userFolder: string, options: WorldOptions = {}) {
	const { progress = () => undefined, port, timeZone, env = {}, service, isKept = false } = options;

	if (!isKept) await rm(userFolder, { recursive: true, force: true });
	await mkdir(userFolder, { recursive: true });
	progress('Installing the packed package into n8n');
	await installPackage(userFolder);

	const emulator = await startEmulator(service);
	const zones = timeZone === undefined ? {} : zonesOf(timeZone);
	const n8n = new N8nInstance(userFolder, await freePort(port), { ...zones, ...env });
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
		progress('Starting n8n');
		await n8n.start();

		const { baseUrl, apiKey, appId } = emulator;
		const credentialFields = { baseUrl, apiKey, appId };
		if (isKept) {
			await client.logIn();
			const credential = await keptCredential(client, credentialFields);
			return { emulator, n8n, client, credential, credentialFields, until, stop };
		}

		await client.setUpOwner();
		const credential = await client.createCredential(credentialName, credentialType, credentialFields);
		return { emulator, n8n, client, credential, credentialFields, until, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
