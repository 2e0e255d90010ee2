import { callJson, cookiesOf, N8nRefusal, type Call } from './http';
import type {
	CredentialReference,
	CredentialTestResult,
	Execution,
	ExecutionResult,
	ExecutionStatus,
	StoredWorkflow,
	WorkflowDefinition,
} from './types';
import type { N8nVersion } from './versions';
import { waitFor } from './wait';

/** The person that owns the n8n of the tests and the demo. */
export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

/** A row of a data table, with n8n's own columns id, createdAt and updatedAt. */
export type DataTableRow = Record<string, string | number | boolean | null>;

const FINAL: ReadonlySet<ExecutionStatus> = new Set(['success', 'error', 'crashed', 'canceled']);
const PER_PAGE = 100;

/** What has to stand in the data of an execution that ended like this: older versions store it after the status. */
const STORED: Partial<Record<ExecutionStatus, (result: ExecutionResult) => boolean>> = {
	success: ({ runData }) => Object.keys(runData).length > 0,
	error: ({ error }) => error !== undefined,
};

function isStored({ status, data }: Execution): boolean {
	const isComplete = STORED[status];
	return isComplete === undefined || (data !== undefined && isComplete(data.resultData));
}

/** What became of an activation or a deactivation. */
interface Publication {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ errorMessage: string | null }>;
}

/** Drives one n8n the way its editor does. Every method throws {@link N8nRefusal} with n8n's own message when n8n refuses. */
export class N8nClient {
	private cookie = '';
	private apiKey: string | undefined;
	private projectId: string | undefined;

	constructor(
		readonly baseUrl: string,
		private readonly version: N8nVersion,
	) {}

	/** Creates the first user of a new n8n and logs in as that person. */
	async setUpOwner(owner: Owner): Promise<void> {
		const { response } = await callJson(this.baseUrl, { method: 'POST', path: '/rest/owner/setup', body: owner });
		this.cookie = cookiesOf(response);
	}

	/** Logs in again, for example after n8n was started again. */
	async login({ email, password }: Owner): Promise<void> {
		const body = { emailOrLdapLoginId: email, password };
		const { response } = await callJson(this.baseUrl, { method: 'POST', path: '/rest/login', body });
		this.cookie = cookiesOf(response);
	}

	/** Stores a credential and gives the reference that nodes hold. */
	async createCredential(name: string, type: string, data: object): Promise<CredentialReference> {
		const { id } = await this.rest<{ id: string }>('POST', '/rest/credentials', { name, type, data });
		return { id, name };
	}

	/** Replaces the fields of a stored credential. */
	async updateCredential({ id, name }: CredentialReference, type: string, data: object): Promise<void> {
		await this.rest('PATCH', `/rest/credentials/${id}`, { name, type, data });
	}

	/** Presses the test button of a stored credential, with the given fields in the form. */
	async testCredential({ id, name }: CredentialReference, type: string, data: object): Promise<CredentialTestResult> {
		return await this.rest('POST', '/rest/credentials/test', { credentials: { id, name, type, data } });
	}

