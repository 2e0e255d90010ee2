/**
 * Builds what is published: one file per node and credential, and one file that all of them share. Libraries are
 * bundled, because a community package may have no runtime dependencies; n8n-workflow is not, because n8n's own
 * copy has to recognise our errors.
 */
import { build } from 'esbuild';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';

const SHARED_FOLDER = 'nodes/shared/';
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

/** The packages of which something is bundled, by the files that went in. */
function packagesOf(inputs) {
	const names = Object.keys(inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
	return names.filter((name) => name !== undefined);
}

/**
 * Notes what went into a file.
 *
 * @throws when a part of the shared half is in another file already: there would be two limiters, and twice the calls
 */
function noteShared(holders, entry, inputs) {
	for (const path of Object.keys(inputs).filter((input) => input.startsWith(SHARED_FOLDER))) {
		const other = holders.get(path);
		if (other)
			throw new Error(
				`${path} would be bundled twice, into ${other} and ${entry}. Import nodes/shared by its folder alone`,
			);
		holders.set(path, entry);
	}
}

/** Licences ask to be passed on with the code they cover. */
async function writeLicences(names) {
	const texts = [];
	for (const name of [...names].sort()) {
		const folder = `node_modules/${name}`;
		const { version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
		const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
		if (!file) throw new Error(`${name} is bundled but has no license file`);
		texts.push(`${name} ${version} (${license})\n\n${await readFile(`${folder}/${file}`, 'utf8')}`);
	}
	await writeFile('dist/THIRD-PARTY-LICENSES.txt', texts.join(`\n${'-'.repeat(80)}\n\n`));
}

const bundled = new Set();
const holders = new Map();
await rm('dist', { recursive: true, force: true });
for (const entry of ENTRIES) {
	const { metafile } = await build({
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
		metafile: true,
	});
	noteShared(holders, entry, metafile.inputs);
	for (const name of packagesOf(metafile.inputs)) bundled.add(name);
}
await writeLicences(bundled);
