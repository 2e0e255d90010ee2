import './environment';
import { DirectoryLoader, ExecutionLifecycleHooks, RoutingNode, WorkflowExecute, type ExecuteContext } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { BusinessCardDataApi } from '../../../credentials/BusinessCardDataApi.credentials';
import { BusinessCardData } from '../../../nodes/BusinessCardData/BusinessCardData.node';

/** What n8n itself supplies around the engine: workflows with their nodes, the credential store, executions. */

export const NODE = 'n8n-nodes-business-card-data.businessCardData';

/** A node of a workflow. */
export function nodeOf(name: string, type: string, parameters: INodeParameters, more: Partial<INode> = {}): INode {
	const credentials = credentialReference();
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters, credentials, ...more };
}

/** The reference to a credential that a node in a workflow carries. */
export function credentialReference(id = '1'): INode['credentials'] {
	return { businessCardDataApi: { id, name: 'Business Card Data account' } };
}

/** A node that gives the items it is told. */
export function itemsNode(items: INodeExecutionData[]): INodeType {
	return {
		description: {
			displayName: 'Items',
			name: 'items',
			group: ['input'],
			version: 1,
			description: 'Gives the items it is told',
			defaults: { name: 'Items' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
		},
		execute: async () => [items],
	};
}

/**
 * Our node as n8n's loader and registry leave it: with the request options (timeout, proxy, batching) that n8n adds to
 * every declarative node, and with the routing engine as its `execute`, which brings the cancel signal with it.
 *
 * @param node another build of it
 */
export function loadedNode(node: INodeType = new BusinessCardData()): INodeType {
	DirectoryLoader.applyDeclarativeNodeOptionParameters(node);
	node.execute = async function (this) {
		return (await new RoutingNode(this as ExecuteContext, node).runNode()) ?? [];
	};
	return node;
}

type Types = Readonly<Record<string, INodeType>>;

/** What n8n keeps of a workflow beside its nodes. */
export type WorkflowParts = Partial<Omit<ConstructorParameters<typeof Workflow>[0], 'nodes' | 'nodeTypes'>>;

/** A workflow of these nodes, whose types are told by their names. */
export function workflowOf(nodes: INode[], types: Types, parts: WorkflowParts = {}): Workflow {
	const getByNameAndVersion = (name: string): INodeType => {
		const type = types[name];
		if (!type) throw new Error(`unknown node type ${name}`);
		return type;
	};
	const nodeTypes = { getByName: getByNameAndVersion, getByNameAndVersion, getKnownTypes: () => ({}) };
	return new Workflow({ id: 'w', name: 'w', connections: {}, active: false, ...parts, nodes, nodeTypes });
}

/** Credential as a person fills it in. */
export interface CredentialData extends ICredentialDataDecryptedObject {
	baseUrl: string;
	apiKey: string;
	appId: string;
}

/**
 * What n8n hands to every execution; the credential store holds the one credential.
 *
 * @param beforeReading called whenever the credential is read; what it throws is what n8n's database answers
 */
export function additionalData(
	credential: CredentialData,
	currentNodeParameters: INodeParameters = {},
	beforeReading: () => void = () => undefined,
): IWorkflowExecuteAdditionalData {
	const type = new BusinessCardDataApi();
	return {
		credentialsHelper: {
			getParentTypes: () => [],
			preAuthentication: async () => undefined,
			getDecrypted: async () => {
				beforeReading();
				return { ...credential };
			},
			authenticate: async (data: ICredentialDataDecryptedObject, _type: string, request: IHttpRequestOptions) =>
				await type.authenticate(data, request),
		},
		hooks: new ExecutionLifecycleHooks('manual', '1', {} as never),
		executionId: '1',
		variables: {},
		currentNodeParameters,
	} as unknown as IWorkflowExecuteAdditionalData;
}

/**
 * Executes a workflow the way a person does it in the editor, from a node called Start that gives these items.
 *
 * @param onStart is given what ends the execution from outside
 */
export async function executed(
	credential: CredentialData,
	items: INodeExecutionData[],
	[nodes, types, parts]: Parameters<typeof workflowOf>,
	onStart?: (cancel: () => void) => void,
): Promise<IRun> {
	const startNode = nodeOf('Start', 'items', {});
	const workflow = workflowOf([startNode, ...nodes], { ...types, items: itemsNode(items) }, parts);
	const blank = createRunExecutionData({ executionData: undefined });
	const running = new WorkflowExecute(additionalData(credential), 'manual', blank).run({ workflow, startNode });
	onStart?.(() => running.cancel());
	return await running;
}
