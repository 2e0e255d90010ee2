import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, repositoryOf, rewrite, tagOf, type Manifest } from './manifest';

/**
 * Links of the nodes and the credential. They are opened from n8n, so they are absolute, and name the version: a page of a
 * later one may say another thing. Those of README and changelog are relative: npm resolves them by `repository`.
 */

/** The files of what ships whose links have to be absolute. */
export function filesWithLinks(root: string): string[] {
	const nodes = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' });
	const codex = nodes.filter((file) => file.endsWith('.node.json')).map((file) => join('nodes', file));
	const credentials = readdirSync(join(root, 'credentials')).filter((file) => file.endsWith('.ts'));
	return [...codex, ...credentials.map((file) => join('credentials', file))];
}

/** What stands before the path of a file, and of one that a page shows as a picture. */
export function prefixesOf(manifest: Pick<Manifest, 'version' | 'repository'>): { file: string; picture: string } {
	const { organization, repository } = repositoryOf(manifest);
	const [path, tag] = [`${organization}/${repository}`, tagOf(manifest)];
	return {
		file: `https://github.com/${path}/blob/${tag}/`,
		picture: `https://raw.githubusercontent.com/${path}/${tag}/`,
	};
}

/** Makes every link to a file of the repository, whoever's it was, name the version's tag and the owner's repository. */
export function withTaggedLinks(text: string, manifest: Pick<Manifest, 'version' | 'repository'>): string {
	const prefixes = prefixesOf(manifest);
	const name = repositoryOf(manifest).repository.replaceAll('.', String.raw`\.`);
	const hosts = `(?:github\\.com/[\\w.-]+/${name}/blob|raw\\.githubusercontent\\.com/[\\w.-]+/${name})`;
	const links = new RegExp(String.raw`https://${hosts}/[^/\s"')]+/([^\s"')]+)`, 'g');
	const prefixOf = (path: string) => (/\.(?:png|svg|jpe?g)$/.test(path) ? prefixes.picture : prefixes.file);
	return text.replace(links, (_, path: string) => prefixOf(path) + path);
}

/** Writes the links of what ships for the version and the repository that package.json names. @returns the files that changed */
export function writeLinks(root: string): string[] {
	const manifest = readManifest(root);
	return filesWithLinks(root).filter((file) => rewrite(root, file, (text) => withTaggedLinks(text, manifest)));
}
