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

/** The examples that make a data table, which n8n can from version 2 on. */
export const examplesWithTable: readonly string[] = [
	'cards-to-hubspot.json',
	'cards-to-salesforce.json',
	'crm-every-night.json',
	'digitize-photos.json',
	'new-cards-to-crm.json',
	'reports-to-crm.json',
];

/** The examples that write to other services. Those are stood in for, in a world of its own: `crmExamples.test.ts`. */
export const crmExamples: readonly string[] = [
	'cards-to-hubspot.json',
	'cards-to-salesforce.json',
	'crm-every-night.json',
	'contact-changes-to-slack.json',
	'reconcile-google-sheets.json',
	'reports-to-crm.json',
];

/**
 * Reads an example and puts real credentials where the file only names them.
 * @param file the file's name in the examples folder
 * @param credentials what the nodes get that ask for a credential of the same name
 * @throws when a node asks for a credential of another name
 */
export async function loadExample(
	file: string,
	...credentials: readonly CredentialReference[]
): Promise<WorkflowDefinition> {
	const definition = await readExample(file);
	for (const node of definition.nodes) {
		for (const [type, reference] of Object.entries(node.credentials ?? {})) {
			const credential = credentials.find(({ name }) => name === reference.name);
			if (credential === undefined) {
				throw new Error(`${file}: "${node.name}" asks for a credential "${reference.name}".`);
			}
			node.credentials = { ...node.credentials, [type]: credential };
		}
	}
	return definition;
}
