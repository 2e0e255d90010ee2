import type {
	ExecutionStatus,
	IConnections,
	INodeCredentialTestResult,
	INodeCredentialsDetails,
	IRunData,
} from 'n8n-workflow';
import { chosenVersion } from './versions';
import { waitFor } from './wait';

/** Reference from a node to a credential, as n8n stores it. */
export type CredentialReference = INodeCredentialsDetails;

/** A node of a workflow. */
export interface WorkflowNode {
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, CredentialReference>;
	[setting: string]: unknown;
}

/** What makes a workflow, before n8n has stored it; the shape of an exported file. */
export interface WorkflowDefinition {
	name: string;
	nodes: WorkflowNode[];
	connections: IConnections;
	settings?: object;
	/** The items that stand for what a node would give. */
	pinData?: Record<string, Array<{ json: object }>>;
}

/** A stored workflow. */
export interface StoredWorkflow extends WorkflowDefinition {
	id: string;
	versionId: string;
	staticData: unknown;
}

/** An error as n8n stores it with an execution. */
export interface ExecutionError {
	name?: string;
	message: string;
	description?: string | null;
	httpCode?: string | null;
}

/** An execution with its data. */
export interface Execution {
	id: string;
	mode: string;
	status: ExecutionStatus;
	startedAt: string;
	stoppedAt: string | null;
	data?: { resultData: { runData: IRunData; error?: ExecutionError; lastNodeExecuted?: string } };
}

/** A row of a data table, with n8n's own columns id, createdAt and updatedAt. */
export type DataTableRow = Record<string, string | number | boolean | null>;

type Query = Readonly<Record<string, string | number | boolean>>;

interface Call {
	readonly query?: Query;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

/** The person that owns the n8n of the tests and the demo. */
export const OWNER = { email: 'owner@example.com', password: 'Business-cards-1', firstName: 'Demo', lastName: 'Owner' };

const FINAL: ReadonlySet<ExecutionStatus> = new Set(['success', 'error', 'crashed', 'canceled']);
const MOST_ROWS = 100;
const MOST_EXECUTIONS = 250;

/** Whether an execution has ended and its data are there, which older versions store after the status. */
function hasEnded({ status, data }: Execution): boolean {
	if (status === 'success') return Object.keys(data?.resultData.runData ?? {}).length > 0;
	return status === 'error' ? data?.resultData.error !== undefined : FINAL.has(status);
}

/** Drives one n8n the way its editor does. Every method throws with n8n's own message when n8n refuses. */
export class N8nClient {
	private cookie = '';
	private apiKey: string | undefined;
	private projectId: string | undefined;

	constructor(readonly baseUrl: string) {}

	/** Creates the first user of a new n8n and logs in as that person. */
	async setUpOwner(): Promise<void> {
		await this.enter('/rest/owner/setup', OWNER);
	}

