import './environment';
import { DirectoryLoader, ExecutionLifecycleHooks, RoutingNode } from 'n8n-core';
import type { ExecuteContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { BusinessCardDataApi } from '../../../credentials/BusinessCardDataApi.credentials';
import { BusinessCardData } from '../../../nodes/BusinessCardData/BusinessCardData.node';

/** What n8n itself supplies around the engine: node registry, credential store, run data. */

export const NODE = 'n8n-nodes-business-card-data.businessCardData';
export const TRIGGER = 'n8n-nodes-business-card-data.businessCardDataTrigger';

/** A node that gives the items it is told: what stands before the node under test. */
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

export class NodeTypes implements INodeTypes {
	constructor(private readonly types: Readonly<Record<string, INodeType>>) {}

	getByName(name: string): INodeType | IVersionedNodeType {
		return this.getByNameAndVersion(name);
	}

	getByNameAndVersion(name: string): INodeType {
		const type = this.types[name];
		if (!type) throw new Error(`unknown node type ${name}`);
		return type;
	}

	getKnownTypes(): IDataObject {
		return {};
	}
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
		restApiUrl: '',
		instanceBaseUrl: '',
		formWaitingBaseUrl: '',
		webhookBaseUrl: '',
		webhookWaitingBaseUrl: '',
		webhookTestBaseUrl: '',
		variables: {},
		currentNodeParameters,
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** The reference to a credential that a node in a workflow carries. */
export function credentialReference(id = '1'): INode['credentials'] {
	return { businessCardDataApi: { id, name: 'Business Card Data account' } };
}
