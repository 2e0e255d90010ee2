import { cardTrigger, workflow, type NodeDraft } from '../../tools/realN8n/builder';
import { pollEverySeconds } from '../../tools/realN8n/poll';
import type { World } from '../../tools/realN8n/world';

/** Seconds between two polls of a workflow. */
export const pollSeconds = 2;

/** The name of the trigger in each workflow. */
export const triggerName = 'Watch';

/** Tells the processes of n8n apart in what they deliver. */
export const processVariable = 'KILLS_PROCESS';

/** Lets expressions read variables, and writes each query to n8n's log, from where kills are aimed. */
export const measuredEnv = {
	N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false',
	DB_LOGGING_ENABLED: 'true',
	DB_LOGGING_OPTIONS: 'query',
};

/** One request for all items of an execution, which says who sends it. */
function deliver(url: string): NodeDraft {
	const ids = `$('${triggerName}').all().map(({ json }) => json.id)`;
	const fields = `workflowId: $workflow.id, executionId: $execution.id, process: $env.${processVariable}, ids: ${ids}`;
	return {
		name: 'Deliver',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		executeOnce: true,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify({ ${fields} }) }}`,
		},
	};
}

/**
 * Activates workflows that watch the same cards and deliver what they are given.
 * @returns their ids
 */
export async function startWorkflows({ client, credential }: World, count: number, url: string): Promise<string[]> {
	const ids: string[] = [];
	for (let index = 0; index < count; index += 1) {
		const parameters = { event: 'businessCardUpdated', pollTimes: pollEverySeconds(pollSeconds) };
		const chain = [cardTrigger(triggerName, parameters, credential), deliver(url)];
		const { id } = await client.createWorkflow(workflow(`Watch ${index}`, chain));
		await client.activate(id);
		ids.push(id);
	}
	return ids;
}
