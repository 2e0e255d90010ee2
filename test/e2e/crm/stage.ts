import { manualTrigger, manualTriggerName, workflow } from '../../support/realN8n/builder';
import { loadExample } from '../../support/realN8n/examples';
import type { DataTableRow } from '../../support/realN8n/client';
import { pollEverySeconds } from '../../support/realN8n/poll';
import { waitFor } from '../../support/realN8n/wait';
import type { CredentialReference, Execution, StoredWorkflow, WorkflowDefinition, WorkflowNode } from '../../support/realN8n/types';
import type { World } from '../../support/realN8n/world';
import type { StandIns } from '../standIns/start';

/** How long a story waits for what a trigger has to bring. */
export const PATIENCE_MS = 60_000;

/** What most cards of the stories have. */
export const CARD = { companyId: 'hokuto', companyName: '北斗商事株式会社', lastName: '髙橋', firstName: '花子', title: '課長', mobile: '', tel: '03-1234-5678', url: '' };

/** The table of the recipes for CRMs. */
const TABLE = 'Business Cards Sent';

const POLL_SECONDS = 2;

/** For a workflow that is published to be called: its own trigger would bring the same cards beside the story. */
export const NEVER_POLLS = { item: [{ mode: 'custom', cronExpression: '0 0 0 29 2 *' }] };

/** Makes an example that writes to HubSpot write to Salesforce, as its note says: its address in a first line, its nodes active, HubSpot's not. */
export function useSalesforce({ nodes }: WorkflowDefinition): void {
	for (const node of nodes as Array<WorkflowNode & { disabled?: boolean }>) {
		const { credentials = {}, parameters } = node;
		if ('hubspotAppToken' in credentials) node.disabled = true;
		if ('salesforceOAuth2Api' in credentials) delete node.disabled;
		if (typeof parameters.jsCode === 'string') {
			parameters.jsCode = parameters.jsCode.replace("const salesforce = '';", "const salesforce = 'https://your-company.my.salesforce.com';");
		}
	}
}

/** What a story of a recipe plays on: n8n with the emulated service on one side and the stand-ins on the other. */
export class Stage {
	constructor(
		readonly world: World,
		readonly standIns: StandIns,
		private readonly credentials: readonly CredentialReference[],
	) {}

	/**
	 * Stores an example, with a trigger that looks every other second.
	 * @param change what a person changes in it first
	 */
	async stored(
		file: string,
		change?: (definition: WorkflowDefinition) => void,
		pollTimes: object = pollEverySeconds(POLL_SECONDS),
	): Promise<StoredWorkflow> {
		const definition = await loadExample(file, this.world.credential, ...this.credentials);
		change?.(definition);
		for (const node of definition.nodes) {
			if ('pollTimes' in node.parameters) node.parameters.pollTimes = pollTimes;
		}
		return await this.world.client.createWorkflow(definition);
	}

	/** Runs a workflow by hand. */
	async run(id: string, from = 'Run Now'): Promise<Execution> {
		return await this.world.client.run(id, from);
	}

	/** Forgets what became of the cards of other stories, if there were any. */
	async emptyTable(): Promise<void> {
		const parameters = {
			resource: 'row',
			operation: 'deleteRows',
			dataTableId: { __rl: true, mode: 'name', value: TABLE },
			filters: { conditions: [{ keyName: 'cardId', condition: 'isNotEmpty' }] },
		};
		const empty = { name: 'Empty', type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters };
		const { id } = await this.world.client.createWorkflow(workflow('Empty the table', [manualTrigger(), empty]));
		await this.run(id, manualTriggerName);
	}

	/** What became of a card, in the table of the recipes that keep one. */
	async rowOf({ id }: { id: string }): Promise<DataTableRow | undefined> {
		return (await this.world.client.dataTableRows(TABLE)).find(({ cardId }) => cardId === id);
	}

	/** Waits until so many executions of a workflow have ended, and gives the newest execution. */
	async lastOf(id: string, count: number): Promise<Execution> {
		const { client, n8n } = this.world;
		return await waitFor(
			`${count} executions`,
			async () => {
				const all = await client.endedExecutions(id);
				return all.length >= count ? all.at(-1) : undefined;
			},
			{ timeoutMs: PATIENCE_MS, explain: () => n8n.logTail() },
		);
	}
}
