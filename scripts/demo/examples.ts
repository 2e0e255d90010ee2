import type { Execution, StoredWorkflow, WorkflowDefinition } from '../realN8n/client';
import { itemsOf, succeeded } from '../realN8n/executions';
import { exampleFiles, loadExample, needsAccount, readExample } from '../realN8n/workflows';
import type { World } from '../realN8n/world';

/** The example workflows as the demo has them: its triggers poll often, and their notes say so. */

/** The example that is published, and two of its nodes. */
const WATCHING = { file: 'new-cards-to-crm.json', start: 'Create the Table Once', write: 'Add or Update Contact' };

/** The node with which an example is started by hand. */
const MANUAL_START = 'Run Now';

/** One entry fits the node. */
const POLL_TIMES = { item: [{ mode: 'custom', cronExpression: '0,5,10,15,20,25,30,35,40,45,50,55 * * * * *' }] };

/** A node that calls a workflow which somebody has chosen. */
const CALL = 'n8n-nodes-base.executeWorkflow';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** How the notes of the examples say their poll times, and what is true in the demo. */
const POLL_TIMES_IN_NOTES: ReadonlyArray<readonly [usual: RegExp, here: string]> = [
	[/every minute|once a minute/gi, 'every 5 seconds (in this demo)'],
	[/(毎分|1 ?分(ごと|おき|間隔))/g, '5 秒ごと（このデモの設定）'],
];

function inTheDemo(text: string): string {
	return POLL_TIMES_IN_NOTES.reduce((changed, [usual, here]) => changed.replace(usual, here), text);
}

/** Reads an example for the demo. */
export function demoExample(file: string, credentials: Parameters<typeof loadExample>[1]): WorkflowDefinition {
	const definition = loadExample(file, credentials, POLL_TIMES);
	for (const { type, parameters } of definition.nodes) {
		if (type === STICKY_NOTE) parameters.content = inTheDemo(String(parameters.content));
	}
	return definition;
}

/** Imports the workflow that is published. @returns it, with its table made */
export async function importWatcher({ client, credential }: World): Promise<StoredWorkflow> {
	const watcher = await client.createWorkflow(demoExample(WATCHING.file, [credential]));
	succeeded(await client.run(watcher.id, WATCHING.start));
	return watcher;
}

/** Whether an example calls a workflow that nobody has chosen yet: n8n refuses to run it. */
function isUnfinished({ nodes }: WorkflowDefinition): boolean {
	return nodes.some(({ type, parameters }) => {
		const { value } = (parameters.workflowId ?? {}) as { value?: string };
		return type === CALL && !value;
	});
}

/** The examples that work in the demo as they are: without an account of another service, and without a workflow beside them. */
export function demoFiles(): string[] {
	return exampleFiles().filter((file) => {
		const definition = readExample(file);
		return !needsAccount(definition) && !isUnfinished(definition);
	});
}

/**
 * Imports the other examples that work in the demo, and runs those that are started by hand.
 *
 * @param progress gets one line for each that ran
 */
export async function importOthers({ client, credential }: World, progress: (message: string) => void): Promise<void> {
	const files = demoFiles().filter((file) => file !== WATCHING.file);

	for (const file of files) {
		const { id, name, nodes } = await client.createWorkflow(demoExample(file, [credential]));
		if (!nodes.some((node) => node.name === MANUAL_START)) continue;

		const execution = succeeded(await client.run(id, MANUAL_START));
		const last = execution.data?.resultData.lastNodeExecuted ?? '';
		progress(`Ran "${name}": ${itemsOf(execution, last).length} item(s) from "${last}"`);
	}
}

/** A contact that an execution has written. */
export interface Contact {
	readonly isNew: boolean;
	readonly fullName: string;
	readonly companyName: string;
}

/** The contacts that an execution of the published workflow has written. */
export function contactsOf(execution: Execution): Contact[] {
	return itemsOf(execution, WATCHING.write).map(({ json }) => ({
		isNew: json.createdAt === json.updatedAt,
		fullName: String(json.fullName),
		companyName: String(json.companyName),
	}));
}
