import type { N8nClient } from '../../test/support/realN8n/client';
import { itemsOf } from '../../test/support/realN8n/output';

/** One card that has come through the workflow into the contacts table. */
export interface Arrival {
	cardId: string;
	fullName: string;
	companyName: string;
	/** Whether its contact was there before. */
	known: boolean;
	/** When n8n wrote it. */
	time: Date;
}

/** Reads from n8n's own executions what the workflow has written, each card when it comes through. */
export class Arrivals {
	private newest = '0';

	/**
	 * @param client the n8n to read from
	 * @param workflowId the workflow that watches for cards
	 * @param nodeName its node that writes the contacts
	 */
	constructor(
		private readonly client: N8nClient,
		private readonly workflowId: string,
		private readonly nodeName: string,
	) {}

	/**
	 * Reads what has come since the last call.
	 * @throws when an execution of the workflow has failed
	 */
	async next(): Promise<Arrival[]> {
		const executions = await this.client.executions(this.workflowId, this.newest);
		return executions.flatMap((execution) => {
			this.newest = execution.id;
			if (execution.mode !== 'trigger') return [];
			const { error } = execution.data?.resultData ?? {};
			if (error) throw new Error(`An execution of the workflow failed: ${error.message}`);
			return itemsOf(execution, this.nodeName).map(({ json }) => ({
				cardId: String(json.cardId),
				fullName: String(json.fullName),
				companyName: String(json.companyName),
				known: json.createdAt !== json.updatedAt,
				time: new Date(execution.stoppedAt ?? execution.startedAt),
			}));
		});
	}
}
