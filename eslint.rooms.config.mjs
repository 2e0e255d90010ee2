import { tsImport } from 'tsx/esm/api';
import tseslint from 'typescript-eslint';

const { roomsRule } = await tsImport('./tools/rooms/rule.ts', import.meta.url);

/** Who may import whom, in every file of TypeScript, published or not: the table is `tools/rooms/table.ts`. */
export default tseslint.config(
	// What the end-to-end tests install and write is not ours.
	{ ignores: ['test/e2e/n8n/**', 'test/e2e/.run/**'] },
	{
		files: ['**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		plugins: { rooms: { rules: { imports: roomsRule } } },
		// No comment switches it off; those that are meant for other rules are looked at where these rules run.
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
		rules: { 'rooms/imports': 'error' },
	},
);