	/** Logs in as the first user, whom an earlier start has created. */
	async logIn(): Promise<void> {
		await this.enter('/rest/login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password });
	}

	private async enter(path: string, body: object): Promise<void> {
		const { headers } = await this.send('POST', path, { body });
		this.cookie = headers
			.getSetCookie()
			.map((line) => line.split(';')[0])
			.join('; ');
	}

	/** Finds a stored credential by name and type. */
	async findCredential(name: string, type: string): Promise<CredentialReference | undefined> {
		const stored = await this.rest<Array<{ id: string; name: string; type: string }>>('GET', '/rest/credentials');
		const found = stored.find((credential) => credential.name === name && credential.type === type);
		return found && { id: found.id, name: found.name };
	}

	/** Stores a credential and gives the reference that nodes hold. */
	async createCredential(name: string, type: string, data: object): Promise<CredentialReference> {
		const { id } = await this.rest<{ id: string }>('POST', '/rest/credentials', { name, type, data });
		return { id, name };
	}

	/** Reads the fields of a stored credential, with a placeholder for each secret, which n8n understands when they come back. */
	async credentialFields({ id }: CredentialReference): Promise<{ readonly baseUrl: string }> {
		const query = { includeData: true };
		return (await this.rest<{ data: { baseUrl: string } }>('GET', `/rest/credentials/${id}`, undefined, query)).data;
	}

	/** Replaces the fields of a stored credential. */
	async updateCredential({ id, name }: CredentialReference, type: string, data: object): Promise<void> {
		await this.rest('PATCH', `/rest/credentials/${id}`, { name, type, data });
	}

	/** Presses the test button of a stored credential, with the given fields in the form. */
	async testCredential(
		{ id, name }: CredentialReference,
		type: string,
		data: object,
	): Promise<INodeCredentialTestResult> {
		return await this.rest('POST', '/rest/credentials/test', { credentials: { id, name, type, data } });
	}

	/** Loads the columns of a field that maps them, as the editor does when the field is opened. */
	async columnsOf(nodeType: string, methodName: string): Promise<unknown> {
		const nodeTypeAndVersion = { name: nodeType, version: 1 };
		const body = { nodeTypeAndVersion, currentNodeParameters: {}, path: 'parameters.columns', methodName };
		return (await this.rest<{ fields: unknown }>('POST', '/rest/dynamic-node-parameters/resource-mapper-fields', body))
			.fields;
	}

	/** Stores a new workflow, as an import from a file does. */
	async createWorkflow(definition: WorkflowDefinition): Promise<StoredWorkflow> {
		// Older versions refuse a workflow without settings, and find credentials by their names only within the project.
		const settings = { executionOrder: 'v1' };
		const projectId = await this.personalProject();
		return await this.rest('POST', '/rest/workflows', { settings, active: false, projectId, ...definition });
	}

	/** Reads a workflow with its static data. */
	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return await this.rest('GET', `/rest/workflows/${id}`);
	}

	/** Saves a stored workflow with other nodes. */
	async saveNodes(id: string, change: (nodes: WorkflowNode[]) => void): Promise<void> {
		const { name, nodes, connections, settings, versionId } = await this.getWorkflow(id);
		change(nodes);
		await this.rest('PATCH', `/rest/workflows/${id}`, { name, nodes, connections, settings, versionId });
	}

	/** Activates the newest version of a workflow and waits until its triggers run. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		await this.rest('POST', `/rest/workflows/${id}/activate`, { versionId });
		const reason = await this.publication(id);
		if (reason !== 'published') throw new Error(`n8n did not publish workflow ${id}: ${reason}`);
	}

	/** Deactivates a workflow and waits until its triggers have stopped. */
	async deactivate(id: string): Promise<void> {
		await this.rest('POST', `/rest/workflows/${id}/deactivate`, {});
		await this.publication(id);
	}

	/** Lets a workflow poll again, where n8n waits some minutes after a poll that failed. */
	async endBackOff(id: string): Promise<void> {
		if (!chosenVersion.backsOff) return;
		await this.deactivate(id);
		await this.activate(id);
	}

	/** Runs a workflow by hand, from the named trigger on, and waits for the end, whether it succeeds or not. */
	async run(id: string, triggerName: string): Promise<Execution> {
		return await this.finished(await this.begin(id, triggerName));
	}

	/** Begins to run a workflow by hand, from the named trigger on. @returns the id of the execution */
	async begin(id: string, triggerName: string): Promise<string> {
		const workflowData = await this.getWorkflow(id);
		const body = { workflowData, startNodes: [], triggerToStartFrom: { name: triggerName } };
		return (await this.rest<{ executionId: string }>('POST', `/rest/workflows/${id}/run`, body)).executionId;
	}

	/** Waits until an execution has ended and reads it with its data. */
	async finished(executionId: string): Promise<Execution> {
		return await waitFor(`execution ${executionId} to end`, async () => {
			const execution = await this.execution(executionId);
			return hasEnded(execution) ? execution : undefined;
		});
	}

	/** Reads one execution with its data. */
	async execution(id: string): Promise<Execution> {
		return await this.publicApi(`/api/v1/executions/${id}`, { includeData: true });
	}

