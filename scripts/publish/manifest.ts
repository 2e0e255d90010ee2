import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What package.json, the one place where the owner is written down, says of the package and of where its source is. */
export interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly author: { readonly name: string; readonly email: string };
	readonly repository: { readonly url: string };
}

/** Reads package.json. */
export function readManifest(root: string): Manifest {
	return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}

/** Changes the text of a file. @returns whether it is another one now */
export function rewrite(root: string, file: string, change: (text: string) => string): boolean {
	const path = join(root, file);
	const before = readFileSync(path, 'utf8');
	const after = change(before);
	if (after !== before) writeFileSync(path, after);
	return after !== before;
}

/** Organization and name of the repository. @throws when it is none of GitHub, from where n8n wants packages to be published */
export function repositoryOf({ repository: { url } }: Pick<Manifest, 'repository'>): {
	organization: string;
	repository: string;
} {
	const [, organization, repository] = /github\.com\/([\w.-]+)\/([\w.-]+?)(?:\.git)?$/.exec(url) ?? [];
	if (organization !== undefined && repository !== undefined) return { organization, repository };
	throw new Error(`repository.url in package.json must be a repository on GitHub, and is ${url}`);
}

/** The tag that a version is published under. */
export function tagOf({ version }: Pick<Manifest, 'version'>): string {
	return `v${version}`;
}
