import 'reflect-metadata';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core reads its settings when it is first used: its home is a throw-away folder of this process.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.env.N8N_LOG_LEVEL ??= 'silent';

import { ExecutionLifecycleHooks, PollContext, WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IRun,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { BusinessCardDataApi } from '../../../credentials/BusinessCardDataApi.credentials';
import { BusinessCardData } from '../../../nodes/BusinessCardData/BusinessCardData.node';
import { BusinessCardDataTrigger } from '../../../nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node';

/**
 * Runs our nodes in n8n-core's real engine: its WorkflowExecute, RoutingNode, PollContext and request helpers. Only what
 * n8n itself supplies around the engine (node registry, credential store) is supplied here.
 */

const NODE = 'n8n-nodes-business-card-data.businessCardData';
const TRIGGER = 'n8n-nodes-business-card-data.businessCardDataTrigger';

/** A node that gives the items it is told: what stands before the node under test. */
function itemsNode(items: INodeExecutionData[]): INodeType {
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

class NodeTypes implements INodeTypes {
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

function additionalData(credential: CredentialData): IWorkflowExecuteAdditionalData {
	const type = new BusinessCardDataApi();
	return {
		credentialsHelper: {
			getParentTypes: () => [],
			preAuthentication: async () => undefined,
			getDecrypted: async () => ({ ...credential }),
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
		currentNodeParameters: {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** What a run of one node gave. */
export interface NodeRun {
	readonly items: INodeExecutionData[];
	/** Second output of a node that continues with an error output. */
	readonly errorItems: INodeExecutionData[];
	readonly error: (Error & { description?: string; httpCode?: string; context?: IDataObject }) | undefined;
	/** The whole of what n8n would store. */
	readonly data: IRun;
}

export interface RunOptions {
	readonly credential: CredentialData;
	readonly parameters: INodeParameters;
	/** Input items; one empty item unless given. */
	readonly items?: INodeExecutionData[];
	readonly onError?: INode['onError'];
	readonly timezone?: string;
	/** More nodes of our type beside the first, each fed with the same items. */
	readonly beside?: INodeParameters[];
	/** Ends the execution from outside. */
	readonly onStart?: (cancel: () => void) => void;
}

function ourNode(name: string, parameters: INodeParameters, onError?: INode['onError']): INode {
	return {
		id: name,
		name,
		type: NODE,
		typeVersion: 1,
		position: [0, 0],
		parameters: { apiVersion: 'auto', ...parameters },
		credentials: { businessCardDataApi: { id: '1', name: 'Business Card Data account' } },
		...(onError ? { onError } : {}),
	};
}

/** Runs the node (and those beside it) once, the way a manual execution does. */
export async function runNode(options: RunOptions): Promise<NodeRun> {
	const [first] = await runNodes(options);
	if (!first) throw new Error('nothing was run');
	return first;
}

/** The same for several nodes side by side; one result a node. */
export async function runNodes(options: RunOptions): Promise<NodeRun[]> {
	const { credential, parameters, items = [{ json: {} }], beside = [], timezone = 'UTC' } = options;
	const ours = [parameters, ...beside].map((each, index) => ourNode(`Card ${index}`, each, options.onError));
	const start: INode = { id: 'start', name: 'Start', type: 'test.items', typeVersion: 1, position: [0, 0], parameters: {} };
	const connections: IConnections = {
		Start: { main: [ours.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }))] },
	};
	const workflow = new Workflow({
		id: 'w',
		name: 'w',
		nodes: [start, ...ours],
		connections,
		active: false,
		nodeTypes: new NodeTypes({ [NODE]: new BusinessCardData(), 'test.items': itemsNode(items) }),
		settings: { timezone },
	});
	const execution = new WorkflowExecute(
		additionalData(credential),
		'manual',
		createRunExecutionData({ executionData: undefined }),
	);
	const running = execution.run({ workflow, startNode: start });
	options.onStart?.(() => running.cancel());
	const data = await running;
	return ours.map(({ name }) => {
		const task = data.data.resultData.runData[name]?.[0];
		return {
			items: task?.data?.main?.[0] ?? [],
			errorItems: task?.data?.main?.[1] ?? [],
			error: (task?.error ?? data.data.resultData.error) as NodeRun['error'],
			data,
		};
	});
}

/** A trigger node that is polled through n8n-core's own poll context, its state kept as n8n keeps it. */
export class PolledTrigger {
	private readonly type = new BusinessCardDataTrigger();

	/** Static data as JSON, the way n8n stores it. */
	stored: string | undefined;

	constructor(
		public credential: CredentialData,
		public parameters: INodeParameters = {},
		private readonly id = 'trigger',
		private readonly credentialId = '1',
	) {}

	/** Polls once; `mode` is `manual` for Fetch Test Event. A poll that throws changes nothing that is stored. */
	async poll(
		mode: WorkflowExecuteMode = 'trigger',
		activation: WorkflowActivateMode = 'activate',
	): Promise<IDataObject[]> {
		const node: INode = {
			id: this.id,
			name: 'Trigger',
			type: TRIGGER,
			typeVersion: 1,
			position: [0, 0],
			parameters: { event: 'businessCardUpdated', apiVersion: 'auto', options: {}, ...this.parameters },
			credentials: { businessCardDataApi: { id: this.credentialId, name: 'Business Card Data account' } },
		};
		const workflow = new Workflow({
			id: 'w',
			name: 'w',
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: new NodeTypes({ [TRIGGER]: this.type }),
			staticData: this.stored === undefined ? {} : (JSON.parse(this.stored) as IDataObject),
			settings: { timezone: 'UTC' },
		});
		const context = new PollContext(workflow, node, additionalData(this.credential), mode, activation);
		const items = await this.type.poll.call(context);
		this.stored = JSON.stringify(workflow.staticData);
		return (items?.[0] ?? []).map(({ json }) => json);
	}
}
