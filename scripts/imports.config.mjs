import tseslint from 'typescript-eslint';

/**
 * Who may import whom in what ships. Beside n8n's own configuration, which has to stay as n8n made it: both nodes come to
 * `nodes/shared` by its one door, so that a process has one limiter; what is behind the door knows neither of them; the
 * trigger's core knows neither n8n nor HTTP.
 */
const forbid = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

export default tseslint.config(
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
	},
	{
		files: ['nodes/BusinessCardData/**/*.ts', 'nodes/BusinessCardDataTrigger/**/*.ts', 'credentials/**/*.ts'],
		rules: forbid({ regex: '/shared/.+', message: 'Import nodes/shared by its folder alone.' }),
	},
	{
		files: ['nodes/shared/**/*.ts'],
		rules: forbid({ regex: 'BusinessCardData', message: 'What is shared knows neither node.' }),
	},
);
