import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf, repositoryOf } from './manifest';
import type { Manifest, Repository } from './manifest';

/**
 * Links of what ships. They are read away from the repository (in n8n, on the page of the package, in somebody's
 * node_modules), so they are absolute, and name the version: a page of a later one may say another thing.
 */

/** The pages that ship. */
export const SHIPPED_PAGES: readonly string[] = ['README.md', 'CHANGELOG.md'];

/** All files that ship with links in them. */
export function filesWithLinks(root: string): string[] {
	const codex = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.node.json'));
	const credentials = readdirSync(join(root, 'credentials')).filter((file) => file.endsWith('.ts'));
	return [...SHIPPED_PAGES, ...codex.map((file) => join('nodes', file)), ...credentials.map((file) => join('credentials', file))];
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

/** Links of Markdown that lead to a file of the repository by its place. */
const RELATIVE = /(!?\[(?:[^\]\\]|\\.)*\])\((?!https?:|mailto:|#)([^)\s]+)\)/g;

/** Links to files of the repository, whoever's it was and whichever version it was. */
function absolute({ repository }: Repository): RegExp {
	const name = repository.replaceAll('.', String.raw`\.`);
	return new RegExp(String.raw`https://(?:github\.com/[\w.-]+/${name}/blob|raw\.githubusercontent\.com/[\w.-]+/${name})/[^/\s"')]+/([^\s"')]+)`, 'g');
}

const PICTURE = /\.(?:png|svg|jpe?g)$/;

/**
 * Makes every link to a file of the repository absolute, with the version's tag.
 *
 * @param isPage whether it is Markdown, which may have links by place
 */
export function withTaggedLinks(text: string, manifest: Pick<Manifest, 'version' | 'repository'>, isPage: boolean): string {
	const prefixes = prefixesOf(manifest);
	const target = (path: string) => `${PICTURE.test(path) ? prefixes.picture : prefixes.file}${path}`;
	const placed = isPage ? text.replace(RELATIVE, (_, label: string, path: string) => `${label}(${target(path)})`) : text;
	return placed.replace(absolute(repositoryOf(manifest)), (_, path: string) => target(path));
}
