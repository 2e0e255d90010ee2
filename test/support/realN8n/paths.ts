import { join, resolve } from 'node:path';
import { chosenVersion, type N8nVersion } from './versions';

/** The repository's root folder. */
export const repositoryFolder = resolve(__dirname, '../../..');

/** The Node.js that a version of n8n runs on. */
export function nodeOf({ folder, nodeFolder }: N8nVersion): string {
	return nodeFolder === undefined ? process.execPath : join(repositoryFolder, folder, nodeFolder, 'node');
}

/** Everything that a run of n8n writes: user folders of n8n, logs, the packed package. Not kept in git. */
export const runFolder = join(repositoryFolder, chosenVersion.runFolder);

/** The importable example workflows. */
export const examplesFolder = join(repositoryFolder, 'examples');
