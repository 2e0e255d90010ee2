import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate for some hosts, and the file of the authority that vouches for it. */
export interface Certificate {
	/** What n8n is told to trust. */
	readonly authorityPath: string;
	readonly certificate: string;
	readonly key: string;
}

const run = promisify(execFile);
const DAYS = '2';

/**
 * Makes an authority and has it sign a certificate, good for two days.
 * @param folder where the files go; nobody else needs them afterwards
 * @throws where the command `openssl` is missing
 */
export async function certify(hosts: readonly string[], folder: string): Promise<Certificate> {
	const at = (name: string): string => join(folder, name);
	const openssl = async (...args: string[]): Promise<void> => void (await run('openssl', args));
	const newKey = ['-newkey', 'rsa:2048', '-nodes'];
	await openssl('req', '-x509', ...newKey, '-days', DAYS, '-subj', '/CN=Stand-ins', '-keyout', at('authority.key'), '-out', at('authority.pem'));
	await openssl('req', ...newKey, '-subj', '/CN=stand-in', '-keyout', at('host.key'), '-out', at('host.csr'));
	await writeFile(at('host.ext'), `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}\n`);
	const signer = ['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-CAcreateserial'];
	await openssl('x509', '-req', '-in', at('host.csr'), ...signer, '-days', DAYS, '-extfile', at('host.ext'), '-out', at('host.pem'));
	return {
		authorityPath: at('authority.pem'),
		certificate: await readFile(at('host.pem'), 'utf8'),
		key: await readFile(at('host.key'), 'utf8'),
	};
}