	/** Reads the executions of a workflow that have ended with their data, oldest first: the newest 250. */
	async executions(workflowId: string): Promise<Execution[]> {
		const query = { workflowId, includeData: true, limit: MOST_EXECUTIONS };
		const { data } = await this.publicApi<{ data: Execution[] }>('/api/v1/executions', query);
		return data.filter(hasEnded).sort((one, other) => Number(one.id) - Number(other.id));
	}

	/** Whether an execution of a workflow is under way, as the editor lists it. */
	async isRunning(workflowId: string): Promise<boolean> {
		return (await this.modesUnderWay(workflowId)).length > 0;
	}

	/** How the executions of a workflow began that run or wait in a queue, such as `trigger`. */
	async modesUnderWay(workflowId: string): Promise<string[]> {
		const query = { filter: JSON.stringify({ workflowId, status: ['new', 'running'] }) };
		const found = await this.rest<{ results: Array<{ mode: string }> }>('GET', '/rest/executions', undefined, query);
		return found.results.map(({ mode }) => mode);
	}

	/** Retries an execution with the workflow it ran with: "Retry with original workflow". */
	async retry(executionId: string): Promise<void> {
		await this.rest('POST', `/rest/executions/${executionId}/retry`, { loadWorkflow: false });
	}

	/** Reads the rows of a data table, in the order they were written first: the first 100. */
	async dataTableRows(name: string): Promise<DataTableRow[]> {
		const path = `/rest/projects/${await this.personalProject()}/data-tables`;
		const query = { filter: JSON.stringify({ name }) };
		const { data } = await this.rest<{ data: Array<{ id: string; name: string }> }>('GET', path, undefined, query);
		const table = data.find((candidate) => candidate.name === name);
		if (!table) throw new Error(`n8n has no data table "${name}".`);
		const first = { skip: 0, take: MOST_ROWS, sortBy: 'id:asc' };
		const rows = await this.rest<{ data: DataTableRow[] }>('GET', `${path}/${table.id}/rows`, undefined, first);
		return rows.data;
	}

	/** What became of an activation or deactivation: at once, or where n8n publishes, when it has. */
	private async publication(id: string): Promise<string> {
		if (!chosenVersion.publishes) return 'published';
		return await waitFor(`workflow ${id} to be published`, async () => {
			const path = `/rest/workflows/${id}/publication-status`;
			const { status, triggers } = await this.rest<{ status: string; triggers: Array<{ errorMessage: string | null }> }>(
				'GET',
				path,
			);
			if (status === 'in_progress') return undefined;
			return [status, ...triggers.flatMap(({ errorMessage }) => errorMessage ?? [])].join(': ');
		});
	}

	private async personalProject(): Promise<string> {
		this.projectId ??= (await this.rest<{ id: string }>('GET', '/rest/projects/personal')).id;
		return this.projectId;
	}

	private async rest<T>(method: string, path: string, body?: unknown, query?: Query): Promise<T> {
		const { json } = await this.send(method, path, { body, query, headers: { cookie: this.cookie } });
		return (json as { data: T }).data;
	}

	/** The public interface gives the data of executions parsed; the editor's own does not. */
	private async publicApi<T>(path: string, query: Query): Promise<T> {
		const wanted = { label: `reader ${Date.now()}`, scopes: ['execution:list', 'execution:read'], expiresAt: null };
		this.apiKey ??= (await this.rest<{ rawApiKey: string }>('POST', '/rest/api-keys', wanted)).rawApiKey;
		return (await this.send('GET', path, { query, headers: { 'x-n8n-api-key': this.apiKey } })).json as T;
	}

	private async send(
		method: string,
		path: string,
		{ query = {}, body, headers = {} }: Call,
	): Promise<{ json: unknown; headers: Headers }> {
		const url = new URL(path, this.baseUrl);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
		const response = await fetch(url, {
			method,
			headers: { 'content-type': 'application/json', ...headers },
			signal: AbortSignal.timeout(60_000),
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`n8n refused ${method} ${path} with status ${response.status}: ${text}`);
		return { json: text === '' ? undefined : (JSON.parse(text) as unknown), headers: response.headers };
	}
}
