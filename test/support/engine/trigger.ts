import './environment';
import { randomUUID } from 'node:crypto';
import { PollContext } from 'n8n-core';
import type { IDataObject, INode, INodeParameters, Workflow } from 'n8n-workflow';
import { BusinessCardDataTrigger } from '../../../nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node';
import { additionalData, credentialReference, nodeOf, workflowOf, type CredentialData } from './supplies';

const TRIGGER = 'n8n-nodes-business-card-data.businessCardDataTrigger';

/** So many polls bring all of a story. */
const MOST_POLLS = 30;

/**
 * A trigger node that is polled through n8n-core's own poll context, its static data kept as n8n keeps it: one object
 * in the memory of the process, changed by every poll (also by one that fails), and saved when a poll hands items
 * over and after the first poll of an activation. Whatever else a poll changed is gone when the process ends.
 */
export class PolledTrigger {
	private readonly type = new BusinessCardDataTrigger();

	private workflow: Workflow | undefined;

	/** Whether all polls of an activation have one context, as n8n's own do without its durable scheduler. */
	keepsContext = false;

	private context: PollContext | undefined;

	/** Static data as n8n has saved it. */
	stored: string | undefined;

	/** What n8n gives a poll, in versions that have a budget. */
	budgetMs: number | undefined;

	/**
	 * Whether what a poll hands over is thrown away when the workflow was deactivated or activated again meanwhile (n8n 2.30 and
	 * later). The first poll of an activation is taken over all the same.
	 */
	discardsSuperseded = false;

	/** Whether each poll is given static data of its own, read from what is stored, as by n8n's durable scheduler. */
	isDurable = false;

	/** Whether that scheduler has durable cursors, so that polls that bring nothing are stored too. */
	hasCursors = true;

	/** What n8n's database answers when it cannot be reached; it can when left out. */
	databaseError: Error | undefined;

	timezone = 'UTC';

	/** n8n keeps static data by this name. */
	name = 'Trigger';

	constructor(
		public credential: CredentialData,
		private parameters: INodeParameters = {},
		private readonly id: string = randomUUID(),
		public credentialId = '1',
	) {}

	/** Static data in the memory of the process, as JSON. */
	get memory(): string | undefined {
		return this.workflow ? JSON.stringify(this.workflow.staticData) : this.stored;
	}

	/** Polls once; `mode` is `manual` for Fetch Test Event. */
	async poll(mode: 'trigger' | 'manual' = 'trigger'): Promise<IDataObject[]> {
		if (this.isDurable) this.restart();
		const isActivation = this.workflow === undefined;
		const workflow = (this.workflow ??= this.load());
		const supplies = additionalData(this.credential, {}, () => {
			if (this.databaseError) throw this.databaseError;
		});
		const isFresh = !this.keepsContext || mode === 'manual';
		const kept = isFresh ? undefined : this.context;
		const context = kept ?? new PollContext(workflow, this.node(), supplies, mode, 'activate');
		if (!isFresh) this.context = context;
		if (this.budgetMs !== undefined) Object.assign(context, { getPollBudgetMs: () => this.budgetMs });
		const items = await this.type.poll.call(context);
		const isTaken = isActivation || workflow === this.workflow || !this.discardsSuperseded;
		if (!isTaken) return [];
		const isStored = items !== null || (isActivation && (this.hasCursors || !this.isDurable));
		if (mode !== 'manual' && isStored) this.stored = JSON.stringify(workflow.staticData);
		return (items?.[0] ?? []).map(({ json }) => json);
	}

	/** Polls until there is nothing more, and gives everything in the order it came. */
	async drain(): Promise<IDataObject[]> {
		const all: IDataObject[] = [];
		for (let count = 0; count < MOST_POLLS; count += 1) {
			const records = await this.poll();
			if (records.length === 0) return all;
			all.push(...records);
		}
		throw new Error(`The trigger still emits after ${MOST_POLLS} polls`);
	}

	/** The workflow is saved with another name for the node: n8n keeps the static data of the former name beside. */
	rename(name: string): void {
		this.name = name;
		this.restart();
	}

	/** The process ends and another one takes over: only what n8n has saved is left. */
	restart(): void {
		this.workflow = undefined;
		this.context = undefined;
	}

	/** A second poller of the same node with static data of its own, as n8n registers one after an import. */
	twin(): PolledTrigger {
		const twin = new PolledTrigger(this.credential, this.parameters, this.id, this.credentialId);
		twin.stored = this.stored;
		return twin;
	}

	/** The workflow is saved with other parameters: n8n activates it again. */
	edit(parameters: INodeParameters): void {
		this.parameters = { ...this.parameters, ...parameters };
		this.restart();
	}

	private node(): INode {
		const parameters = { event: 'businessCardUpdated', apiVersion: 'auto', options: {}, ...this.parameters };
		const credentials = credentialReference(this.credentialId);
		return nodeOf(this.name, TRIGGER, parameters, { id: this.id, credentials });
	}

	private load(): Workflow {
		return workflowOf(
			[this.node()],
			{ [TRIGGER]: this.type },
			{
				active: true,
				staticData: this.stored === undefined ? {} : (JSON.parse(this.stored) as IDataObject),
				settings: { timezone: this.timezone },
			},
		);
	}
}
