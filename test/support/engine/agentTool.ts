import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { executed, itemsNode, loadedNode, nodeOf, type CredentialData } from './supplies';

/** Runs our node as a tool of an agent: n8n-core makes the tool of it and calls it, as for n8n's own AI Agent up to version 2. */

const AGENT = 'agent';

/** As n8n's loader registers it beside the node itself, for `usableAsTool`. */
const TOOL = 'n8n-nodes-business-card-data.businessCardDataTool';

/** What a tool is made of. */
export interface ToolOptions {
	readonly credential: CredentialData;
	/** Fields that are left to the model have `$fromAI` in them. */
	readonly parameters: INodeParameters;
	/** What the agent itself was given. */
	readonly items: INodeExecutionData[];
	readonly onError?: INode['onError'];
}

/** What the tool gives to each of these calls of a model, all of one execution. @throws what the tool throws */
export async function askTool(options: ToolOptions, calls: readonly IDataObject[]): Promise<IDataObject[][]> {
	const { credential, parameters, items, onError } = options;
	const answers: IDataObject[][] = [];
	const inputs: INodeType['description']['inputs'] = ['main', { type: 'ai_tool', required: true }];
	const agent: INodeType = {
		description: { ...itemsNode([]).description, inputs },
		async execute(this: IExecuteFunctions) {
			const tools = await this.getInputConnectionData('ai_tool', 0);
			const [tool] = tools as Array<{ func(given: IDataObject): Promise<string> }>;
			for (const call of calls) answers.push(JSON.parse((await tool?.func(call)) ?? '') as IDataObject[]);
			return [[]];
		},
	};
	const tool = loadedNode();
	tool.description = { ...tool.description, name: 'businessCardDataTool', inputs: [], outputs: ['ai_tool'] };
	const nodes = [nodeOf('Agent', AGENT, {}), nodeOf('Cards', TOOL, { apiVersion: 'auto', ...parameters }, { onError })];
	const connections = {
		Start: { main: [[{ node: 'Agent', type: 'main' as const, index: 0 }]] },
		Cards: { ai_tool: [[{ node: 'Agent', type: 'ai_tool' as const, index: 0 }]] },
	};
	const parts = { connections, settings: { timezone: 'UTC' } };
	const { data } = await executed(credential, items, [nodes, { [AGENT]: agent, [TOOL]: tool }, parts]);
	if (data.resultData.error) throw data.resultData.error;
	return answers;
}
