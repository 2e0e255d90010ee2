import { join, resolve } from 'node:path';

/** The repository's root folder. */
export const repositoryFolder = resolve(__dirname, '../../..');

/** The folder with the package.json and lock file of the real n8n; its node_modules is not kept in git. */
export const n8nFolder = join(repositoryFolder, 'test/e2e/n8n');

/** Everything the end-to-end tests write: user folders of n8n, logs, the packed package. Not kept in git. */
export const runFolder = join(repositoryFolder, 'test/e2e/.run');

/** The importable example workflows. */
export const examplesFolder = join(repositoryFolder, 'examples');
