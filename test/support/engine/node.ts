import './environment';
import { WorkflowExecute } from 'n8n-core';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IRun,
} from 'n8n-workflow';
import {
	additionalData,
	credentialReference,
	itemsNode,
	loadedNode,
	NODE,
	NodeTypes,
	type CredentialData,
} from './supplies';

/** The error of a run, as n8n keeps it. */
export type NodeError = Error & {
	description?: string | null;
	httpCode?: string | null;
	context?: IDataObject;
};

/** What a run of one node gave. */
export interface NodeRun {
	readonly items: INodeExecutionData[];
	/** Second output of a node that continues with an error output. */
	readonly errorItems: INodeExecutionData[];
	readonly error: NodeError | undefined;
	/** The whole of what n8n would store. */
	readonly data: IRun;
}

export interface RunOptions {
	readonly credential: CredentialData;
	readonly parameters: INodeParameters;
	/** Input items; one empty item unless given. */
	readonly items?: INodeExecutionData[];
	readonly onError?: INode['onError'];
	/** What a person set in the node's own settings. */
	readonly settings?: Pick<INode, 'retryOnFail' | 'maxTries' | 'waitBetweenTries' | 'executeOnce' | 'credentials'>;
	/** How often the node is run, each time with the same items; its later runs are in `data`. */
	readonly runs?: number;
	readonly timezone?: string;
	/** Whether n8n keeps binary data in the JSON of the items. */
	readonly binaryMode?: 'combined' | 'separate';
	/** More nodes of our type beside the first, each fed with the same items. */
	readonly beside?: INodeParameters[];
	/** Another node than ours, or another build of it. */
	readonly type?: INodeType;
	readonly typeVersion?: number;
	/** What n8n keeps with the workflow; the next run with the same object finds what this one left. */
	readonly staticData?: IDataObject;
	/** Ends the execution from outside. */
	readonly onStart?: (cancel: () => void) => void;
}

function ourNode(name: string, parameters: INodeParameters, { onError, settings, typeVersion = 1 }: RunOptions): INode {
	return {
		id: name,
		name,
		type: NODE,
		typeVersion,
		position: [0, 0],
		parameters: { apiVersion: 'auto', ...parameters },
		credentials: credentialReference(),
		...settings,
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
	const {
		credential,
		parameters,
		items = [{ json: {} }],
		beside = [],
		timezone = 'UTC',
		runs = 1,
		binaryMode,
	} = options;
	const ours = [parameters, ...beside].map((each, index) => ourNode(`Card ${index}`, each, options));
	const start: INode = {
		id: 'start',
		name: 'Start',
		type: 'test.items',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const next = ours.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }));
	const connections: IConnections = { Start: { main: [Array.from({ length: runs }, () => next).flat()] } };
	const workflow = new Workflow({
		id: 'w',
		name: 'w',
		nodes: [start, ...ours],
		connections,
		active: false,
		nodeTypes: new NodeTypes({ [NODE]: options.type ?? loadedNode(), 'test.items': itemsNode(items) }),
		settings: { timezone, ...(binaryMode && { binaryMode }) },
		staticData: options.staticData,
	});
	const execution = new WorkflowExecute(
		additionalData(credential),
		'manual',
		createRunExecutionData({ executionData: undefined }),
	);
	const running = execution.run({ workflow, startNode: start });
	options.onStart?.(() => running.cancel());
	const data = await running;
	if (options.staticData) Object.assign(options.staticData, JSON.parse(JSON.stringify(workflow.staticData)));
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
