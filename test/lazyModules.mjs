import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What n8n's engine loads with itself, and needs for agents, OAuth, schedules, SSH, XML and the like: for hardly a test. */
const RARELY_NEEDED = [
	'./ai-tool-types',
	'./utils/ai-tool-types',
	'@langchain/core/tools',
	'@n8n/client-oauth2',
	'cron',
	'fast-glob',
	'jsonwebtoken',
	'ssh2',
	'transliteration',
	'xml2js',
];

const LOADS = new RegExp(`(?:const|var) (\\w+) = ((?:__importDefault\\()?require\\("(?:${RARELY_NEEDED.join('|')})"\\)\\)?);`, 'g');

const OWN_TEXT = readFileSync(fileURLToPath(import.meta.url));

/**
 * A transformer for Jest: n8n's modules load these when they first use them, and are otherwise as they are. Jest loads every
 * module anew for each file of tests, and these were a third of it.
 */
export default {
	process: (source) => ({
		code: source.replace(LOADS, (_, name, load) => `let ${name}$; const ${name} = new Proxy({}, { get: (_, key) => (${name}$ ??= ${load})[key] });`),
	}),
	getCacheKey: (source, path) => createHash('sha256').update(OWN_TEXT).update(path).update(source).digest('hex'),
};
