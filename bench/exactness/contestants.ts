import { ours } from '../../test/trigger/ours';
import type { History } from '../../test/trigger/history';
import type { Rest, Trigger } from '../../test/trigger/simulate';
import { airbyte } from '../peers/airbyte';
import { airtable } from '../peers/airtable';
import { gmail } from '../peers/gmail';
import { notion } from '../peers/notion';
import { outlookAfter } from '../peers/outlookAfter';
import { outlookBefore } from '../peers/outlookBefore';
import { salesforce } from '../peers/salesforce';
import { asPeersMeetIt, TROUBLES, withOnly } from './circumstances';

/** A trigger in some circumstances. */
export interface Contestant {
	readonly name: string;
	readonly trigger: Trigger;
	readonly rest: Rest;
	readonly adapt: (history: History) => History;
}

/** Ours first. */
export const TRIGGERS: ReadonlyArray<Omit<Contestant, 'adapt'>> = [
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

/** The whole histories, then those with one trouble each; in each of these circumstances all triggers in their order. */
export const CONTESTANTS: readonly Contestant[] = [asPeersMeetIt, ...TROUBLES.map(withOnly)].flatMap((adapt) =>
	TRIGGERS.map((trigger) => ({ ...trigger, adapt })),
);
