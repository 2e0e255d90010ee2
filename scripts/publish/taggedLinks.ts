import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf, repositoryOf } from './manifest';
import type { Manifest, Repository } from './manifest';

/**
 * Links of the nodes and the credential. They are opened from n8n, so they are absolute, and name the version: a page of a
 * later one may say another thing. Those of README and changelog are relative: npm resolves them by `repository`.
 */

/** The files of what ships whose links have to be absolute. */
export function filesWithLinks(root: string): string[] {
	const codex = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.node.json'));
	const credentials = readdirSync(join(root, 'credentials')).filter((file) => file.endsWith('.ts'));
	return [...codex.map((file) => join('nodes', file)), ...credentials.map((file) => join('credentials', file))];
}

const RAW = 'https://raw.githubusercontent.com';

/** The tag that a version is published under. */
export function tagOf(version: string): string {
	return `v${version}`;
}

/** What stands before the path of a file, and of one that a page shows as a picture. */
export function prefixesOf(manifest: Pick<Manifest, 'version' | 'repository'>): { file: string; picture: string } {
	const repository = repositoryOf(manifest);
	const tag = tagOf(manifest.version);
	return {
		file: `${pageOf(repository)}/blob/${tag}/`,
		picture: `${RAW}/${repository.organization}/${repository.repository}/${tag}/`,
	};
}

/** Links to files of the repository, whoever's it was and whichever version it was. */
function absolute({ repository }: Repository): RegExp {
	const name = repository.replaceAll('.', String.raw`\.`);
	return new RegExp(String.raw`https://(?:github\.com/[\w.-]+/${name}/blob|raw\.githubusercontent\.com/[\w.-]+/${name})/[^/\s"')]+/([^\s"')]+)`, 'g');
}

const PICTURE = /\.(?:png|svg|jpe?g)$/;

/** Makes every link to a file of the repository name the version's tag and the owner's repository. */
export function withTaggedLinks(text: string, manifest: Pick<Manifest, 'version' | 'repository'>): string {
	const prefixes = prefixesOf(manifest);
	const target = (path: string) => `${PICTURE.test(path) ? prefixes.picture : prefixes.file}${path}`;
	return text.replace(absolute(repositoryOf(manifest)), (_, path: string) => target(path));
}
