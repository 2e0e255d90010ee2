import type { INodeExecutionData } from 'n8n-workflow';
import { withChosenRecords } from './chosen';
import { ALL_FIELDS, type Picture, type Stage } from './stage';
import { endpoint, isEndpointName } from '../../nodes/shared';
import type { Emulator } from '../../test/emulator';
import { cardNode, codeNode, manualTrigger, workflow } from '../../tools/realN8n/builder';
import { hasFiles, pageNames, readPage, type OperationPage } from '../../tools/pages/operationPages';
import { packageName } from '../../tools/realN8n/names';
import { PAGES_TIMEZONE, withEndedImport } from '../../tools/pages/scene';

/** A picture for the page of each operation: the run that the page shows, with its fields and its output. */

/** Operations whose files are an addition to what they say: the picture shows what they say. */
const WITH_FILES_BESIDE: ReadonlySet<string> = new Set(['organization-sync']);

/** The node's name in the picture: the page's title. */
function titleOf({ name, text }: OperationPage): string {
	const title = /^# (.+)$/m.exec(text)?.[1];
	if (title === undefined) throw new Error(`docs/operations/${name}.md has no title`);
	return title;
}

function isNothing([first, second]: readonly INodeExecutionData[]): boolean {
	return first === undefined || (second === undefined && !first.binary && Object.keys(first.json).length === 0);
}

async function showRun({ editor, world }: Stage, page: OperationPage): Promise<void> {
	const title = titleOf(page);
	const input = isNothing(page.items) ? [] : [codeNode('Input', `return ${JSON.stringify(page.items)};`)];
	const description = await editor.description(`${packageName}.businessCardData`);
	const node = cardNode(title, withChosenRecords(description, page.parameters), world.credential);
	const definition = workflow(title, [manualTrigger(), ...input, node]);
	const { id } = await world.client.createWorkflow({ ...definition, settings: { timezone: PAGES_TIMEZONE } });
	await editor.resize({ height: ALL_FIELDS });
	await editor.showWorkflow(id);
	await editor.executeWorkflow(title);
	await editor.openNode(title);
	await (hasFiles(page.output) && !WITH_FILES_BESIDE.has(page.name) ? editor.showOutputFiles() : editor.showOutputFields());
}

/** Pages that leave something behind in the service come last, or the others would show it. */
function leavesTraces(page: OperationPage): boolean {
	const { resource, operation } = page.parameters;
	const name = `${String(resource)}.${String(operation)}`;
	return resource === 'organizationImport' || (isEndpointName(name) && endpoint(name).effect === 'write');
}

/** The pictures of the pages; the service has to be in the scene of the pages. */
export function pagePictures(emulator: Emulator): Picture[] {
	const names = pageNames().sort((a, b) => Number(leavesTraces(readPage(a))) - Number(leavesTraces(readPage(b))));
	return names.map((name) => ({
		file: `operations/${name}.png`,
		area: 'node',
		show: async (stage) => await showRun(stage, withEndedImport(emulator, readPage(name))),
	}));
}
