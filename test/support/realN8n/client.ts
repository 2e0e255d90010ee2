import { callJson, N8nRefusal, type Call } from './http';
import type {
	CredentialReference,
	CredentialTestResult,
	Execution,
	ExecutionResult,
	ExecutionStatus,
	StoredWorkflow,
	WorkflowDefinition,
	WorkflowNode,
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

const finalStatuses: ReadonlySet<ExecutionStatus> = new Set(['success', 'error', 'crashed', 'canceled']);
const executionsPerPage = 100;
const rowsPerPage = 200;
const publicationMs = 60_000;

/** What has to stand in the data of an execution that ended like this: older versions store it after the status. */
const storedWith: Partial<Record<ExecutionStatus, (result: ExecutionResult) => boolean>> = {
	success: ({ runData }) => Object.keys(runData).length > 0,
	error: ({ error }) => error !== undefined,
};

function isStored({ status, data }: Execution): boolean {
	const isComplete = storedWith[status];
	return isComplete === undefined || (data !== undefined && isComplete(data.resultData));
}

/** What became of an activation or a deactivation. */
interface Publication {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ errorMessage: string | null }>;
}

/**
 * Drives one n8n the way its editor does. Every method throws {@link N8nRefusal} with n8n's own message
 * when n8n refuses.
 */
export class N8nClient {
	private cookie = '';

	private apiKey: string | undefined;

	private projectId: string | undefined;

	/**
	 * @param baseUrl where n8n answers
	 * @param version which n8n it is
	 */
	constructor(
		readonly baseUrl: string,
		private readonly version: N8nVersion,
	) {}

	/** Creates the first user of a new n8n and logs in as that person. */
	async setUpOwner(owner: Owner): Promise<void> {
		const { response } = await callJson(this.baseUrl, {
			method: 'POST',
			path: '/rest/owner/setup',
			body: owner,
		});
		this.keepCookie(response);
	}

	/** Logs in again, for example after n8n was started again. */
	async login({ email, password }: Owner): Promise<void> {
		const { response } = await callJson(this.baseUrl, {
			method: 'POST',
			path: '/rest/login',
			body: { emailOrLdapLoginId: email, password },
		});
		this.keepCookie(response);
	}

	/** Stores a credential and gives the reference that nodes hold. */
	async createCredential(
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<CredentialReference> {
		const { id } = await this.rest<{ id: string }>({
			method: 'POST',
			path: '/rest/credentials',
			body: { name, type, data },
		});
		return { id, name };
	}

	/** Replaces the fields of a stored credential. */
	async updateCredential(
		reference: CredentialReference,
		type: string,
		data: Record<string, unknown>,
	): Promise<void> {
		await this.rest({
			method: 'PATCH',
			path: `/rest/credentials/${reference.id}`,
			body: { name: reference.name, type, data },
		});
	}

	/** Presses the test button of a stored credential, with the given fields in the form. */
	async testCredential(
		{ id, name }: CredentialReference,
		type: string,
		data: Record<string, unknown>,
	): Promise<CredentialTestResult> {
		return await this.rest<CredentialTestResult>({
			method: 'POST',
			path: '/rest/credentials/test',
			body: { credentials: { id, name, type, data } },
		});
	}

	/** Loads the columns of a field that maps them, as the editor does when the field is opened. */
	async columnsOf(nodeType: string, methodName: string, currentNodeParameters: object = {}): Promise<Array<Record<string, unknown>>> {
		const { fields } = await this.rest<{ fields: Array<Record<string, unknown>> }>({
			method: 'POST',
			path: '/rest/dynamic-node-parameters/resource-mapper-fields',
			body: {
				nodeTypeAndVersion: { name: nodeType, version: 1 },
				currentNodeParameters,
				path: 'parameters.columns',
				methodName,
			},
		});
		return fields;
	}

	/** Stores a new workflow, as an import from a file does. */
	async createWorkflow(definition: WorkflowDefinition): Promise<StoredWorkflow> {
		return await this.rest<StoredWorkflow>({
			method: 'POST',
			path: '/rest/workflows',
			/* Older versions refuse a workflow without settings, and find credentials by their names only within the project. */
			body: { settings: { executionOrder: 'v1' }, active: false, projectId: await this.personalProject(), ...definition },
		});
	}

	/** Reads a workflow with its static data. */
	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return await this.rest<StoredWorkflow>({ method: 'GET', path: `/rest/workflows/${id}` });
	}

