import type { Picture, Stage } from './stage';
import { cardNode, cardTrigger, manualTrigger, workflow, type NodeDraft } from '../../test/support/realN8n/builder';
import { credentialType } from '../../test/support/realN8n/names';

/** What a person meets around the fields: lists that load, tests that fail, errors, a first event. */

const WRONG = 'Business Card Data account (wrong key)';

/** Opens a node behind a manual trigger. */
async function open({ editor, world }: Stage, node: NodeDraft): Promise<void> {
	const branch = node.type.endsWith('Trigger') ? [node] : [manualTrigger(), node];
	const { id } = await world.client.createWorkflow(workflow(node.name, branch));
	await editor.showWorkflow(id);
	await editor.openNode(node.name);
}

function card(name: string, parameters: Record<string, unknown>) {
	return ({ world }: Stage): NodeDraft => cardNode(name, { resource: 'businessCard', ...parameters }, world.credential);
}

const CREATE = card('Card with a Tag', { operation: 'create', lastName: '田中', additionalFields: { tagId: { __rl: true, mode: 'list', value: '' } } });
const WRONG_TERM = card('Term from End to Start', {
	operation: 'getAll',
	updatedFrom: '2026-10-01T00:00:00',
	updatedTo: '2026-09-01T00:00:00',
});
const WRONG_FIELDS = card('Card with Wrong Fields', {
	operation: 'create',
	lastName: '田中',
	additionalFields: { countryCode: 'jp', tel: '03 1234 5678' },
});

async function failing(stage: Stage, node: NodeDraft): Promise<void> {
	await open(stage, node);
	await stage.editor.executeNode();
}

/** Pictures of moments; those with a folder "review" are for looking at alone. */
export const MOMENTS: readonly Picture[] = [
	{
		file: 'credential-refused.png',
		area: 'dialog',
		async show({ editor, world }) {
			const fields = { ...world.credentialFields, apiKey: 'A'.repeat(32) };
			await world.client.createCredential(WRONG, credentialType, fields);
			await editor.openCredential(WRONG);
		},
	},
	{
		file: 'review/tag-list-searched.png',
		async show(stage) {
			await open(stage, CREATE(stage));
			await stage.editor.searchLocator('tagId', '顧客');
		},
	},
	{ file: 'review/error-term.png', show: async (stage) => await failing(stage, WRONG_TERM(stage)) },
	{ file: 'review/error-before-call.png', area: 'node', show: async (stage) => await failing(stage, WRONG_FIELDS(stage)) },
	{
		file: 'fetch-test-event.png',
		area: 'node',
		async show(stage) {
			await open(stage, cardTrigger('New or Changed Card', { range: 'all' }, stage.world.credential));
			await stage.editor.executeNode();
			await stage.editor.showOutputFields();
		},
	},
	{
		file: 'review/fetch-test-event-empty.png',
		async show(stage) {
			const options = { category: 'No such category' };
			await open(stage, cardTrigger('No Report', { event: 'reportCreated', options }, stage.world.credential));
			await stage.editor.executeNode();
		},
	},
];
