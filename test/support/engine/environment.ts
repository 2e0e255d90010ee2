import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads its settings when it is first used: its home is a throw-away folder of this process. Whoever uses
// n8n-core imports this file before it.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.env.N8N_LOG_LEVEL ??= 'silent';

// As long as Node's own stacks, and so n8n's. axios asks each failed call for its stack, and of Jest's hundred frames each is looked
// up in a source map that is read for it.
Error.stackTraceLimit = 10;

const load = createRequire(require.resolve('n8n-core'));

/** The container of services that n8n-core itself has: another copy of the library would know nothing of them. */
export const { Container: services } = load('@n8n/di') as {
	readonly Container: { get<T>(service: abstract new (...given: never[]) => T): T };
};

// The first node that is run makes n8n-core look for idle SSH tunnels once a minute, and a process with that timer never ends.
// None of our nodes has a tunnel: the manager of the tunnels is shut down before anybody uses it, as n8n does it when it ends.
const { SSHClientsManager } = load('./execution-engine/ssh-clients-manager') as {
	readonly SSHClientsManager: new () => { onShutdown(): void };
};
services.get(SSHClientsManager).onShutdown();
