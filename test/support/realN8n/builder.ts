import { packageName } from './names';
import type { CredentialReference, WorkflowDefinition, WorkflowNode } from './types';

/** A node before it has a place on the canvas. */
export interface NodeDraft {
	name: string;
	type: string;
	/** 1 when left out. */
	typeVersion?: number;
	parameters: Record<string, unknown>;
	credentials?: WorkflowNode['credentials'];
	/** What the node does when it fails; n8n's default is to stop the workflow. */
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** Whether it runs for the first item alone. */
	executeOnce?: boolean;
}

const columnWidth = 220;
const rowHeight = 180;

/** The name that every workflow built here gives its manual trigger. */
export const manualTriggerName = 'Start';

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
		credentials: { businessCardDataApi: credential },
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
			if (!nodes.has(draft.name)) {
				nodes.set(draft.name, {
					typeVersion: 1,
					...draft,
					position: [column * columnWidth, row * rowHeight],
				});
			}
			const next = branch[column + 1];
			if (!next) return;
			const main = (((connections[draft.name] ??= {}).main ??= [])[0] ??= []);
			/* Branches may share their beginning; a connection drawn twice would run the node twice. */
			if (main.some(({ node }) => node === next.name)) return;
			main.push({ node: next.name, type: 'main', index: 0 });
		});
	});
	return { name, nodes: [...nodes.values()], connections };
}
