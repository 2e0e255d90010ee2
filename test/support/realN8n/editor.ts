import { callJson, type Call } from './http';
import type { ExecutionStatus } from './types';
import type { World } from './world';

const everyStatus: readonly ExecutionStatus[] = ['new', 'running', 'waiting', 'success', 'error', 'crashed', 'canceled'];
const perPage = 100;

/** What the editor's list of executions offers beyond the public interface. */
export class Editor {
	private constructor(
		private readonly baseUrl: string,
		private readonly cookie: string,
	) {}

	/** Logs in as the owner. */
	static async open({ n8n, owner }: World): Promise<Editor> {
		const { response } = await callJson(n8n.baseUrl, {
			method: 'POST',
			path: '/rest/login',
			body: { emailOrLdapLoginId: owner.email, password: owner.password },
		});
		const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
		return new Editor(n8n.baseUrl, cookies.join('; '));
	}

	/** How many executions of a workflow stand like this, running ones included. */
	async count(workflowId: string, status: ExecutionStatus): Promise<number> {
		const json = await this.call({
			method: 'GET',
			path: '/rest/executions',
			query: { filter: JSON.stringify({ workflowId, status: [status] }) },
		});
		return (json as { data: { results: unknown[] } }).data.results.length;
	}

	/** The ids of all executions of a workflow, however they stand. */
	async ids(workflowId: string): Promise<string[]> {
		const ids: string[] = [];
		for (;;) {
			const json = await this.call({
				method: 'GET',
				path: '/rest/executions',
				query: { filter: JSON.stringify({ workflowId, status: everyStatus }), limit: perPage, lastId: ids.at(-1) },
			});
			const { results } = (json as { data: { results: Array<{ id: string }> } }).data;
			ids.push(...results.map(({ id }) => id));
			if (results.length < perPage) return ids;
		}
	}

	/** Retries an execution with the workflow it ran with: "Retry with original workflow". */
	async retry(executionId: string): Promise<void> {
		await this.call({
			method: 'POST',
			path: `/rest/executions/${executionId}/retry`,
			body: { loadWorkflow: false },
		});
	}

	/** Stops an execution that has not ended. */
	async stop(executionId: string): Promise<void> {
		await this.call({ method: 'POST', path: `/rest/executions/${executionId}/stop`, body: {} });
	}

	private async call(call: Call): Promise<unknown> {
		const { json } = await callJson(this.baseUrl, { ...call, headers: { cookie: this.cookie } });
		return json;
	}
}
