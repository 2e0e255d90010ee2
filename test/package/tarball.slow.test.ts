import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import packageJson from '../../package.json';
import { prefixesOf } from '../../scripts/publish/links';
import { RESOURCES } from '../../nodes/BusinessCardData/resources';
import { copyOf, REPOSITORY } from '../support/repository';

/** The tarball that would be published: what is in it, and that n8n finds everything there. */

/** It is built in a copy, because other tests may be building in the repository. */
const PAGES = ['README.md', 'CHANGELOG.md', 'LICENSE'];
const SETTINGS = ['scripts/build.mjs', 'gulpfile.js', 'tsconfig.json', 'package.json'];
const folder = copyOf('nodes', 'credentials', 'icons', ...SETTINGS, ...PAGES);
const shipped = join(folder, 'package');
const DATA_IN_JAPANESE = 'dist/nodes/shared/index.js';
const LICENCES = 'dist/THIRD-PARTY-LICENSES.txt';

let files: string[];

function npm(...args: string[]): string {
	return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function read(file: string): string {
	return readFileSync(join(shipped, file), 'utf8');
}

beforeAll(() => {
	npm('run', 'build');
	const [{ filename }] = JSON.parse(npm('pack', '--json')) as [{ filename: string }];
	execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
	files = readdirSync(shipped, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(shipped.length + 1))
		.sort();
});

function built<T>(path: string, name: string): T {
	const module = createRequire(join(shipped, 'package.json'))(`./${path}`) as Record<string, new () => T>;
	const Class = module[name];
	if (!Class) throw new Error(`${path} has no ${name}`);
	return new Class();
}

test('holds what is meant to ship and nothing else', () => {
	const schemas = RESOURCES.flatMap(({ value, operations }) =>
		operations.map((operation) => `dist/nodes/BusinessCardData/__schema__/v1.0.0/${value}/${operation.value}.json`),
	);
	const ofTrigger = 'dist/nodes/BusinessCardDataTrigger/__schema__/v1.0.0.json';
	const nodes = packageJson.n8n.nodes.flatMap((file) => [file, file.replace(/\.js$/, '.json')]);
	const icons = ['dist/icons/businessCardData.svg', 'dist/icons/businessCardData.dark.svg'];
	const texts = ['README.md', 'CHANGELOG.md', 'LICENSE', LICENCES, 'package.json'];
	expect(files).toEqual(
		[...schemas, ofTrigger, ...nodes, ...packageJson.n8n.credentials, ...icons, ...texts, DATA_IN_JAPANESE].sort(),
	);
});

test('is English but for the table of Normalize, search words, names in licences and the link to the Japanese page', () => {
	const foreign = files.filter((file) => /[\u2e80-\u{10ffff}]/u.test(read(file)));
	const known = [LICENCES, 'README.md', DATA_IN_JAPANESE];
	expect(foreign.filter((file) => !known.includes(file) && !file.endsWith('.node.json'))).toEqual([]);
});

const OWN_LINK =
	/https:\/\/(?:raw\.githubusercontent\.com|github\.com)\/[\w.-]+\/n8n-nodes-business-card-data\/[^\s"'`)]+/g;

test('leads to this version wherever it leads into the repository by an address', () => {
	const prefixes = Object.values(prefixesOf(packageJson));
	const texts = files.filter((file) => /\.(?:md|json|js)$/.test(file));
	const own = texts.flatMap((file) => read(file).match(OWN_LINK) ?? []);
	const toFiles = own.filter((link) => link.includes('/blob/') || link.includes('raw.githubusercontent'));
	expect(toFiles.length).toBeGreaterThan(2);
	const pathOf = (link: string, prefix: string) => join(REPOSITORY, link.slice(prefix.length).replace(/#.*/, ''));
	const leads = (link: string) => prefixes.some((each) => link.startsWith(each) && existsSync(pathOf(link, each)));
	expect(toFiles.filter((link) => !leads(link))).toEqual([]);
});

test('has no runtime dependency and no script that an installation would run', () => {
	const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> } & Record<string, unknown>;
	for (const name of ['dependencies', 'bundledDependencies', 'overrides']) expect(manifest[name]).toBeUndefined();
	expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
});

test.each(packageJson.n8n.nodes)('%s loads, with its icons and its codex file beside it', (path) => {
	const name = path.replace(/^.*\/(\w+)\.node\.js$/, '$1');
	const { description } = built<INodeType>(path, name);
	const { light, dark } = description.icon as { light: string; dark: string };
	for (const icon of [light, dark]) expect(files).toContain(join(dirname(path), icon.slice('file:'.length)));
	expect(files).toContain(path.replace(/\.js$/, '.json'));
	expect(JSON.stringify(description)).not.toMatch(/[\u2e80-\u{10ffff}]/u);
	const [first, second] = description.properties;
	const expected = name.endsWith('Trigger') ? ['Trigger On', 'Tag Names or IDs'] : ['Resource', 'Operation'];
	expect([first?.displayName, second?.displayName]).toEqual(expected);
});

test('the built credential leads to its page in this version', () => {
	const [path = ''] = packageJson.n8n.credentials;
	const { documentationUrl } = built<ICredentialType>(path, 'BusinessCardDataApi');
	expect(documentationUrl).toBe(`${prefixesOf(packageJson).file}docs/credential.md`);
});
