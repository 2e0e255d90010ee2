import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/**
 * Tests, benchmarks and scripts run beside n8n and not in it: n8n's rules for shipped code (no Node modules, no
 * timers) cannot hold for an HTTP server or a process harness. The general rules do.
 */
export default tseslint.config(
	// What the end-to-end tests install and run is not ours.
	{ ignores: ['test/e2e/n8n/**', 'test/e2e/.run/**', '.demo/**'] },
	{
		files: ['**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		// Taking a key out of an object is a use of it.
		rules: { '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }] },
		linterOptions: { reportUnusedDisableDirectives: 'error' },
	},
);