	/** Loads the columns of a field that maps them, as the editor does when the field is opened. */
	async columnsOf(nodeType: string, methodName: string, currentNodeParameters: object = {}): Promise<Array<Record<string, unknown>>> {
		const nodeTypeAndVersion = { name: nodeType, version: 1 };
		const body = { nodeTypeAndVersion, currentNodeParameters, path: 'parameters.columns', methodName };
		const path = '/rest/dynamic-node-parameters/resource-mapper-fields';
		return (await this.rest<{ fields: Array<Record<string, unknown>> }>('POST', path, body)).fields;
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

	/** Activates the newest version of a workflow and waits until its triggers run. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		const path = `/rest/workflows/${id}/activate`;
		await this.rest('POST', path, { versionId });
		if (this.version.activation === 'refuses') return;
		const { status, triggers } = await this.settledPublication(id);
		if (status === 'published') return;
		const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
		throw new N8nRefusal(200, `${status}: ${reasons.join('; ')}`, `POST ${path}`);
	}

	/** Deactivates a workflow and waits until its triggers have stopped. */
	async deactivate(id: string): Promise<void> {
		await this.rest('POST', `/rest/workflows/${id}/deactivate`, {});
		if (this.version.activation === 'publishes') await this.settledPublication(id);
	}

	/** Gets a workflow ready that is to run when another one fails. */
	async activateErrorWorkflow(id: string): Promise<void> {
		if (this.version.activatesErrorWorkflows) await this.activate(id);
	}

	/** Lets a workflow poll again, where n8n waits some minutes after a poll that failed. */
	async endBackOff(id: string): Promise<void> {
		if (this.version.backsOff !== true) return;
		await this.deactivate(id);
		await this.activate(id);
	}

	/** Whether the triggers of a workflow run, as the editor shows it. */
	async isActive(id: string): Promise<boolean> {
		if (this.version.activation === 'publishes') return (await this.settledPublication(id)).status === 'published';
		return (await this.getWorkflow(id)).active;
	}

	/**
	 * Runs a workflow by hand, from the named trigger on, and waits for the end.
	 *
	 * @returns the finished execution, whether it succeeded or not
	 */
	async run(id: string, triggerName: string, timeoutMs?: number): Promise<Execution> {
		return await this.finished(await this.begin(id, triggerName), timeoutMs);
	}

	/** Begins to run a workflow by hand, from the named trigger on. @returns the id of the execution */
	async begin(id: string, triggerName: string): Promise<string> {
		const workflowData = await this.getWorkflow(id);
		const body = { workflowData, startNodes: [], triggerToStartFrom: { name: triggerName } };
		const { executionId } = await this.rest<{ executionId?: string }>('POST', `/rest/workflows/${id}/run`, body);
		if (executionId === undefined) throw new Error(`n8n did not start workflow ${id}.`);
		return executionId;
	}

	/** Waits until an execution has ended and reads it with its data. */
	async finished(executionId: string, timeoutMs = 60_000): Promise<Execution> {
		const look = async () => {
			const execution = await this.execution(executionId);
			return FINAL.has(execution.status) && isStored(execution) ? execution : undefined;
		};
		return await waitFor(`execution ${executionId} to end`, look, { timeoutMs, everyMs: 150 });
	}

	/** Reads one execution with its data. */
	async execution(id: string): Promise<Execution> {
		return await this.publicApi(`/api/v1/executions/${id}`, { includeData: true });
	}

	/**
	 * Reads all executions of a workflow with their data, oldest first, page by page.
	 *
	 * @param after the id of the newest execution that is known already; only newer ones are read
	 */
	async executions(workflowId: string, after = '0'): Promise<Execution[]> {
		const found: Execution[] = [];
		for (let cursor: string | undefined; ; ) {
			const query = { workflowId, includeData: true, limit: PER_PAGE, cursor };
			const page: { data: Execution[]; nextCursor: string | null } = await this.publicApi('/api/v1/executions', query);
			const newer = page.data.filter(({ id }) => Number(id) > Number(after));
			found.push(...newer);
			if (page.nextCursor === null || newer.length < page.data.length || page.data.length === 0) break;
			cursor = page.nextCursor;
		}
		return found.filter(isStored).sort((one, other) => Number(one.id) - Number(other.id));
	}

	/** The same without those under way, which some versions of n8n list, too. */
	async endedExecutions(workflowId: string): Promise<Execution[]> {
		return (await this.executions(workflowId)).filter(({ status }) => FINAL.has(status));
	}

	/** Finds a data table by its name. */
	async dataTable(name: string): Promise<{ id: string; projectId: string } | undefined> {
		const projectId = await this.personalProject();
		const query = { filter: JSON.stringify({ name }) };
		const path = `/rest/projects/${projectId}/data-tables`;
		const { data } = await this.rest<{ data: Array<{ id: string; name: string }> }>('GET', path, undefined, query);
		const table = data.find((candidate) => candidate.name === name);
		return table && { id: table.id, projectId };
	}

	/** Reads all rows of a data table, in the order they were written first. */
	async dataTableRows(name: string): Promise<DataTableRow[]> {
		const table = await this.dataTable(name);
		if (!table) throw new Error(`n8n has no data table "${name}".`);
		const path = `/rest/projects/${table.projectId}/data-tables/${table.id}/rows`;
		const rows: DataTableRow[] = [];
		for (;;) {
			const query = { skip: rows.length, take: PER_PAGE, sortBy: 'id:asc' };
			const page = await this.rest<{ data: DataTableRow[]; count: number }>('GET', path, undefined, query);
			rows.push(...page.data);
			if (page.data.length === 0 || rows.length >= page.count) return rows;
		}
	}

	private async settledPublication(id: string): Promise<Publication> {
		const look = async () => {
			const publication = await this.rest<Publication>('GET', `/rest/workflows/${id}/publication-status`);
			return publication.status === 'in_progress' ? undefined : publication;
		};
		return await waitFor(`workflow ${id} to be published`, look, { timeoutMs: 60_000 });
	}

	private async personalProject(): Promise<string> {
		this.projectId ??= (await this.rest<{ id: string }>('GET', '/rest/projects/personal')).id;
		return this.projectId;
	}

	private async rest<T>(method: Call['method'], path: string, body?: unknown, query?: Call['query']): Promise<T> {
		const { json } = await callJson(this.baseUrl, { method, path, body, query, headers: { cookie: this.cookie } });
		return (json as { data: T }).data;
	}

	/** The public interface gives the data of executions parsed and in pages; the editor's own does not. */
	private async publicApi<T>(path: string, query: Call['query']): Promise<T> {
		const wanted = { label: `reader ${Date.now()}`, scopes: ['execution:list', 'execution:read'], expiresAt: null };
		this.apiKey ??= (await this.rest<{ rawApiKey: string }>('POST', '/rest/api-keys', wanted)).rawApiKey;
		const { json } = await callJson(this.baseUrl, { method: 'GET', path, query, headers: { 'x-n8n-api-key': this.apiKey } });
		return json as T;
	}
}
