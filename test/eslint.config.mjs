import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/**
 * Tests, benchmarks and scripts run beside n8n and not in it: n8n's rules for shipped code (no Node modules, no
 * timers) cannot hold for an HTTP server or a process harness. The general rules do. The folders that these rules are
 * for have a configuration of their own, which n8n's lint command finds for each file from where it stands.
 */
export default tseslint.config(
	// What the end-to-end tests install and run is not ours.
	{ ignores: ['**/e2e/n8n/**', '**/.run/**'] },
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		// Taking a key out of an object is a use of it.
		rules: { '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }] },
		linterOptions: { reportUnusedDisableDirectives: 'error' },
	},
);
