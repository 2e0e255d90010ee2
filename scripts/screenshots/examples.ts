import type { Picture, Stage } from './stage';
import { readExample } from '../../test/support/realN8n/examples';

/** Pictures of the examples, as they are imported. */

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
];
