import { ALL_FIELDS, type Picture, type Stage } from './stage';
import { readExample } from '../../tools/realN8n/examples';

/** Pictures of the examples, as they are imported and as they ran. */

/** The note about what to do before the first run. A page that shows its steps anyway has a larger picture without it. */
const FIRST_NOTE = 'About This Workflow';

async function openExample({ editor, world }: Stage, file: string, leftOut?: string): Promise<void> {
	const example = await readExample(file);
	const nodes = example.nodes.filter(({ name }) => name !== leftOut);
	const { id } = await world.client.createWorkflow({ ...example, nodes });
	await editor.showWorkflow(id);
}

export const EXAMPLE_PICTURES: readonly Picture[] = [
	{
		file: 'workflow.png',
		area: 'canvas',
		show: async (stage) => await openExample(stage, 'new-cards-to-crm.json'),
	},
	{
		file: 'trigger-panel.png',
		area: 'parameters',
		async show(stage) {
			await openExample(stage, 'new-cards-to-crm.json');
			await stage.editor.openNode('New or Changed Card');
		},
	},
	{
		file: 'workflow-executed.png',
		area: 'canvas',
		async show(stage) {
			await openExample(stage, 'cards-with-image.json');
			await stage.editor.executeWorkflow('Card with Image');
		},
	},
	{
		file: 'node-output.png',
		area: 'node',
		async show(stage) {
			await stage.editor.resize({ height: ALL_FIELDS });
			await openExample(stage, 'cards-with-image.json');
			await stage.editor.executeWorkflow('Card with Image');
			await stage.editor.openNode('Cards of the Last 30 Days');
			await stage.editor.showOutputFields();
		},
	},
	{
		file: 'mailbox.png',
		area: 'canvas',
		show: async (stage) => await openExample(stage, 'digitize-mailbox-photos.json', FIRST_NOTE),
	},
	...['organization-from-sheet', 'cards-to-outlook', 'cards-to-salesforce', 'digitize-converted-photos'].map(
		(name): Picture => ({ file: `review/${name}.png`, area: 'canvas', show: async (stage) => await openExample(stage, `${name}.json`) }),
	),
];
