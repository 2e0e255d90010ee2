import { callJson, cookiesOf, type Call } from './http';
import type { ExecutionStatus } from './types';
import type { World } from './world';

/** What the editor's list of executions offers beyond the public interface. */
export class Editor {
	private constructor(
		private readonly baseUrl: string,
		private readonly cookie: string,
	) {}

	/** Logs in as the owner. */
	static async open({ n8n, owner }: World): Promise<Editor> {
		const body = { emailOrLdapLoginId: owner.email, password: owner.password };
		const { response } = await callJson(n8n.baseUrl, { method: 'POST', path: '/rest/login', body });
		return new Editor(n8n.baseUrl, cookiesOf(response));
	}

	/** How many executions of a workflow stand like this, running ones included. */
	async count(workflowId: string, status: ExecutionStatus): Promise<number> {
		const query = { filter: JSON.stringify({ workflowId, status: [status] }) };
		const json = await this.call({ method: 'GET', path: '/rest/executions', query });
		return (json as { data: { results: unknown[] } }).data.results.length;
	}

	/** Retries an execution with the workflow it ran with: "Retry with original workflow". */
	async retry(executionId: string): Promise<void> {
		await this.call({ method: 'POST', path: `/rest/executions/${executionId}/retry`, body: { loadWorkflow: false } });
	}

	private async call(call: Call): Promise<unknown> {
		return (await callJson(this.baseUrl, { ...call, headers: { cookie: this.cookie } })).json;
	}
}
