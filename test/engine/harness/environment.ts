import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads its settings when it is first used: its home is a throw-away folder of this process. Whoever uses
// n8n-core imports this file before it.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.env.N8N_LOG_LEVEL ??= 'silent';
