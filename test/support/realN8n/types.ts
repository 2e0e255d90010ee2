/** Reference from a node to a credential, as n8n stores it. */
export interface CredentialReference {
	id: string | null;
	name: string;
}

/** A node of a workflow. */
export interface WorkflowNode {
	id?: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, CredentialReference>;
	[setting: string]: unknown;
}

/** What flows along a connection: items, or the services that an AI agent is given. */
export type ConnectionType = 'main' | 'ai_languageModel' | 'ai_tool';

/** One end of a connection. */
export interface ConnectionTarget {
	node: string;
	type: ConnectionType;
	index: number;
}

/** What makes a workflow, before n8n has stored it; the shape of an exported file. */
export interface WorkflowDefinition {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, Partial<Record<ConnectionType, ConnectionTarget[][]>>>;
	settings?: Record<string, unknown>;
	[other: string]: unknown;
}

/** A stored workflow. */
export interface StoredWorkflow extends WorkflowDefinition {
	id: string;
	versionId: string;
	active: boolean;
	staticData: unknown;
}

/** One item of a node's output. */
export interface OutputItem {
	json: Record<string, unknown>;
	binary?: Record<
		string,
		{ mimeType: string; fileName?: string; fileSize?: string; id?: string; data: string }
	>;
	pairedItem?: unknown;
	error?: unknown;
}

/** An error as n8n stores it with an execution. */
export interface ExecutionError {
	name?: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
	context?: Record<string, unknown>;
	stack?: string;
}

/** One run of a node. */
export interface NodeRun {
	startTime: number;
	executionTime: number;
	data?: { main: Array<OutputItem[] | null> };
	error?: ExecutionError;
}

/** How an execution can stand. */
export type ExecutionStatus = 'new' | 'running' | 'waiting' | 'success' | 'error' | 'crashed' | 'canceled';

/** What the nodes of an execution did. */
export interface ExecutionResult {
	runData: Record<string, NodeRun[]>;
	error?: ExecutionError;
	lastNodeExecuted?: string;
}

/** An execution with its data. */
export interface Execution {
	id: string;
	workflowId: string;
	mode: string;
	status: ExecutionStatus;
	/** When it was stored; lists do not say it. */
	createdAt?: string;
	startedAt: string;
	stoppedAt: string | null;
	data?: { resultData: ExecutionResult };
}

/** What the credential test button shows. */
export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}
