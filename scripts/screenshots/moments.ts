import { byId } from './chosen';
import type { Picture, Stage } from './stage';
import { cardNode, cardTrigger, codeNode, manualTrigger, workflow, type NodeDraft } from '../../tools/realN8n/builder';
import { credentialName, credentialType, packageName } from '../../tools/realN8n/names';

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

const SEARCH = card('Cards with Tags', { operation: 'search', filters: { tagId: [] } });
const CREATE = card('Card with a Tag', { operation: 'create', lastName: '田中', additionalFields: { tagId: { __rl: true, mode: 'list', value: '' } } });
const UNKNOWN = card('Unknown Card', { operation: 'get', businessCardId: byId('7100000000000009999') });
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

const ROWS = "return [{ json: { company: '北斗商事株式会社', surname: '髙橋', zip: '100-0001', note: '' } }];";

/** High enough for the list of all actions. */
const ALL_ACTIONS = 1320;

/** Opens the node whose fields are mapped from the columns of the input, with that input beside it. */
async function mapping({ editor, world }: Stage): Promise<void> {
	const schema = await world.client.columnsOf(`${packageName}.businessCardData`, 'getColumns');
	const shown = ['companyName', 'lastName', 'firstName', 'postalCode'];
	const columns = {
		mappingMode: 'defineBelow',
		value: { companyName: '={{ $json.company }}', lastName: '={{ $json.surname }}', postalCode: '={{ $json.zip }}' },
		matchingColumns: [],
		schema: schema.map((column) => ({ ...column, removed: !shown.includes(String(column.id)) })),
	};
	const name = 'Card from Columns';
	const node = card(name, { operation: 'create', dataMode: 'mapColumns', columns })({ editor, world });
	const { id } = await world.client.createWorkflow(workflow(name, [manualTrigger(), codeNode('Rows', ROWS), node]));
	await editor.showWorkflow(id);
	// The node itself does not run: its card would stand in the pictures that follow.
	await editor.openNode('Rows');
	await editor.executeNode();
	await editor.closeNode();
	await editor.openNode(name);
}

async function failing(stage: Stage, node: NodeDraft): Promise<void> {
	await open(stage, node);
	await stage.editor.executeNode();
}

/** Pictures of moments; those with a folder "review" are for looking at alone. */
export const MOMENTS: readonly Picture[] = [
	{
		file: 'credential.png',
		area: 'dialog',
		show: async ({ editor }) => await editor.openCredential(credentialName),
	},
	{
		file: 'credential-refused.png',
		area: 'dialog',
		async show({ editor, world }) {
			const fields = { ...world.credentialFields, apiKey: 'A'.repeat(32) };
			await world.client.createCredential(WRONG, credentialType, fields);
			await editor.openCredential(WRONG);
		},
	},
	{ file: 'map-columns.png', area: 'mapping', show: mapping },
	{
		file: 'actions.png',
		area: 'creator',
		async show(stage) {
			const { id } = await stage.world.client.createWorkflow(workflow('Actions', [manualTrigger()]));
			await stage.editor.showWorkflow(id);
			await stage.editor.resize({ height: ALL_ACTIONS });
			await stage.editor.openActions('Business Card Data');
		},
	},
	{
		file: 'tag-list.png',
		area: 'fields',
		async show(stage) {
			await open(stage, SEARCH(stage));
			await stage.editor.openList('tagId');
		},
	},
	{
		file: 'review/tag-list-searched.png',
		async show(stage) {
			await open(stage, CREATE(stage));
			await stage.editor.searchLocator('tagId', '顧客');
		},
	},
	{ file: 'error.png', area: 'node', show: async (stage) => await failing(stage, UNKNOWN(stage)) },
	{ file: 'review/error-term.png', show: async (stage) => await failing(stage, WRONG_TERM(stage)) },
	{ file: 'error-before-call.png', area: 'node', show: async (stage) => await failing(stage, WRONG_FIELDS(stage)) },
	{
		file: 'fetch-test-event.png',
		area: 'node',
		async show(stage) {
			await open(stage, cardTrigger('New or Changed Card', { options: { range: 'all' } }, stage.world.credential));
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
