import './environment';
import { SupplyDataContext } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type { IDataObject, IExecuteData, IExecuteFunctions, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { additionalData, credentialReference, itemsNode, loadedNode, NODE, NodeTypes, type CredentialData } from './supplies';

/**
 * Calls the node as a tool of an agent, so many times: n8n hands a tool what the agent itself is executed with, and the
 * arguments of the model beside it.
 *
 * @param agentItems what the agent works on
 * @param calls the arguments of each call
 */
export async function invokeAsTool(
	credential: CredentialData,
	parameters: INodeParameters,
	agentItems: INodeExecutionData[],
	calls: readonly IDataObject[],
): Promise<IDataObject[]> {
	const type = loadedNode();
	const common = { typeVersion: 1, position: [0, 0] as [number, number] };
	const agent: INode = { id: 'agent', name: 'Agent', type: 'test.items', parameters: {}, ...common };
	const tool: INode = {
		id: 'tool',
		name: 'Tool',
		type: NODE,
		parameters: { apiVersion: 'auto', ...parameters },
		credentials: credentialReference(),
		...common,
	};
	const nodeTypes = new NodeTypes({ [NODE]: type, 'test.items': itemsNode(agentItems) });
	const connections = { Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool' as const, index: 0 }]] } };
	const workflow = new Workflow({ id: 'w', name: 'w', nodes: [agent, tool], connections, active: false, nodeTypes });
	const executeData: IExecuteData = { node: agent, data: { main: [agentItems] }, source: null };
	const runData = createRunExecutionData({ executionData: undefined });
	const answers: IDataObject[] = [];
	for (const [runIndex, args] of calls.entries()) {
		const context = new SupplyDataContext(
			workflow,
			tool,
			additionalData(credential),
			'manual',
			runData,
			runIndex,
			agentItems,
			{},
			'ai_tool',
			executeData,
			[],
			undefined,
			agent,
		);
		context.addInputData('ai_tool', [[{ json: args }]]);
		const output = (await type.execute?.call(context as unknown as IExecuteFunctions)) as INodeExecutionData[][] | undefined;
		answers.push(...(output?.[0] ?? []).map(({ json }) => json));
	}
	return answers;
}