	/**
	 * Stores other nodes of a workflow; an active one goes on with the old version until activated again. Nodes of the same name
	 * keep their ids, as in the editor: to the durable cursors of newer versions another id is another node.
	 */
	async updateNodes(id: string, nodes: readonly WorkflowNode[]): Promise<StoredWorkflow> {
		const stored = await this.getWorkflow(id);
		const idOf = (name: string) => stored.nodes.find((node) => node.name === name)?.id;
		return await this.rest<StoredWorkflow>({
			method: 'PATCH',
			path: `/rest/workflows/${id}`,
			body: { versionId: stored.versionId, nodes: nodes.map((node) => ({ ...node, id: idOf(node.name) })) },
		});
	}

	/** Activates the newest version of a workflow and waits until its triggers run. */
	async activate(id: string): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		const path = `/rest/workflows/${id}/activate`;
		await this.rest({ method: 'POST', path, body: { versionId } });
		if (this.version.activation === 'refuses') return;
		const { status, triggers } = await this.settledPublication(id);
		if (status === 'published') return;
		const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
		throw new N8nRefusal(200, `${status}: ${reasons.join('; ')}`, `POST ${path}`);
	}

	/** Deactivates a workflow and waits until its triggers have stopped. */
	async deactivate(id: string): Promise<void> {
		await this.rest({ method: 'POST', path: `/rest/workflows/${id}/deactivate`, body: {} });
		if (this.version.activation === 'publishes') await this.settledPublication(id);
	}

	/** Gets a workflow ready that is to run when another one fails. */
	async activateErrorWorkflow(id: string): Promise<void> {
		if (this.version.activatesErrorWorkflows) await this.activate(id);
	}

	/** Lets a workflow poll again, where n8n waits after a poll that failed. */
	async endBackOff(id: string): Promise<void> {
		if (!this.backsOff) return;
		await this.deactivate(id);
		await this.activate(id);
	}

	/** Whether n8n waits some minutes after a poll that failed. */
	get backsOff(): boolean {
		return this.version.backsOff === true;
	}

	/** Whether the triggers of a workflow run, as the editor shows it. */
	async isActive(id: string): Promise<boolean> {
		if (this.version.activation === 'publishes') return (await this.settledPublication(id)).status === 'published';
		return (await this.getWorkflow(id)).active;
	}

	/**
	 * Runs a workflow by hand, from the named trigger on, and waits for the end.
	 * @returns the finished execution, whether it succeeded or not
	 */
	async run(id: string, triggerName: string, timeoutMs = 60_000): Promise<Execution> {
		return await this.finished(await this.begin(id, triggerName), timeoutMs);
	}

	/**
	 * Begins to run a workflow by hand, from the named trigger on.
	 * @returns the id of the execution
	 */
	async begin(id: string, triggerName: string): Promise<string> {
		const workflowData = await this.getWorkflow(id);
		const { executionId } = await this.rest<{ executionId?: string }>({
			method: 'POST',
			path: `/rest/workflows/${id}/run`,
			body: { workflowData, startNodes: [], triggerToStartFrom: { name: triggerName } },
		});
		if (executionId === undefined) throw new Error(`n8n did not start workflow ${id}.`);
		return executionId;
	}

	/** Waits until an execution has ended and reads it with its data. */
	async finished(executionId: string, timeoutMs = 60_000): Promise<Execution> {
		return await waitFor(
			`execution ${executionId} to end`,
			async () => {
				const execution = await this.execution(executionId);
				return finalStatuses.has(execution.status) && isStored(execution) ? execution : undefined;
			},
			{ timeoutMs, everyMs: 150 },
		);
	}

	/** Reads one execution with its data. */
	async execution(id: string): Promise<Execution> {
		return await this.publicApi<Execution>({
			method: 'GET',
			path: `/api/v1/executions/${id}`,
			query: { includeData: true },
		});
	}

	/**
	 * Reads all finished executions of a workflow with their data, oldest first, page by page.
	 * @param after the id of the newest execution that is known already; only newer ones are read
	 */
	async executions(workflowId: string, after = '0'): Promise<Execution[]> {
		const found: Execution[] = [];
		let cursor: string | undefined;
		for (;;) {
			const page = await this.publicApi<{ data: Execution[]; nextCursor: string | null }>({
				method: 'GET',
				path: '/api/v1/executions',
				query: { workflowId, includeData: true, limit: executionsPerPage, cursor },
			});
			const newer = page.data.filter(({ id }) => Number(id) > Number(after));
			found.push(...newer);
			if (page.nextCursor === null || newer.length < page.data.length || page.data.length === 0) {
				return found.filter(isStored).sort((one, other) => Number(one.id) - Number(other.id));
			}
			cursor = page.nextCursor;
		}
	}

	/** Reads the executions of a workflow that have ended, whether they succeeded or not, oldest first: some versions of n8n list those under way, too. */
	async endedExecutions(workflowId: string): Promise<Execution[]> {
		return (await this.executions(workflowId)).filter(({ status }) => finalStatuses.has(status));
	}

	/** Executions of a workflow of which n8n has not stored what they did, as a line for each: what a test says when one is missing. */
	async unstored(workflowId: string): Promise<string[]> {
		const { data } = await this.publicApi<{ data: Execution[] }>({
			method: 'GET',
			path: '/api/v1/executions',
			query: { workflowId, includeData: true, limit: executionsPerPage },
		});
		return data
			.filter((execution) => !isStored(execution))
			.map(({ id, status, data: stored }) => `execution ${id}: ${status}, ${JSON.stringify(stored ?? 'no data').slice(0, 500)}`);
	}

	/** Finds a data table by its name. */
	async dataTable(name: string): Promise<{ id: string; projectId: string } | undefined> {
		const projectId = await this.personalProject();
		const { data } = await this.rest<{ data: Array<{ id: string; name: string }> }>({
			method: 'GET',
			path: `/rest/projects/${projectId}/data-tables`,
			query: { filter: JSON.stringify({ name }) },
		});
		const table = data.find((candidate) => candidate.name === name);
		return table && { id: table.id, projectId };
	}

	/** Reads all rows of a data table, in the order they were written first. */
	async dataTableRows(name: string): Promise<DataTableRow[]> {
		const table = await this.dataTable(name);
		if (!table) throw new Error(`n8n has no data table "${name}".`);
		const rows: DataTableRow[] = [];
		for (;;) {
			const page = await this.rest<{ data: DataTableRow[]; count: number }>({
				method: 'GET',
				path: `/rest/projects/${table.projectId}/data-tables/${table.id}/rows`,
				query: { skip: rows.length, take: rowsPerPage, sortBy: 'id:asc' },
			});
			rows.push(...page.data);
			if (page.data.length === 0 || rows.length >= page.count) return rows;
		}
	}

	private async settledPublication(id: string): Promise<Publication> {
		return await waitFor(
			`workflow ${id} to be published`,
			async () => {
				const path = `/rest/workflows/${id}/publication-status`;
				const publication = await this.rest<Publication>({ method: 'GET', path });
				return publication.status === 'in_progress' ? undefined : publication;
			},
			{ timeoutMs: publicationMs },
		);
	}

	private async personalProject(): Promise<string> {
		this.projectId ??= (
			await this.rest<{ id: string }>({ method: 'GET', path: '/rest/projects/personal' })
		).id;
		return this.projectId;
	}

	private async rest<T>(call: Call): Promise<T> {
		const { json } = await callJson(this.baseUrl, { ...call, headers: { cookie: this.cookie } });
		return (json as { data: T }).data;
	}

	/** The public interface gives the data of executions parsed and in pages; the editor's own does not. */
	private async publicApi<T>(call: Call): Promise<T> {
		this.apiKey ??= (
			await this.rest<{ rawApiKey: string }>({
				method: 'POST',
				path: '/rest/api-keys',
				body: {
					label: `reader ${Date.now()}`,
					scopes: ['execution:list', 'execution:read'],
					expiresAt: null,
				},
			})
		).rawApiKey;
		const { json } = await callJson(this.baseUrl, {
			...call,
			headers: { 'x-n8n-api-key': this.apiKey },
		});
		return json as T;
	}

	private keepCookie(response: Response): void {
		const cookie = response.headers
			.getSetCookie()
			.map((line) => line.split(';')[0] ?? '')
			.find((pair) => pair.startsWith('n8n-auth='));
		if (cookie === undefined) throw new Error('n8n gave no session cookie.');
		this.cookie = cookie;
	}
}
