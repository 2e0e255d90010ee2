import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fast from '../../jest.config.mjs';

/** Every test file that takes its seed from `test/unit/seed.ts`, wherever it stands. */
const TESTS = fileURLToPath(new URL('..', import.meta.url));
const RANDOMISED = readdirSync(TESTS, { recursive: true })
	.filter((file) => file.endsWith('.test.ts') && !file.startsWith(join('e2e', 'n8n')))
	.filter((file) => /\bseedOf\(/.test(readFileSync(join(TESTS, file), 'utf8')))
	.map((file) => `<rootDir>/test/${file}`);

/** The randomised tests alone, with all the time they want: `npm run soak` gives them new seeds. */
export default { ...fast, rootDir: '../..', testMatch: RANDOMISED, testTimeout: 3_600_000, reporters: ['summary'] };
