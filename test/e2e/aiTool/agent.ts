import { manualTrigger, workflow, type NodeDraft } from '../../support/realN8n/builder';
import { packageName } from '../../support/realN8n/names';
import type { CredentialReference, WorkflowDefinition, WorkflowNode } from '../../support/realN8n/types';

/** The name of the agent in its workflow. */
export const agentName = 'Agent';

/** What an agent is put together from. */
export interface AgentParts {
	/** The version of n8n's agent node: up to 2 it runs its tools itself, from 3 on n8n's engine does. */
	agentVersion: number;
	/** The tool, which is our node. */
	toolName: string;
	toolParameters: Record<string, unknown>;
	/** What the tool does when it fails; n8n's default is to stop the workflow. */
	onError?: NodeDraft['onError'];
	cardCredential: CredentialReference;
	modelCredential: CredentialReference;
}

/** Below the agent, where the editor puts what an agent is given. */
function below(draft: NodeDraft & { typeVersion: number }, column: number): WorkflowNode {
	return { ...draft, position: [column * 220, 200] };
}

/** The value that the editor puts into a field that is left to the model. */
export function fromModel(key: string, type: 'string' | 'number' | 'boolean' = 'string'): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;
}

/** A workflow, started by hand, in which an agent has a model and our node as its one tool. */
export function agentWorkflow(parts: AgentParts): WorkflowDefinition {
	const agent: NodeDraft = {
		name: agentName,
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: parts.agentVersion,
		parameters: { promptType: 'define', text: 'Look it up.', options: {} },
	};
	const main = workflow(`Agent ${parts.agentVersion} with ${parts.toolName}`, [manualTrigger(), agent]);
	const model = below(
		{
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			parameters: { model: { __rl: true, mode: 'id', value: 'fake-model' }, options: { maxRetries: 0 } },
			credentials: { openAiApi: parts.modelCredential },
		},
		0,
	);
	const tool = below(
		{
			name: parts.toolName,
			type: `${packageName}.businessCardDataTool`,
			typeVersion: 1,
			parameters: { descriptionType: 'auto', ...parts.toolParameters },
			credentials: { businessCardDataApi: parts.cardCredential },
			...(parts.onError ? { onError: parts.onError } : {}),
		},
		1,
	);
	const connections: WorkflowDefinition['connections'] = {
		...main.connections,
		Model: { ai_languageModel: [[{ node: agentName, type: 'ai_languageModel', index: 0 }]] },
		[parts.toolName]: { ai_tool: [[{ node: agentName, type: 'ai_tool', index: 0 }]] },
	};
	return { ...main, nodes: [...main.nodes, model, tool], connections };
}
