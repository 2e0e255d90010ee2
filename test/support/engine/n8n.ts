import type { IDataObject, INode, INodeExecutionData, INodeParameters, INodeType, IRun } from 'n8n-workflow';
import { executed, loadedNode, NODE, nodeOf, type CredentialData } from './supplies';

/** Runs our node in n8n-core's real engine: its WorkflowExecute, its RoutingNode and its request helpers. */

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
	/** Another node than ours, or another build of it. */
	readonly type?: INodeType;
	/** What n8n keeps with the workflow; the next run with the same object finds what this one left. */
	readonly staticData?: IDataObject;
	/** Ends the execution from outside. */
	readonly onStart?: (cancel: () => void) => void;
}

/** Runs the node once, the way a manual execution does. */
export async function runNode({
	credential,
	parameters,
	items = [{ json: {} }],
	onError,
	settings,
	runs = 1,
	timezone = 'UTC',
	binaryMode,
	type = loadedNode(),
	staticData,
	onStart,
}: RunOptions): Promise<NodeRun> {
	const more = { ...settings, ...(onError && { onError }) };
	const node = nodeOf('Card 0', NODE, { apiVersion: 'auto', ...parameters }, more);
	const parts = {
		connections: { Start: { main: [Array(runs).fill({ node: node.name, type: 'main', index: 0 })] } },
		settings: { timezone, ...(binaryMode && { binaryMode }) },
		staticData,
	};
	const data = await executed(credential, items, [[node], { [NODE]: type }, parts], onStart);
	const { runData, error } = data.data.resultData;
	const task = runData[node.name]?.[0];
	const [given = [], errorItems = []] = task?.data?.main ?? [];
	return { items: given ?? [], errorItems: errorItems ?? [], error: (task?.error ?? error) as NodeRun['error'], data };
}
