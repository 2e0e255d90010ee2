import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import lockFile from '../../package-lock.json';
import packageJson from '../../package.json';
import { withReleaseDay } from '../../scripts/publish/release';
import { readManifest } from '../../scripts/publish/manifest';
import { placeholdersIn, writeOwner } from '../../scripts/publish/owner';
import { filesWithLinks, prefixesOf, withTaggedLinks, writeLinks } from '../../scripts/publish/links';
import { copyOf, REPOSITORY, textOf } from '../support/repository';

/** What ships, as far as the sources show it: links, version and owner. */

describe('the links of what ships', () => {
	test.each(filesWithLinks(REPOSITORY))(
		'%s: are absolute and of this version (npm run release -- links writes them)',
		(file) => {
			const text = textOf(file);
			expect(withTaggedLinks(text, packageJson)).toBe(text);
		},
	);

	test.each([
		['nodes/BusinessCardData/BusinessCardData.node.json', 'docs/operations/README.md'],
		['nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node.json', 'docs/trigger.md'],
	])('%s leads to its own page, %s', (file, page) => {
		const { resources } = JSON.parse(textOf(file)) as { resources: Record<string, Array<{ url: string }>> };
		const prefix = prefixesOf(packageJson).file;
		expect(resources.primaryDocumentation).toEqual([{ url: `${prefix}${page}` }]);
		expect(resources.credentialDocumentation).toEqual([{ url: `${prefix}docs/credential.md` }]);
	});

	const AT = { version: '1.2.3', repository: { url: 'git+https://github.com/acme/n8n-nodes-x.git' } };

	test.each([
		['https://github.com/other/n8n-nodes-x/blob/main/a.md', 'https://github.com/acme/n8n-nodes-x/blob/v1.2.3/a.md'],
		[
			'https://raw.githubusercontent.com/other/n8n-nodes-x/v1/a.png',
			'https://raw.githubusercontent.com/acme/n8n-nodes-x/v1.2.3/a.png',
		],
		['https://github.com/acme/other/blob/main/a.md', 'https://github.com/acme/other/blob/main/a.md'],
	])('%s becomes %s', (before, after) => {
		expect(withTaggedLinks(before, AT)).toBe(after);
	});
});

describe('the version', () => {
	test('is the same in package.json, the lock file and the changelog', () => {
		const { version } = packageJson;
		expect([lockFile.version, lockFile.packages[''].version]).toEqual([version, version]);
		const [, newest] = /^## \[([^\]]+)\]/m.exec(textOf('CHANGELOG.md')) ?? [];
		expect(newest).toBe(version);
	});

	test('gets the day of its release, and only its own', () => {
		const changelog = '## [0.2.0] - Unreleased\n\n## [0.1.0] - Unreleased\n';
		expect(withReleaseDay(changelog, '0.2.0', '2026-05-01')).toBe('## [0.2.0] - 2026-05-01\n\n## [0.1.0] - Unreleased\n');
		expect(() => withReleaseDay(changelog, '0.3.0', '2026-05-01')).toThrow('## [0.3.0] - Unreleased');
	});
});

describe('the owner', () => {
	const PAGES = ['README.md', 'CHANGELOG.md', '.github/SECURITY.md', 'LICENSE', 'docs'];
	const copy = copyOf('package.json', 'nodes', 'credentials', ...PAGES);

	test('is written down by one command, everywhere', () => {
		const before = readManifest(copy);
		writeOwner(copy, { organization: 'acme', name: 'Acme', email: 'nodes@acme.test' });
		const { author, homepage, repository, bugs } = JSON.parse(
			readFileSync(join(copy, 'package.json'), 'utf8'),
		) as typeof packageJson;
		expect(author).toEqual({ name: 'Acme', email: 'nodes@acme.test' });
		expect([homepage, repository.url, bugs.url]).toEqual([
			'https://github.com/acme/n8n-nodes-business-card-data#readme',
			'git+https://github.com/acme/n8n-nodes-business-card-data.git',
			'https://github.com/acme/n8n-nodes-business-card-data/issues',
		]);
		expect(writeLinks(copy)).toEqual([]);
		const old = [
			before.author.name,
			before.author.email,
			before.repository.url.slice('git+https://'.length, -'.git'.length),
		];
		const { stdout, status } = spawnSync('grep', ['-rlF', ...old.flatMap((text) => ['-e', text]), '.'], {
			cwd: copy,
			encoding: 'utf8',
		});
		// grep ends with 1 where it finds nothing.
		expect([stdout, status]).toEqual(['', 1]);
	});

	test('is known where no placeholder is left, and a release is refused before', () => {
		const manifest = readManifest(REPOSITORY);
		const known = {
			...manifest,
			author: { name: 'Acme', email: 'nodes@acme.test' },
			repository: { url: 'git+https://github.com/acme/x.git' },
		};
		expect(placeholdersIn(known)).toEqual([]);
		expect(placeholdersIn({ ...known, author: { name: 'Acme', email: 'a@b.example' } })).toEqual([
			expect.stringContaining('--email'),
		]);
		const unknown = { ...known, repository: { url: `git+https://github.com/${manifest.name}/${manifest.name}.git` } };
		expect(placeholdersIn(unknown)).toEqual([expect.stringContaining('--organization')]);
	});
});
