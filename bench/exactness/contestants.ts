import { ours } from '../../test/triggerBefore/ours';
import type { Rest, Trigger } from '../../test/triggerBefore/simulate';
import { airbyte } from './peers/airbyte';
import { airtable } from './peers/airtable';
import { gmail } from './peers/gmail';
import { notion } from './peers/notion';
import { outlookAfter } from './peers/outlookAfter';
import { outlookBefore } from './peers/outlookBefore';
import { salesforce } from './peers/salesforce';
import { CIRCUMSTANCES } from './circumstances';
import type { Circumstance } from './circumstances';

/** A trigger that is compared with the others. */
export interface Contestant {
	readonly name: string;
	readonly trigger: Trigger;
	readonly rest: Rest;
}

/** Ours first. */
export const TRIGGERS: readonly Contestant[] = [
	{ name: 'This trigger', trigger: ours, rest: 'its memory repeats itself' },
	...[
		{ name: 'n8n Outlook, before its fix', trigger: outlookBefore },
		{ name: 'n8n Outlook, after its fix', trigger: outlookAfter },
		{ name: 'n8n Salesforce', trigger: salesforce },
		{ name: 'n8n Notion', trigger: notion },
		{ name: 'n8n Airtable', trigger: airtable },
		{ name: 'n8n Gmail', trigger: gmail },
		{ name: 'Airbyte DatetimeBasedCursor', trigger: airbyte },
	].map((peer) => ({ ...peer, rest: 'its items repeat themselves' as const })),
];

/** A trigger in some circumstance. */
export interface Contest {
	readonly contestant: Contestant;
	readonly circumstance: Circumstance;
}

/** In each circumstance all triggers in their order. */
export const CONTESTS: readonly Contest[] = CIRCUMSTANCES.flatMap((circumstance) =>
	TRIGGERS.map((contestant) => ({ contestant, circumstance })),
);
