import { filesWithLinks } from './links';
import { readManifest, repositoryOf, rewrite, type Manifest } from './manifest';

/** Who publishes the package. What is not given stays as it is. */
export interface Owner {
	readonly organization?: string;
	readonly repository?: string;
	readonly name?: string;
	readonly email?: string;
}

/** Other files that name the owner, beside those with links. */
const OTHER_FILES = ['package.json', 'README.md', '.github/SECURITY.md', 'LICENSE', 'docs/README.ja.md'];

/** Domains that nobody can have (RFC 2606). */
const NOBODYS = /@(?:.+\.)?example(?:\.(?:com|net|org))?$/;

/** What still stands for an owner who is not known, one sentence for each; empty when the package can be published. */
export function placeholdersIn(manifest: Manifest): string[] {
	const { organization } = repositoryOf(manifest);
	return [
		...(organization === manifest.name ? ['Enter the organization on GitHub with --organization'] : []),
		...(NOBODYS.test(manifest.author.email) ? ["Enter the author's email address with --email"] : []),
	];
}

/** Writes the owner into package.json and into every file that names the old one. */
export function writeOwner(root: string, owner: Owner): void {
	const manifest = readManifest(root);
	const { organization, repository } = repositoryOf(manifest);
	const { name, email } = manifest.author;
	const changes: ReadonlyArray<readonly [string, string]> = [
		[`${organization}/${repository}`, `${owner.organization ?? organization}/${owner.repository ?? repository}`],
		[email, owner.email ?? email],
		[name, owner.name ?? name],
	];
	for (const file of [...filesWithLinks(root), ...OTHER_FILES]) {
		rewrite(root, file, (text) => changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), text));
	}
}
