import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeManifest, pageOf, readManifest, repositoryOf } from './manifest';
import type { Manifest, Repository } from './manifest';
import { filesWithLinks } from './taggedLinks';

/** Who publishes the package. What is not given stays as it is. */
export interface Owner {
	readonly organization?: string;
	readonly repository?: string;
	readonly name?: string;
	readonly email?: string;
}

/** Other files that say where the repository is, beside those whose links name the version. */
const OTHER_FILES: readonly string[] = ['README.md', '.github/SECURITY.md', 'LICENSE', 'docs/README.ja.md'];

/** Domains that nobody can have (RFC 2606). */
const NOBODYS = /@(?:.+\.)?example(?:\.(?:com|net|org))?$/;

/**
 * What still stands for an owner who is not known.
 *
 * @returns one sentence for each; empty when the package can be published
 */
export function placeholdersIn(manifest: Manifest): string[] {
	const { organization } = repositoryOf(manifest);
	return [
		...(organization === manifest.name ? ['The organization on GitHub is not known: --organization'] : []),
		...(NOBODYS.test(manifest.author.email) ? ["The author's e-mail address is not known: --email"] : []),
	];
}

function withOwner(text: string, manifest: Manifest, owner: Owner): string {
	const old = repositoryOf(manifest);
	const repository: Repository = { organization: owner.organization ?? old.organization, repository: owner.repository ?? old.repository };
	const path = ({ organization, repository: name }: Repository) => `${organization}/${name}`;
	return text
		.replaceAll(pageOf(old), pageOf(repository))
		.replaceAll(`raw.githubusercontent.com/${path(old)}/`, `raw.githubusercontent.com/${path(repository)}/`)
		.replaceAll(manifest.author.email, owner.email ?? manifest.author.email)
		.replaceAll(manifest.author.name, owner.name ?? manifest.author.name);
}

/** Writes the owner into package.json and into every file that names the old one. */
export function writeOwner(root: string, owner: Owner): void {
	const manifest = readManifest(root);
	for (const file of [...filesWithLinks(root), ...OTHER_FILES]) {
		const path = join(root, file);
		writeFileSync(path, withOwner(readFileSync(path, 'utf8'), manifest, owner));
	}
	const filled = (text: string) => withOwner(text, manifest, owner);
	const { author, homepage, repository, bugs } = manifest;
	changeManifest(root, {
		homepage: filled(homepage),
		author: { ...author, name: filled(author.name), email: filled(author.email) },
		repository: { ...repository, url: filled(repository.url) },
		bugs: { url: filled(bugs.url) },
	});
}
