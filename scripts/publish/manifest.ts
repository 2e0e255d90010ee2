import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What package.json says of the package, of its owner and of where its source is. */
export interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly homepage: string;
	readonly author: { readonly name: string; readonly email: string };
	readonly repository: { readonly url: string };
	readonly bugs: { readonly url: string };
}

function pathIn(root: string): string {
	return join(root, 'package.json');
}

/** Reads package.json, the one place where the owner is written down. */
export function readManifest(root: string): Manifest {
	return JSON.parse(readFileSync(pathIn(root), 'utf8')) as Manifest;
}

/** Puts some fields of package.json in place of what they were; the others and their order stay. */
export function changeManifest(root: string, changes: Partial<Manifest>): void {
	const manifest = { ...readManifest(root), ...changes };
	writeFileSync(pathIn(root), `${JSON.stringify(manifest, null, '\t')}\n`);
}

/** Organization and name of the repository. */
export interface Repository {
	readonly organization: string;
	readonly repository: string;
}

const GITHUB = /github\.com\/([\w.-]+)\/([\w.-]+?)(?:\.git)?$/;

/**
 * Reads whose repository it is.
 *
 * @throws when the address is none of GitHub, which is where n8n wants packages to be published from
 */
export function repositoryOf({ repository: { url } }: Pick<Manifest, 'repository'>): Repository {
	const [, organization, repository] = GITHUB.exec(url) ?? [];
	if (organization === undefined || repository === undefined) throw new Error(`repository.url in package.json is no repository on GitHub: ${url}`);
	return { organization, repository };
}

/** The page of a repository. */
export function pageOf({ organization, repository }: Repository): string {
	return `https://github.com/${organization}/${repository}`;
}
