import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialReference, WorkflowDefinition, WorkflowNode } from './client';
import { packageName } from './install';
import { repositoryFolder } from './versions';

/** The credential type of the package. */
export const credentialType = 'businessCardDataApi';

/** The name under which the example workflows look for their credential. */
export const credentialName = 'Business Card Data account';

/** The name that every workflow built here gives its manual trigger. */
export const manualTriggerName = 'Start';

/** A node before it has a place on the canvas; its `typeVersion` is 1 when left out. */
export type NodeDraft = Pick<WorkflowNode, 'name' | 'type' | 'parameters'> & { [setting: string]: unknown };

/** A trigger that is started by hand. */
export function manualTrigger(): NodeDraft {
	return { name: manualTriggerName, type: 'n8n-nodes-base.manualTrigger', parameters: {} };
}

/** Makes drafts of one of our nodes, with its credential. */
function ownNode(type: string) {
	return (name: string, parameters: Record<string, unknown>, credential: CredentialReference): NodeDraft => ({
		name,
		type: `${packageName}.${type}`,
		parameters,
		credentials: { [credentialType]: credential },
	});
}

/** The node of ours. */
export const cardNode = ownNode('businessCardData');

/** The trigger of ours. */
export const cardTrigger = ownNode('businessCardDataTrigger');

/** A code node that runs once for all items. */
export function codeNode(name: string, jsCode: string): NodeDraft {
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** A workflow of branches that all begin at the first node of the first one; a branch is a chain of nodes. */
export function workflow(name: string, ...branches: NodeDraft[][]): WorkflowDefinition {
	const nodes = new Map<string, WorkflowNode>();
	const connections: WorkflowDefinition['connections'] = {};
	branches.forEach((branch, row) => {
		branch.forEach((draft, column) => {
			if (!nodes.has(draft.name)) nodes.set(draft.name, { typeVersion: 1, ...draft, position: [column * 220, row * 180] });
			const next = branch[column + 1]?.name;
			const [targets = []] = connections[draft.name]?.main ?? [];
			/* Branches may share their beginning; a connection drawn twice would run the node twice. */
			if (next === undefined || targets?.some(({ node }) => node === next)) return;
			connections[draft.name] = { main: [[...(targets ?? []), { node: next, type: 'main', index: 0 }]] };
		});
	});
	return { name, nodes: [...nodes.values()], connections };
}

/**
 * The `pollTimes` parameter for a polling node that looks every few seconds. n8n refuses step expressions in the seconds field,
 * and newer versions lists as well, but they take any number of entries with one fixed second each.
 *
 * @param seconds a divisor of 60
 */
export function pollEverySeconds(seconds: number): { item: object[] } {
	const entry = (_: unknown, index: number) => ({ mode: 'custom', cronExpression: `${index * seconds} * * * * *` });
	return { item: Array.from({ length: 60 / seconds }, entry) };
}

const FOLDER = join(repositoryFolder, 'examples');

/** Reads an example as it is in its file, where credentials have a name but no id. */
export function readExample(file: string): WorkflowDefinition {
	return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowDefinition;
}

/** The file names of all example workflows, in alphabetical order. */
export function exampleFiles(): string[] {
	return readdirSync(FOLDER)
		.filter((name) => name.endsWith('.json'))
		.sort();
}

/** Whether an example needs an account of another service, as it is: nodes that are off need none. */
export function needsAccount({ nodes }: WorkflowDefinition): boolean {
	const on = nodes.filter(({ disabled }) => !disabled);
	return on.some(({ credentials = {} }) => Object.keys(credentials).some((type) => type !== credentialType));
}

/** Whether an example makes a data table, which n8n can from version 2 on. */
export function makesTable({ nodes }: WorkflowDefinition): boolean {
	return nodes.some(({ type }) => type === 'n8n-nodes-base.dataTable');
}

/**
 * Reads an example with real credentials where the file only names them, and other times at which its triggers look.
 *
 * @param credentials what the nodes get that ask for a credential of the same name
 * @throws when a node that is on asks for a credential of another name
 */
export function loadExample(
	file: string,
	credentials: readonly CredentialReference[],
	pollTimes: object = pollEverySeconds(2),
): WorkflowDefinition {
	const definition = readExample(file);
	for (const node of definition.nodes) {
		if ('pollTimes' in node.parameters) node.parameters.pollTimes = pollTimes;
		for (const [type, { name }] of Object.entries(node.credentials ?? {})) {
			const credential = credentials.find((each) => each.name === name);
			if (!credential && node.disabled) continue;
			if (!credential) throw new Error(`The node "${node.name}" of ${file} needs a credential "${name}".`);
			node.credentials = { ...node.credentials, [type]: credential };
		}
	}
	return definition;
}
