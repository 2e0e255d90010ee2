import type { Picture, Stage } from './stage';
import { loadExample } from '../../tools/realN8n/examples';

/** Pictures of the examples, as they are imported and as they ran. */

async function openExample({ editor, world }: Stage, file: string): Promise<void> {
	const { id } = await world.client.createWorkflow(await loadExample(file, world.credential));
	await editor.showWorkflow(id);
}

export const EXAMPLE_PICTURES: readonly Picture[] = [
	{
		file: 'workflow.png',
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
		async show(stage) {
			await openExample(stage, 'cards-with-image.json');
			await stage.editor.executeWorkflow('Card with Image');
		},
	},
	{
		file: 'node-output.png',
		async show(stage) {
			await openExample(stage, 'cards-with-image.json');
			await stage.editor.executeWorkflow('Card with Image');
			await stage.editor.openNode('Cards of the Last 30 Days');
			await stage.editor.showOutputFields();
		},
	},
	{
		file: 'mailbox.png',
		show: async (stage) => await openExample(stage, 'digitize-mailbox-photos.json'),
	},
	{
		file: 'review/organization-from-sheet.png',
		show: async (stage) => await openExample(stage, 'organization-from-sheet.json'),
	},
];
