import './environment';
import { WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { additionalData, credentialReference, itemsNode, loadedNode, NodeTypes, type CredentialData } from './supplies';

/** Runs our node as a tool of an agent: n8n-core makes the tool of it and calls it, as for n8n's own AI Agent up to version 2. */

const TOOL = 'n8n-nodes-business-card-data.businessCardDataTool';
const AGENT = 'test.agent';

/** What a call of the tool gave: the text that the model is told, or the error that ends the run. */
export interface ToolAnswer {
	readonly text: string | undefined;
	readonly error: (Error & { description?: string | null }) | undefined;
}

/** One call, as the model makes it. */
export type CallTool = (modelArguments: IDataObject) => Promise<ToolAnswer>;

interface LangChainTool {
	func(modelArguments: IDataObject): Promise<string>;
}

/** An agent without a model: it lets a story call its one tool. */
function agentNode(story: (call: CallTool) => Promise<void>): INodeType {
	return {
		description: {
			...itemsNode([]).description,
			name: 'agent',
			inputs: ['main', { type: 'ai_tool', required: true }],
		},
		async execute(this: IExecuteFunctions) {
			const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as LangChainTool[];
			if (!tool) throw new Error('The agent has no tool');
			await story(async (modelArguments) => {
				try {
					return { text: await tool.func(modelArguments), error: undefined };
				} catch (error) {
					return { text: undefined, error: error as Error };
				}
			});
			return [[]];
		},
	};
}

/** Our node as n8n's loader registers it beside the node itself, for `usableAsTool`. */
function toolNode(): INodeType {
	const node = loadedNode();
	node.description = { ...node.description, name: 'businessCardDataTool', inputs: [], outputs: ['ai_tool'] };
	return node;
}

function nodeOf(name: string, type: string, parameters: INodeParameters): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters, credentials: credentialReference() };
}

/** What a tool is made of. */
export interface ToolOptions {
	readonly credential: CredentialData;
	/** Fields that are left to the model have `$fromAI` in them. */
	readonly parameters: INodeParameters;
	readonly timezone?: string;
	/** What the agent itself was given; an import is made of it. */
	readonly items?: INodeExecutionData[];
}

/** Lets a story call the tool as often as it likes, in one execution. */
export async function withTool(options: ToolOptions, story: (call: CallTool) => Promise<void>): Promise<void> {
	const { credential, parameters, timezone = 'UTC', items = [{ json: {} }] } = options;
	const start = nodeOf('Start', 'test.items', {});
	const nodeTypes = new NodeTypes({
		[TOOL]: toolNode(),
		[AGENT]: agentNode(story),
		'test.items': itemsNode(items),
	});
	const workflow = new Workflow({
		id: 'w',
		name: 'w',
		nodes: [start, nodeOf('Agent', AGENT, {}), nodeOf('Cards', TOOL, { apiVersion: 'auto', ...parameters })],
		connections: {
			Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Cards: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		active: false,
		nodeTypes,
		settings: { timezone },
	});
	const execution = new WorkflowExecute(
		additionalData(credential),
		'manual',
		createRunExecutionData({ executionData: undefined }),
	);
	const { data } = await execution.run({ workflow, startNode: start });
	if (data.resultData.error) throw data.resultData.error;
}
