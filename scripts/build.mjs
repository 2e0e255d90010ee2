/**
 * Builds what is published: one file per node and credential, and one file that all of them share. Libraries are
 * bundled, because a community package may have no runtime dependencies; n8n-workflow is not, because n8n's own
 * copy has to recognise our errors.
 */
import { build } from 'esbuild';
import { rm } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';

const SHARED = resolve('nodes/shared/index.ts');
const ENTRIES = [
	'nodes/shared/index.ts',
	'nodes/BusinessCardData/BusinessCardData.node.ts',
	'nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node.ts',
	'credentials/BusinessCardDataApi.credentials.ts',
];

/** Imports of the shared half stay imports: bundled twice, the limiter of a key would exist twice. */
function keepSharedApart(entry) {
	const path = relative(dirname(entry), 'nodes/shared/index.js').split(sep).join('/');
	return {
		name: 'keep-shared-apart',
		setup({ onResolve }) {
			onResolve({ filter: /\/shared$/ }, ({ path: imported, resolveDir }) =>
				resolve(resolveDir, imported, 'index.ts') === SHARED
					? { path: path.startsWith('.') ? path : `./${path}`, external: true }
					: undefined,
			);
		},
	};
}

await rm('dist', { recursive: true, force: true });
for (const entry of ENTRIES) {
	await build({
		entryPoints: [entry],
		outfile: `dist/${entry.replace(/\.ts$/, '.js')}`,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		external: ['n8n-workflow'],
		charset: 'utf8',
		legalComments: 'inline',
		logLevel: 'warning',
		plugins: [keepSharedApart(entry)],
	});
}
