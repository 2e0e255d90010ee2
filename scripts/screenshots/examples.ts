import type { Picture, Stage } from './stage';
import { readExample } from '../../tools/realN8n/examples';

/** Pictures of the examples, as they are imported and as they ran. */

async function openExample({ editor, world }: Stage, file: string): Promise<void> {
	const { id } = await world.client.createWorkflow(await readExample(file));
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
			await openExample(stage, 'cards-with-image.json');
			await stage.editor.executeWorkflow('Card with Image');
			await stage.editor.openNode('Cards of the Last 30 Days');
			await stage.editor.showOutputFields();
		},
	},
	{
		file: 'mailbox.png',
		area: 'canvas',
		show: async (stage) => await openExample(stage, 'digitize-mailbox-photos.json'),
	},
	...['organization-from-sheet', 'cards-to-outlook', 'cards-to-salesforce', 'digitize-converted-photos'].map(
		(name): Picture => ({ file: `review/${name}.png`, area: 'canvas', show: async (stage) => await openExample(stage, `${name}.json`) }),
	),
];
