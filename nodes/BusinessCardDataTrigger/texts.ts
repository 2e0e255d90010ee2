import type { INodeTypeDescription } from 'n8n-workflow';

const TEST =
	"To see up to 10 recent records of the service, select <b>Fetch Test Event</b>. It doesn't change what polls output.";

const EXECUTIONS =
	'These executions show up in the <a data-key="executions">executions list</a>, but not in the editor.';

/** Texts that n8n shows around the trigger, in place of its own for a trigger that waits for one mock event. */
export const TRIGGER_TEXTS = {
	eventTriggerDescription: 'Fetching recent records',
	activationMessage:
		'Each poll starts your workflow if it finds records that were added, changed or tagged since publishing.',
	triggerPanel: {
		header: '',
		executionsHelp: {
			inactive:
				`<b>While you build your workflow</b>: ${TEST}<br /><br /><b>When the workflow is ready</b>: publish it. n8n then ` +
				`polls the service, and runs the workflow when a poll finds records. ${EXECUTIONS}`,
			active:
				`<b>While you build your workflow</b>: ${TEST}<br /><br /><b>Your workflow is published</b>: n8n polls the ` +
				`service, and runs the workflow when a poll finds records. ${EXECUTIONS}`,
		},
		activationHint: {
			inactive: 'When your workflow is ready, publish it, so that n8n polls the service.',
			active: 'Your workflow is published, so n8n polls the service.',
		},
	},
} satisfies Partial<INodeTypeDescription>;
