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

/** A service of n8n-core that n8n ends when it shuts down. */
interface Manager {
	onShutdown(): void;
}

/** n8n-core's own container of services, of which the package has no export. */
interface Services {
	readonly Container: { get(service: unknown): Manager };
}

// The first node that is run makes n8n-core look for idle SSH tunnels once a minute, and a process with that timer never ends.
// None of our nodes has a tunnel: the manager of the tunnels is shut down before anybody uses it, as n8n does it when it ends.
const load = createRequire(require.resolve('n8n-core'));
const { Container } = load('@n8n/di') as Services;
const { SSHClientsManager } = load('./execution-engine/ssh-clients-manager') as { readonly SSHClientsManager: unknown };
Container.get(SSHClientsManager).onShutdown();
