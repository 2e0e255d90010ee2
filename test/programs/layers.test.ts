import { execFile } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { copyOf, REPOSITORY } from '../support/repository';

/** Who may import whom in what ships: `npm run lint` refuses whatever turns the layers of the code around. */

interface LintedFile {
	readonly filePath: string;
	readonly messages: ReadonlyArray<{ readonly ruleId: string }>;
}

const run = promisify(execFile);
const folder = copyOf('nodes', 'credentials', 'scripts/lint', 'tsconfig.json');

/** The rules that some files break, by the path of the file. */
async function brokenRules(files: readonly string[]): Promise<Record<string, string[]>> {
	const eslint = join(REPOSITORY, 'node_modules/.bin/eslint');
	const linting = run(eslint, ['-c', 'scripts/lint/shipped.config.mjs', '--format', 'json', ...files], { cwd: folder });
	const { stdout } = await linting.catch((error: { stdout: string }) => error);
	const results = JSON.parse(stdout) as LintedFile[];

	return Object.fromEntries(
		results.map(({ filePath, messages }) => [relative(folder, filePath), messages.map(({ ruleId }) => ruleId)]),
	);
}

const FORBIDDEN = [
	['from one node to the other', 'nodes/BusinessCardDataTrigger/settings.ts', '../BusinessCardData/resources'],
	['from the node to the trigger', 'nodes/BusinessCardData/resources/index.ts', '../../BusinessCardDataTrigger/events'],
	['past the door of nodes/shared', 'nodes/BusinessCardData/execution/request.ts', '../../shared/http/client'],
	['from the core of the trigger to a file above it', 'nodes/BusinessCardDataTrigger/watermark/seenWindow.ts', '../source'],
	['from the core of the trigger to n8n', 'nodes/BusinessCardDataTrigger/watermark/fingerprint.ts', 'n8n-workflow'],
	['from what is shared to a node', 'nodes/shared/base/labels.ts', '../../BusinessCardData/resources'],
	['from values to fields', 'nodes/shared/values/columnNames.ts', '../fields/rules'],
] as const;

/** The executor is handed the resources, and knows their types alone. */
const [EXECUTOR_FILE, EXECUTOR_IMPORT] = ['nodes/BusinessCardData/execution/lists.ts', '../resources/hints'];

/** The limiter imports the clock. */
const [CIRCLE_FILE, CIRCLE_IMPORT] = ['nodes/shared/base/clock.ts', '../limiter/limiter'];

describe('an import is refused', () => {
	let before: Record<string, string[]>;
	let after: Record<string, string[]>;

	beforeAll(async () => {
		const files = [...FORBIDDEN.map(([, file]) => file), EXECUTOR_FILE, CIRCLE_FILE];
		before = await brokenRules(files);
		for (const [, file, from] of FORBIDDEN)
			await appendFile(join(folder, file), `import type * as wrong from '${from}';\n`);
		await appendFile(join(folder, EXECUTOR_FILE), `import * as wrong from '${EXECUTOR_IMPORT}';\n`);
		await appendFile(join(folder, CIRCLE_FILE), `import type * as wrong from '${CIRCLE_IMPORT}';\n`);
		after = await brokenRules(files);
	});

	test.each(FORBIDDEN)('%s', (_, file) => {
		expect(before[file]).toEqual([]);
		expect(after[file]).toContain('no-restricted-imports');
	});

	test('from the executor to the resources that it is handed, but not of their types', () => {
		expect(before[EXECUTOR_FILE]).toEqual([]);
		expect(after[EXECUTOR_FILE]).toContain('@typescript-eslint/no-restricted-imports');
	});

	test('that closes a circle, even of types', () => {
		expect(before[CIRCLE_FILE]).toEqual([]);
		expect(after[CIRCLE_FILE]).toContain('layers/no-circle');
	});
});
