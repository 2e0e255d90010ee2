import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examplesFolder } from './paths';
import type { CredentialReference, WorkflowDefinition } from './types';

/** The file names of all example workflows, in alphabetical order. */
export async function exampleFiles(): Promise<string[]> {
	return (await readdir(examplesFolder)).filter((name) => name.endsWith('.json')).sort();
}

/**
 * Reads an example as it is in its file, where credentials have a name but no id.
 * @param file the file's name in the examples folder
 */
export async function readExample(file: string): Promise<WorkflowDefinition> {
	return JSON.parse(await readFile(join(examplesFolder, file), 'utf8')) as WorkflowDefinition;
}

/**
 * Reads an example and puts a real credential where the file only names one.
 * @param file the file's name in the examples folder
 * @param credential what the nodes get that ask for a credential of this name
 * @throws when a node asks for a credential of another name
 */
export async function loadExample(
	file: string,
	credential: CredentialReference,
): Promise<WorkflowDefinition> {
	const definition = await readExample(file);
	for (const node of definition.nodes) {
		for (const [type, reference] of Object.entries(node.credentials ?? {})) {
			if (reference.name !== credential.name) {
				throw new Error(`${file}: "${node.name}" asks for a credential "${reference.name}".`);
			}
			node.credentials = { ...node.credentials, [type]: credential };
		}
	}
	return definition;
}
